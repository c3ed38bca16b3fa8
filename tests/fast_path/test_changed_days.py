"""What is repeated is moved to fewer days, or to more, at the same time of day."""

import pytest

from tests.assembled import Assemble
from voice_gateway.outcome import TurnOutcome


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("add Saturday to that", "every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday"),
        ("make it weekends as well", "every day"),
        ("leave Wednesday out", "every Monday, Tuesday, Thursday and Friday"),
        ("not on Mondays", "every Tuesday, Wednesday, Thursday and Friday"),
    ],
)
async def test_days_are_added_and_left_out(assemble: Assemble, said: str, days: str) -> None:
    async with assemble() as house:
        _, moved = await house.say("wake me at 6 in the morning on weekdays", said)
        assert moved.outcome is TurnOutcome.DONE
        assert moved.text == f"Moved: the alarm {days} at 6:00 AM."
