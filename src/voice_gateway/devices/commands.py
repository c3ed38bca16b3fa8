"""What a person can ask of a device."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from voice_gateway.devices.errors import RefusedValue


class Action(StrEnum):
    """The verbs. Some are relative (`DIM`, `WARMER`): the device's present state says what they come to."""

    ON = "on"
    OFF = "off"
    TOGGLE = "toggle"
    OPEN = "open"
    CLOSE = "close"
    STOP = "stop"
    LOCK = "lock"
    UNLOCK = "unlock"
    SET_LEVEL = "set_level"
    DIM = "dim"
    BRIGHTEN = "brighten"
    SET_TEMPERATURE = "set_temperature"
    WARMER = "warmer"
    COOLER = "cooler"
    SET_MODE = "set_mode"
    """Of a thermostat; of others, whatever it offers under that name: a preset, an effect, an option."""
    SET_PRESET = "set_preset"
    SET_FAN_MODE = "set_fan_mode"
    SET_SWING = "set_swing"
    SET_HUMIDITY = "set_humidity"
    SET_COLOR = "set_color"
    """A colour or a white by its name, in kelvin, or one of the light's effects."""
    TILT = "tilt"
    PLAY = "play"
    PAUSE = "pause"
    NEXT = "next"
    PREVIOUS = "previous"
    SET_VOLUME = "set_volume"
    VOLUME_UP = "volume_up"
    VOLUME_DOWN = "volume_down"
    MUTE = "mute"
    UNMUTE = "unmute"
    SET_SOURCE = "set_source"
    CLEAN = "clean"
    DOCK = "dock"
    LOCATE = "locate"
    ACTIVATE = "activate"
    PRESS = "press"
    ARM = "arm"
    """Away, unless the value says home or night."""
    DISARM = "disarm"
    ADD_ITEM = "add_item"
    REMOVE_ITEM = "remove_item"
    COMPLETE_ITEM = "complete_item"


@dataclass(frozen=True, slots=True)
class Command:
    """An action with what it needs: percent, degrees as the household counts, a colour, a mode, an item."""

    action: Action
    value: float | str | None = None


MODES = ("heat", "cool", "auto", "eco")
"""Modes that are so common that they are offered as actions of their own."""

_SYNONYMS = {
    "turn_on": "on", "switch_on": "on", "enable": "on", "start": "on", "true": "on",
    "turn_off": "off", "switch_off": "off", "deactivate": "off", "disable": "off", "false": "off",
    "switch": "toggle", "flip": "toggle",
    "shut": "close", "halt": "stop", "secure": "lock", "release": "unlock",
    "set": "set_level", "set_brightness": "set_level", "brightness": "set_level", "level": "set_level",
    "set_position": "set_level", "position": "set_level", "set_speed": "set_level", "set_value": "set_level",
    "slower": "dim", "lower_brightness": "dim", "decrease": "dim", "darker": "dim",
    "faster": "brighten", "increase": "brighten", "brighter": "brighten",
    "temperature": "set_temperature", "set_temp": "set_temperature", "set_target": "set_temperature",
    "warm": "warmer", "increase_temperature": "warmer", "hotter": "warmer",
    "decrease_temperature": "cooler", "colder": "cooler",
    "mode": "set_mode", "select": "set_mode", "select_option": "set_mode", "set_option": "set_mode",
    "preset": "set_preset", "fan_mode": "set_fan_mode", "swing": "set_swing", "humidity": "set_humidity",
    "color": "set_color", "colour": "set_color", "set_colour": "set_color",
    "set_color_temperature": "set_color",
    "set_effect": "set_color", "effect": "set_color", "set_tilt": "tilt",
    "resume": "play", "skip": "next", "next_track": "next", "previous_track": "previous",
    "volume": "set_volume", "louder": "volume_up", "quieter": "volume_down",
    "source": "set_source", "select_source": "set_source", "input": "set_source",
    "vacuum": "clean", "mow": "clean", "return_to_base": "dock", "return": "dock", "find": "locate",
    "run": "activate", "trigger": "activate", "push": "press", "add": "add_item", "remove": "remove_item",
    "complete": "complete_item", "set_number": "set_level",
}  # fmt: skip

_WITHOUT_VALUE = frozenset(
    {Action.ON, Action.OFF, Action.TOGGLE, Action.CLOSE, Action.STOP, Action.LOCK, Action.UNLOCK}
    | {Action.PLAY, Action.PAUSE, Action.NEXT, Action.PREVIOUS, Action.MUTE, Action.UNMUTE, Action.CLEAN}
    | {Action.DOCK, Action.LOCATE, Action.ACTIVATE, Action.PRESS, Action.DISARM}
)
_NAMES = frozenset({Action.SET_SOURCE, Action.ADD_ITEM, Action.REMOVE_ITEM, Action.COMPLETE_ITEM})
"""Their value is a name, whatever it looks like: a channel may be called 4."""
_WORDS = frozenset({Action.SET_MODE, Action.SET_PRESET, Action.SET_FAN_MODE, Action.SET_SWING, Action.ARM})
"""Their value is a word, even one that elsewhere stands for an amount: "low"."""

_AMOUNTS = {
    "half": 50.0, "halfway": 50.0, "full": 100.0, "max": 100.0, "maximum": 100.0, "min": 1.0, "minimum": 1.0,
    "low": 33.0, "medium": 66.0, "high": 100.0,
}  # fmt: skip


def parse_command(action: str, value: object = None) -> Command:
    """Read what a model or a program wrote, in any common spelling; says what is known when it is not."""
    word = re.sub(r"[\s\-]+", "_", action.strip().lower())
    word = _SYNONYMS.get(word, word)
    if word in MODES:
        return Command(Action.SET_MODE, word)
    if armed := re.fullmatch(r"arm_(\w+)", word):
        return Command(Action.ARM, armed[1].removeprefix("armed_"))
    if word not in set(Action):
        known = ", ".join([*(known for known in Action if known is not Action.SET_MODE), *MODES])
        raise RefusedValue(f"“{action}” is not something a device can do. Known actions: {known}.")
    if Action(word) in _NAMES | _WORDS:
        name = _name(value)
        return Command(Action(word), name.lower() if name and word in _WORDS else name)
    return Command(Action(word), parse_value(value))


def _name(value: object) -> str | None:
    """The value as it was written; a whole number without its fraction."""
    whole = isinstance(value, float) and value.is_integer()
    return (str(int(value)) if whole and isinstance(value, float) else str(value or "").strip()) or None


def takes_value(action: str) -> bool:
    """Whether a value could matter to this action; of an unknown one, it could."""
    try:
        command = parse_command(action)
    except RefusedValue:
        return True
    return command.action not in _WITHOUT_VALUE and command.value is None


def takes_words(action: str) -> bool:
    """Whether its value is a name: a colour, a source, an item. That of all others is an amount."""
    try:
        command = parse_command(action)
    except RefusedValue:
        return True
    return command.action in _NAMES | _WORDS | {Action.SET_COLOR} and command.value is None


def parse_value(value: object) -> float | str | None:
    """`40`, `"40%"`, `"21.5 degrees"`, `"half"` are numbers; any other word stays a word."""
    if value is None or isinstance(value, bool) or value == "":
        return None
    if isinstance(value, (int, float)):
        return float(value)
    text = str(value).strip().lower()
    if number := re.fullmatch(
        r"(-?\d+(?:[.,]\d+)?)\s*(?:%|percent|per cent|°|°?\s*c|degrees?(?:\s*(?:c|celsius))?)?", text
    ):
        return float(number[1].replace(",", "."))
    return _AMOUNTS.get(text, text)
