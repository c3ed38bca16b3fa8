"""What each verb takes, in one place: reader, writer and interpreter go by it."""

from typing import Final

from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.wishes.words import Verb

VALUED: Final = frozenset(
    {Verb.SET, Verb.LEVEL, Verb.TEMPERATURE, Verb.SPEED, Verb.MODE, Verb.COLOR, Verb.WHITE}
    | {Verb.VOLUME, Verb.SOURCE, Verb.ARM, Verb.PRESET, Verb.FAN_MODE, Verb.SWING, Verb.HUMIDITY, Verb.TILT}
)
"""Their last word is the value: `level lounge lamp 40`."""

MEASURED: Final = frozenset({Verb.SET, Verb.LEVEL, Verb.TEMPERATURE, Verb.HUMIDITY, Verb.TILT})
"""Of these, the value is a number or one of `GRADES`."""

GRADES: Final = frozenset({"up", "down", "max", "min", "low", "medium", "high"})

PERHAPS_VALUED: Final = frozenset({Verb.WARMER, Verb.COOLER})
"""A number may stand at the end."""

WORDED: Final = frozenset({Verb.TIME, Verb.DATE, Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""All that follows is free text."""

SPOKEN: Final = frozenset({Verb.PLAY, Verb.ANNOUNCE})
"""Free text, and where: `announce dinner is ready @ kitchen`."""

ALONE: Final = frozenset({Verb.UNDO})

PERHAPS_NAMED: Final = frozenset(
    {Verb.MUTE, Verb.UNMUTE, Verb.STOP, Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.PREVIOUS}
)
"""Who plays or moves right now is meant where no name is said."""

STATES: Final = frozenset(
    {"on", "off", "open", "closed", "locked", "unlocked", "running", "dead", "asleep", "low", "wet", "dry"}
    | {"occupied", "empty", "playing", "paused", "muted", "cleaning", "docked", "armed", "disarmed"}
    | EXTREMES.keys()
)
"""Words for how something is, which may stand at the end of a question or a condition."""

PAST: Final = frozenset({"on-since", "open-since", "last-opened", "last-on"})
"""What was, which nobody here remembers."""

ASPECTS: Final = PAST | frozenset(
    {"level", "speed", "position", "brightness", "color", "source", "song", "moisture", "wind", "weight"}
    | {"fuel", "range", "voltage", "noise", "cost", "height", "salinity", "ph", "air-quality"}
    | {"set-temperature", "time-left", "mode", "program", "recipe", "unit", "spin"}
    | {"done", "full", "charging", "charged", "home", "working", "free", "hot", "cold", "stuck", "jammed"}
    | {"blocked", "broken", "recording", "connected", "online", "offline", "plugged-in", "flashing"}
    | {"beeping", "triggered", "tripped", "clear", "idle", "leaking", "ready", "dark"}
)
"""What may be asked of one thing beside its state. Who reads the thing tells it, as far as it is known."""
