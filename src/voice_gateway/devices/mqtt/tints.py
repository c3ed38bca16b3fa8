"""Colours as lights count them: hue and saturation, red, green and blue, or a place on the chart."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence
from typing import Any

Tint = tuple[float, float]
"""Hue (0 to 360) and saturation (0 to 100)."""
_TO_CHART = ((0.664511, 0.154324, 0.162028), (0.283881, 0.668433, 0.047685), (0.000088, 0.072310, 0.986039))
_FROM_CHART = (
    (1.656492, -0.354851, -0.255038), (-0.707196, 1.655397, 0.036152), (0.051713, -0.121364, 1.011530)
)  # fmt: skip
"""From light to the chart and back, for lamps of the wide range of colours that most of them have."""


def rgb_of(tint: Tint) -> tuple[int, int, int]:
    red, green, blue = colorsys.hsv_to_rgb(tint[0] / 360, tint[1] / 100, 1.0)
    return round(red * 255), round(green * 255), round(blue * 255)


def tint_of_rgb(rgb: Sequence[float]) -> Tint:
    hue, saturation, _ = colorsys.rgb_to_hsv(*(max(0.0, part) / 255 for part in rgb[:3]))
    return hue * 360, saturation * 100


def chart_of(tint: Tint) -> tuple[float, float]:
    """Where the colour is on the chart."""
    light = [_linear(part / 255) for part in rgb_of(tint)]
    x, y, z = (sum(weight * part for weight, part in zip(row, light, strict=True)) for row in _TO_CHART)
    whole = x + y + z
    return (round(x / whole, 4), round(y / whole, 4)) if whole else (0.3127, 0.3290)


def tint_of_chart(x: float, y: float) -> Tint:
    if y <= 0:
        return 0.0, 0.0
    place = (x / y, 1.0, (1 - x - y) / y)
    light = [sum(weight * part for weight, part in zip(row, place, strict=True)) for row in _FROM_CHART]
    brightest = max(*light, 0.0)
    if brightest <= 0:
        return 0.0, 0.0
    return tint_of_rgb([_seen(max(0.0, part) / brightest) * 255 for part in light])


_WAYS: tuple[tuple[tuple[str, ...], Callable[..., Tint]], ...] = (
    (("x", "y"), tint_of_chart),
    (("h", "s"), lambda hue, saturation: (hue, saturation)),
    (("hue", "saturation"), lambda hue, saturation: (hue, saturation)),
    (("r", "g", "b"), lambda *rgb: tint_of_rgb(rgb)),
)


def tint_told(color: Any) -> Tint | None:
    """The colour of a table such as {"x": 0.3, "y": 0.3}, whichever way it counts."""
    if not isinstance(color, dict):
        return None
    for names, read in _WAYS:
        found = [float(part) for name in names if isinstance(part := color.get(name), int | float)]
        if len(found) == len(names):
            return read(*found)
    return None


def _linear(part: float) -> float:
    return float(((part + 0.055) / 1.055) ** 2.4) if part > 0.04045 else part / 12.92


def _seen(part: float) -> float:
    return float(1.055 * part ** (1 / 2.4) - 0.055) if part > 0.0031308 else 12.92 * part
