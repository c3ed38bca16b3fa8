"""What can be wished of a home: the sections of templates, their verbs, and for which kinds of device."""

from dataclasses import dataclass

from voice_gateway.devices import Device, Kind

_LIT = (Kind.LIGHT, Kind.DIMMER)
_SWITCHED = (*_LIT, Kind.SWITCH, Kind.FAN)
_OPENED = (Kind.COVER, Kind.GARAGE_DOOR, Kind.VALVE)


@dataclass(frozen=True)
class Said:
    """A sentence and its code."""

    text: str
    code: str
    kind: str
    verb: str = ""
    device: Device | None = None

    @property
    def asks(self) -> bool:
        return self.verb in ("read", "find", "list", "detail", "health", "time", "date", "web")


@dataclass(frozen=True)
class Wish:
    """A section of templates, the verb of its code, and for which kinds of device it is said."""

    section: str
    verb: str
    kinds: tuple[Kind, ...] = ()
    weight: float = 1.0
    suffix: str = ""
    """A word that the code adds to the name: “bedroom temperature”."""


WISHES = (
    Wish("on", "on", (*_SWITCHED, Kind.THERMOSTAT), 10),
    Wish("on split", "on", _LIT, 2.5),
    Wish("on place", "on", (), 1.2),
    Wish("off", "off", (*_SWITCHED, Kind.THERMOSTAT, Kind.SIREN), 11),
    Wish("off split", "off", _LIT, 2.5),
    Wish("toggle", "toggle", _SWITCHED, 1),
    Wish("open", "open", (*_OPENED, Kind.COVER, Kind.LOCK), 4),
    Wish("close", "close", (*_OPENED, Kind.COVER), 4),
    Wish("stop", "stop", (Kind.COVER, Kind.GARAGE_DOOR), 1),
    Wish("lock", "lock", (Kind.LOCK,), 2.5),
    Wish("unlock", "unlock", (Kind.LOCK,), 2),
    Wish("level", "level", (Kind.DIMMER, Kind.DIMMER, Kind.FAN), 6),
    Wish("level cover", "level", (Kind.COVER,), 2),
    Wish("level fan", "level", (Kind.FAN,), 1),
    Wish("dim", "dim", (Kind.DIMMER,), 2.5),
    Wish("dim place", "dim", (), 0.6),
    Wish("dim fan", "dim", (Kind.FAN,), 0.8),
    Wish("brighten", "brighten", (Kind.DIMMER,), 2.5),
    Wish("brighten place", "brighten", (), 0.6),
    Wish("brighten fan", "brighten", (Kind.FAN,), 0.8),
    Wish("temp", "temp", (Kind.THERMOSTAT,), 4),
    Wish("warmer", "warmer", (Kind.THERMOSTAT,), 1.8),
    Wish("warmer by", "warmer", (Kind.THERMOSTAT,), 0.8),
    Wish("cooler", "cooler", (Kind.THERMOSTAT,), 1.8),
    Wish("cooler by", "cooler", (Kind.THERMOSTAT,), 0.8),
    Wish("mode", "", (Kind.THERMOSTAT,), 1.5),
    Wish("read switch", "read", _SWITCHED, 4),
    Wish("read lock", "read", (Kind.LOCK,), 2),
    Wish("read cover", "read", (Kind.COVER, Kind.GARAGE_DOOR, Kind.VALVE), 2),
    Wish("read sensor", "read", (Kind.SENSOR,), 2),
    Wish("read temperature", "read", (), 2.5, "temperature"),
    Wish("read humidity", "read", (), 1, "humidity"),
    Wish("read motion", "read", (), 0.7, "motion"),
    Wish("read any", "read", (), 2),
    Wish("find", "find", tuple(Kind), 2),
    Wish("list", "list", (), 1),
    Wish("list room", "list", (), 1.2),
    Wish("detail", "detail", (), 1.2),
    Wish("detail battery", "detail", (), 0.5),
    Wish("health", "health", (), 1),
    Wish("health device", "health", tuple(Kind), 1),
)
