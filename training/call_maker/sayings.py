"""What is said to a home: the sections of templates, their verbs, and for which kinds of device."""

from dataclasses import dataclass

from voice_gateway.devices import Device, Kind

_LIT = (Kind.LIGHT, Kind.DIMMER)
_SWITCHED = (*_LIT, Kind.SWITCH, Kind.FAN)
_OPENED = (Kind.COVER, Kind.GARAGE_DOOR, Kind.VALVE)


@dataclass(frozen=True)
class Said:
    """A sentence and its wish line."""

    text: str
    line: str
    kind: str
    verb: str = ""
    device: Device | None = None
    name: str = ""
    """The name that the line is about, where it is about one."""
    value: float | None = None

    @property
    def asks(self) -> bool:
        return self.verb in ("read", "find", "list", "detail", "health", "time", "date", "web", "weather")


@dataclass(frozen=True)
class Saying:
    """A section of templates, the verb of its line, and for which kinds of device it is said."""

    section: str
    verb: str
    kinds: tuple[Kind, ...] = ()
    weight: float = 1.0
    suffix: str = ""
    """A word that the line adds to the name: “bedroom temperature”."""


SAYINGS = (
    Saying("on", "on", (*_SWITCHED, Kind.THERMOSTAT), 10),
    Saying("on split", "on", _LIT, 2.5),
    Saying("on place", "on", (), 1.2),
    Saying("off", "off", (*_SWITCHED, Kind.THERMOSTAT, Kind.SIREN), 11),
    Saying("off split", "off", _LIT, 2.5),
    Saying("toggle", "toggle", _SWITCHED, 1),
    Saying("open", "open", (*_OPENED, Kind.COVER, Kind.LOCK), 4),
    Saying("close", "close", (*_OPENED, Kind.COVER), 4),
    Saying("stop", "stop", (Kind.COVER, Kind.GARAGE_DOOR), 1),
    Saying("lock", "lock", (Kind.LOCK,), 2.5),
    Saying("unlock", "unlock", (Kind.LOCK,), 2),
    Saying("level", "level", (Kind.DIMMER, Kind.DIMMER, Kind.FAN), 6),
    Saying("level cover", "level", (Kind.COVER,), 2),
    Saying("level fan", "level", (Kind.FAN,), 1),
    Saying("dim", "dim", (Kind.DIMMER,), 2.5),
    Saying("dim place", "dim", (), 0.6),
    Saying("dim fan", "dim", (Kind.FAN,), 0.8),
    Saying("brighten", "brighten", (Kind.DIMMER,), 2.5),
    Saying("brighten place", "brighten", (), 0.6),
    Saying("brighten fan", "brighten", (Kind.FAN,), 0.8),
    Saying("color", "color", _LIT, 2.5),
    Saying("temp", "temp", (Kind.THERMOSTAT,), 4),
    Saying("warmer", "warmer", (Kind.THERMOSTAT,), 1.8),
    Saying("warmer by", "warmer", (Kind.THERMOSTAT,), 0.8),
    Saying("cooler", "cooler", (Kind.THERMOSTAT,), 1.8),
    Saying("cooler by", "cooler", (Kind.THERMOSTAT,), 0.8),
    Saying("mode", "", (Kind.THERMOSTAT,), 1.5),
    Saying("read switch", "read", _SWITCHED, 4),
    Saying("read lock", "read", (Kind.LOCK,), 2),
    Saying("read cover", "read", (Kind.COVER, Kind.GARAGE_DOOR, Kind.VALVE), 2),
    Saying("read sensor", "read", (Kind.SENSOR,), 2),
    Saying("read temperature", "read", (), 2.5, "temperature"),
    Saying("read humidity", "read", (), 1, "humidity"),
    Saying("read motion", "read", (), 0.7, "motion"),
    Saying("read any", "read", (), 2),
    Saying("find", "find", tuple(Kind), 2),
    Saying("list", "list", (), 1),
    Saying("list room", "list", (), 1.2),
    Saying("detail", "detail", (), 1.2),
    Saying("detail battery", "detail", (), 0.5),
    Saying("health", "health", (), 1),
    Saying("health device", "health", tuple(Kind), 1),
)
