"""The pieces of a moment: which day, which days, which part of the day, what the clock shows."""

from dataclasses import dataclass

from voice_gateway.times.when import Clock


@dataclass(frozen=True, slots=True)
class Weekdays:
    """Weekdays that are named together."""

    days: tuple[int, ...]
    again: bool = False
    """Said as "mondays", or as a range: meant every week."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day: "today", "tomorrow", a weekday or a date."""

    day: str
    sure: bool = True
    """Whether these words can be nothing else."""


@dataclass(frozen=True, slots=True)
class Days:
    """Days of every week."""

    days: frozenset[int]
    part: str = ""
    other: bool = False
    """Only on every second of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day."""

    name: str
    today: bool = False
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Hour:
    """What the clock shows, in either half of the day where `clock` leaves it open."""

    clock: Clock
    is_open: bool = False
    """A time below 13:00 of which the half of the day was not said."""

    sure: bool = True


@dataclass(frozen=True, slots=True)
class Moment:
    """All that is said together about when."""

    hour: Hour | None = None
    day: Day | None = None
    days: Days | None = None
    part: Part | None = None

    @property
    def in_either_half(self) -> bool:
        """Whether nobody said in which half of the day its hour is."""
        return bool(self.hour and self.hour.is_open) and self.part is None
