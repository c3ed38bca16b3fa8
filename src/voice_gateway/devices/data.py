"""What a home can be asked for beside the states of its devices: forecasts, appointments, items."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Asked(StrEnum):
    """What is asked for."""

    FORECAST = "forecast"
    EVENTS = "events"
    ITEMS = "items"


@dataclass(frozen=True, slots=True)
class DataQuestion:
    """A question to one device; appointments are asked for from one moment to another."""

    about: Asked
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The weather of a day to come."""

    day: date
    condition: str
    """A word: sunny, rainy, cloudy, …"""
    high: float | None = None
    low: float | None = None
    """In °C."""
    rain: int | None = None
    """How likely it is to rain, in percent."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """What stands in a calendar."""

    title: str
    start: datetime
    end: datetime
    all_day: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """What stands on a to-do list."""

    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    """The answer: what was asked for, and nothing of the others."""

    forecast: tuple[Outlook, ...] = ()
    events: tuple[Appointment, ...] = ()
    items: tuple[Item, ...] = ()
