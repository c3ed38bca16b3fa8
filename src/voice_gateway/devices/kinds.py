"""The kinds of device, and the words people use for each."""

from enum import StrEnum


class Kind(StrEnum):
    """What a device is. The values are the words of the home file."""

    SWITCH = "switch"
    LIGHT = "light"
    DIMMER = "dimmer"
    FAN = "fan"
    COVER = "cover"
    GARAGE_DOOR = "garage_door"
    LOCK = "lock"
    THERMOSTAT = "thermostat"
    VALVE = "valve"
    SIREN = "siren"
    SENSOR = "sensor"
    MEDIA_PLAYER = "media_player"
    VACUUM = "vacuum"
    LAWN_MOWER = "lawn_mower"
    HUMIDIFIER = "humidifier"
    WATER_HEATER = "water_heater"
    ALARM_PANEL = "alarm_panel"
    SCENE = "scene"
    SCRIPT = "script"
    BUTTON = "button"
    NUMBER = "number"
    SELECT = "select"
    TODO_LIST = "todo_list"
    WEATHER = "weather"
    CALENDAR = "calendar"
    PERSON = "person"
    CAMERA = "camera"

    @property
    def spoken(self) -> str:
        return _SPOKEN.get(self.value, self.value.replace("_", " "))


_SPOKEN = {"todo_list": "to-do list", "select": "choice", "number": "setting"}


LIGHTS = frozenset({Kind.LIGHT, Kind.DIMMER})
OPENING = frozenset({Kind.COVER, Kind.GARAGE_DOOR, Kind.VALVE})
"""Kinds that are opened and closed rather than turned on and off."""
ROBOTS = frozenset({Kind.VACUUM, Kind.LAWN_MOWER})
RUNNING = frozenset({Kind.SCENE, Kind.SCRIPT})
"""Kinds that are no things: to turn one on is to let it do what it is for."""
STATELESS = RUNNING | {Kind.BUTTON, Kind.TODO_LIST}
"""Kinds of which there is nothing to tell but what they are."""
TOLD_OF = frozenset({Kind.SENSOR, Kind.WEATHER, Kind.CALENDAR, Kind.PERSON, Kind.CAMERA})
"""Kinds that are only read."""

# Every word is in the singular: what was said is made singular before it is looked up.
_LIGHT_WORDS = frozenset(
    {"light", "lamp", "bulb", "lighting", "spotlight", "lightbulb", "downlight", "uplight"}
)

NOUNS: dict[Kind, frozenset[str]] = {
    Kind.SWITCH: frozenset({"switch", "plug", "outlet", "socket"}),
    Kind.LIGHT: _LIGHT_WORDS,
    Kind.DIMMER: _LIGHT_WORDS | {"dimmer"},
    Kind.FAN: frozenset({"fan", "ventilator"}),
    Kind.COVER: frozenset({"cover", "blind", "shade", "curtain", "shutter", "drape", "roller"}),
    Kind.GARAGE_DOOR: frozenset({"garage", "door"}),
    Kind.LOCK: frozenset({"lock", "door", "deadbolt", "latch"}),
    Kind.THERMOSTAT: frozenset(
        {"thermostat", "heating", "heater", "heat", "radiator", "temperature", "climate", "aircon", "ac"}
    ),
    Kind.VALVE: frozenset({"valve", "water"}),
    Kind.SIREN: frozenset({"siren", "alarm"}),
    Kind.SENSOR: frozenset({"sensor", "detector"}),
    Kind.MEDIA_PLAYER: frozenset(
        {
            "speaker",
            "player",
            "media",
            "television",
            "radio",
            "stereo",
            "soundbar",
            "music",
            "hifi",
            "receiver",
        }
    ),
    Kind.VACUUM: frozenset({"vacuum", "robot", "hoover", "cleaner"}),
    Kind.LAWN_MOWER: frozenset({"mower", "lawnmower", "robot"}),
    Kind.HUMIDIFIER: frozenset({"humidifier", "dehumidifier"}),
    Kind.WATER_HEATER: frozenset({"boiler", "heater", "geyser", "immersion"}),
    Kind.ALARM_PANEL: frozenset({"alarm", "security"}),
    Kind.SCENE: frozenset({"scene"}),
    Kind.SCRIPT: frozenset({"script"}),
    Kind.BUTTON: frozenset({"button"}),
    Kind.NUMBER: frozenset({"setting"}),
    Kind.SELECT: frozenset({"setting"}),
    Kind.TODO_LIST: frozenset({"list"}),
    Kind.WEATHER: frozenset({"weather", "forecast"}),
    Kind.CALENDAR: frozenset({"calendar", "diary", "agenda"}),
    Kind.PERSON: frozenset({"person"}),
    Kind.CAMERA: frozenset({"camera"}),
}

GENERIC_NOUNS = frozenset({"light", "lighting", "cover", "sensor", "lock"})
"""Nouns that stand for their whole group: "the lights" includes lamps, but "the lamps" are only what is
called so."""

ALL_NOUNS = frozenset[str]().union(*NOUNS.values())

_RENAMED_BY_NOUN = (
    (Kind.FAN, NOUNS[Kind.FAN]),
    (Kind.LIGHT, _LIGHT_WORDS),
)


GATES = frozenset({"garage", "gate", "door"})
"""What lets somebody in, and is no blind, whatever a home says of its kind."""


def kind_by_name(kind: Kind, words: frozenset[str]) -> Kind:
    """A plug that is called "Porch Lamp" is a light to the people who live there, a "Ceiling Fan" dimmer a
    fan, and a cover that is called "Front Gate" no blind."""
    if kind is Kind.COVER and words & GATES and not words & NOUNS[kind]:
        return Kind.GARAGE_DOOR
    if kind in (Kind.SWITCH, Kind.DIMMER):
        for named, nouns in _RENAMED_BY_NOUN:
            if words & nouns:
                return kind if kind is Kind.DIMMER and named is Kind.LIGHT else named
    return kind
