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


@dataclass(frozen=True, slots=True)
class Command:
    """An action with what it needs: a percentage, a temperature in °C, or a mode."""

    action: Action
    value: float | str | None = None


MODES = ("heat", "cool", "auto", "eco")
"""Modes that are so common that they are offered as actions of their own."""

_SYNONYMS = {
    "turn_on": "on", "switch_on": "on", "activate": "on", "enable": "on", "start": "on", "true": "on",
    "turn_off": "off", "switch_off": "off", "deactivate": "off", "disable": "off", "false": "off",
    "switch": "toggle", "flip": "toggle",
    "shut": "close", "halt": "stop", "pause": "stop", "secure": "lock", "release": "unlock",
    "set": "set_level", "set_brightness": "set_level", "brightness": "set_level", "level": "set_level",
    "set_position": "set_level", "position": "set_level", "set_speed": "set_level", "set_value": "set_level",
    "slower": "dim", "lower_brightness": "dim", "decrease": "dim", "darker": "dim",
    "faster": "brighten", "increase": "brighten", "brighter": "brighten",
    "temperature": "set_temperature", "set_temp": "set_temperature", "set_target": "set_temperature",
    "warm": "warmer", "increase_temperature": "warmer", "hotter": "warmer",
    "decrease_temperature": "cooler", "colder": "cooler",
    "mode": "set_mode",
}  # fmt: skip

_WITHOUT_VALUE = frozenset(
    {Action.ON, Action.OFF, Action.TOGGLE, Action.CLOSE, Action.STOP, Action.LOCK, Action.UNLOCK}
)

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
    if word not in set(Action):
        known = ", ".join([*(known for known in Action if known is not Action.SET_MODE), *MODES])
        raise RefusedValue(f"“{action}” is not something a device can do. Known actions: {known}.")
    return Command(Action(word), parse_value(value))


def takes_value(action: str) -> bool:
    """Whether a value could matter to this action; of an unknown one, it could."""
    try:
        command = parse_command(action)
    except RefusedValue:
        return True
    return command.action not in _WITHOUT_VALUE and command.value is None


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
