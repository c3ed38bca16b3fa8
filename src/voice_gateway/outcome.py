"""What came of a turn, for the person who spoke."""

from enum import StrEnum


class TurnOutcome(StrEnum):
    """Only the first two are successes."""

    DONE = "done"
    """Something was changed, as it was asked for."""

    ANSWERED = "answered"
    ASKED_BACK = "asked back"
    """A question waits for its answer."""

    DECLINED = "declined"
    """It was understood, and honestly not done."""

    NOT_UNDERSTOOD = "not understood"
    FAILED = "failed"
    """It was tried, and did not work."""

    CUT_OFF = "cut off"
    """The person ended it."""

    @property
    def success(self) -> bool:
        return self in (TurnOutcome.DONE, TurnOutcome.ANSWERED)

    @property
    def helped(self) -> bool:
        """The person got what was asked for, or a question back; for programs that know only yes or no."""
        return self.success or self is TurnOutcome.ASKED_BACK
