"""Temperatures. Sources tell them in °C; all others see them in what the household counts in."""

from __future__ import annotations

from enum import StrEnum

_SNAP = 0.095


class Degrees(StrEnum):
    """What a household counts in; the value is how it is written behind a number."""

    CELSIUS = "°C"
    FAHRENHEIT = "°F"

    @property
    def word(self) -> str:
        return self.name.capitalize()

    @property
    def step(self) -> float:
        """By how many of them "warmer" is warmer: about as much in either."""
        return 1.0 if self is Degrees.CELSIUS else 2.0

    def told(self, temperature: float) -> float:
        """A temperature in °C as the household says it."""
        if self is Degrees.CELSIUS:
            return temperature
        exact = temperature * 1.8 + 32
        # A tenth of a degree in °C is nearly two in °F: 21.7 °C is what a source has made of 71 °F.
        whole = round(exact)
        return float(whole) if abs(exact - whole) < _SNAP else round(exact, 1)

    def meant(self, number: float) -> float:
        """What the household says, in °C; so exact that it is the same again when it is told."""
        return number if self is Degrees.CELSIUS else round((number - 32) / 1.8, 2)


def celsius(fahrenheit: float) -> float:
    return round((fahrenheit - 32) / 1.8, 1)


def fahrenheit(degrees: float) -> float:
    return round(degrees * 1.8 + 32)
