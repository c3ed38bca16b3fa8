"""What is said of a device that is not built for something, or of a value that does not fit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.kinds import OPENING, ROBOTS, RUNNING, TOLD_OF, Kind

if TYPE_CHECKING:
    from voice_gateway.devices.device import Ability, Device


def cannot_be(device: Device, done: str) -> CannotDo:
    """The error that says so: "The hallway lamp can't be dimmed." """
    return CannotDo(f"The {device.label} can't be {done}.{what_it_can(device)}")


def has_no(device: Device, what: str) -> CannotDo:
    """The error that says so: "The hallway lamp has no volume." """
    return CannotDo(f"The {device.label} has no {what}.{what_it_can(device)}")


def needs(device: Device, ability: Ability, done: str) -> None:
    if ability not in device.abilities:
        raise cannot_be(device, done)


def what_it_can(device: Device) -> str:  # noqa: PLR0911 (one return for each case)
    """For what is easily mixed up, say what would work."""
    match device.kind:
        case Kind.SENSOR:
            return " It only measures."
        case kind if kind in TOLD_OF:
            return " I can only tell you how it is."
        case Kind.LOCK:
            return " It can be locked and unlocked."
        case Kind.ALARM_PANEL:
            return " It can be armed and disarmed."
        case kind if kind in OPENING:
            return " It can be opened and closed."
        case kind if kind in ROBOTS:
            return " It can be started, paused and sent home."
        case kind if kind in RUNNING:
            return " It can only be started."
    return ""


def percent(device: Device, value: float | str | None) -> int:
    """The value, where it is a percentage; raises RefusedValue in plain words."""
    if not isinstance(value, (int, float)):
        raise RefusedValue(f"To how many percent should the {device.label} be set? Say 0 to 100.")
    if not 0 <= value <= 100:
        raise RefusedValue(f"The {device.label} takes 0 to 100 percent, not {value:g}.")
    return round(value)


def within(device: Device, value: float, bounds: tuple[float, float], unit: str) -> float:
    """The value, where it lies within the bounds; raises RefusedValue in plain words."""
    low, high = bounds
    if not low <= value <= high:
        amount = f"{low:g} to {high:g} {unit}".strip()
        raise RefusedValue(f"The {device.label} takes {amount}, not {value:g}.")
    return value


def one_of(device: Device, value: float | str | None, offered: tuple[str, ...], what: str) -> str:
    """The one of the offered words that was meant, spelled as the device spells it."""
    wanted = _folded(value)
    if not offered and wanted:
        return str(value).strip()
    for each in offered:
        if _folded(each) == wanted:
            return each
    known = ", ".join(each.replace("_", " ") for each in offered)
    said = f", not {str(value).strip()}" if wanted else ""
    raise RefusedValue(f"The {device.label} has the {what} {known}{said}.")


def offers(offered: tuple[str, ...], value: float | str | None) -> bool:
    """Whether the word is one of these."""
    return any(_folded(each) == _folded(value) for each in offered)


def offers_at_all(device: Device, word: str) -> bool:
    """Whether the device has anything of this name to choose from."""
    kept = device.choices
    named = (
        kept.effects,
        kept.presets,
        kept.fan_modes,
        kept.swings,
        kept.sources,
        kept.options,
        device.modes,
    )
    return any(offers(words, word) for words in named)


def _folded(value: float | str | None) -> str:
    text = f"{value:g}" if isinstance(value, float) else str("" if value is None else value)
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split()).removesuffix(" mode")
