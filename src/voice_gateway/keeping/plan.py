"""Something that waits for its time, or for something to happen."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    WISH = "wish"
    TIMER = "timer"
    REMINDER = "reminder"
    ALARM = "alarm"


class State(StrEnum):
    """How far a plan has come."""

    WAITING = "waiting"
    FIRING = "firing"
    """Kept before its first command is sent, so that no crash makes it happen twice."""

    DONE = "done"
    FAILED = "failed"
    MISSED = "missed"
    CANCELLED = "cancelled"
    NOT_KNOWN = "not known"
    """It was firing when the program ended."""


@dataclass(frozen=True, slots=True)
class Plan:
    line: str
    """What to do, in the language of wishes."""

    made: float
    due: float | None = None
    """When, in seconds since 1970; None while it is paused, or waits for an event."""

    kind: Kind = Kind.WISH
    name: str = ""
    """Of a timer, a reminder or an alarm, as it was said."""

    sentence: str = ""
    """What the person said."""

    who: str = ""
    room: str = ""
    conversation: str = ""
    when: str = ""
    """The words of the language for when: "weekdays 07:00", "when front door opens"."""

    repeats: bool = False
    elapses: bool = False
    """Due after a span and not at a time of the clock: setting the clock leaves the span as it is."""

    length: float | None = None
    """The span that was asked for, in seconds."""

    remaining: float | None = None
    """The seconds that are left of it while it is paused; none of what waits for an event."""

    agreed: bool = False
    """The person said yes to it when it was made."""

    id: int = 0
    """Given when it is kept."""

    state: State = State.WAITING
    fired: float | None = None
    """The time that it was due at when it fired last, or was missed."""

    said: str = ""
    """What was said at the end."""

    tell: str = ""
    """What is still to be told about it."""

    @property
    def awaits(self) -> bool:
        """Whether it waits for something to happen; it is due once that has been so for a while."""
        return self.when.startswith(("when ", "whenever "))

    @property
    def paused(self) -> bool:
        return self.remaining is not None

    def left(self, now: float) -> float | None:
        """The seconds until it is due, which stand still while it is paused; None where nobody knows."""
        if self.remaining is not None:
            return None if self.awaits else self.remaining
        return None if self.due is None else max(0.0, self.due - now)


@dataclass(frozen=True, slots=True)
class Ended:
    """What has come of a plan that fired."""

    state: State
    """`DONE` or `FAILED`."""

    said: str = ""
    tell: str = ""
    """What people are to be told, however long it takes until somebody listens."""
