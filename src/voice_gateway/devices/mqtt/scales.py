"""The numbers that a device counts in, and the percents that people do."""

from __future__ import annotations

from typing import Any

from voice_gateway.devices.home_assistant.portrait import is_number
from voice_gateway.devices.mqtt.announced import Announced


def _bound(announced: Announced, option: str, default: float) -> float:
    told = announced.option(option)
    return float(told) if is_number(told) else default


def _from(told: Any, low: float, high: float) -> float | None:
    if not is_number(told) or low == high:
        return None
    return max(0.0, min(100.0, (float(told) - low) * 100 / (high - low)))


def _to(percent: float, low: float, high: float) -> int:
    return round(low + percent * (high - low) / 100)


def _ends(announced: Announced) -> tuple[float, float]:
    return _bound(announced, "position_closed", 0), _bound(announced, "position_open", 100)


def position(announced: Announced, told: Any) -> float | None:
    return _from(told, *_ends(announced))


def its_position(announced: Announced, percent: float) -> int:
    return _to(percent, *_ends(announced))


def _slats(announced: Announced) -> tuple[float, float]:
    return _bound(announced, "tilt_min", 0), _bound(announced, "tilt_max", 100)


def tilt_position(announced: Announced, told: Any) -> float | None:
    return _from(told, *_slats(announced))


def its_tilt(announced: Announced, percent: float) -> int:
    return _to(percent, *_slats(announced))


def _speeds(announced: Announced) -> tuple[float, float]:
    return _bound(announced, "speed_range_min", 1), _bound(announced, "speed_range_max", 100)


def percentage(announced: Announced, told: Any) -> tuple[float | None, float]:
    """The speed in percent, and how many percent one step is. Its least speed is not standing still."""
    low, high = _speeds(announced)
    return _from(told, low - 1, high), 100 / max(1.0, high - low + 1)


def its_speed(announced: Announced, percent: float) -> int:
    low, high = _speeds(announced)
    return max(round(low), round(low - 1 + percent * (high - low + 1) / 100))
