"""When the sun rises and sets is told without a model, where it is known where the home is."""

from datetime import date

import pytest

from tests.assembled import Assemble
from voice_gateway.fast_path import sun_asked
from voice_gateway.outcome import TurnOutcome
from voice_gateway.times import Sun

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("question", "sun", "day"),
    [
        ("What time is sunset?", Sun.SUNSET, 16),
        ("when does the sun set tomorrow", Sun.SUNSET, 17),
        ("when is sunrise on friday", Sun.SUNRISE, 20),
        ("how long till it gets dark", Sun.DUSK, 16),
        ("what time will it get light tomorrow morning please", Sun.DAWN, 17),
    ],
)
def test_what_is_asked_of_the_sun(question: str, sun: Sun, day: int) -> None:
    assert sun_asked(question, MONDAY) == (sun, date(2026, 11, day))


@pytest.mark.parametrize(
    "sentence",
    [
        "close the blinds at sunset",
        "sunset",
        "what time does the sunset scene start",
        "what's planned at sunset",
    ],
)
def test_everything_else_is_no_such_question(sentence: str) -> None:
    assert sun_asked(sentence, MONDAY) is None


async def test_it_is_told_for_the_day_that_is_asked_for(assemble: Assemble) -> None:
    async with assemble() as house:
        assert (await house.ask("when does the sun set today?")).text == "The sun set today at 4:11 PM."
        assert (
            await house.ask("what time is sunrise tomorrow?")
        ).text == "The sun rises tomorrow at 7:31 AM."


async def test_where_nobody_knows_where_the_home_is_it_is_said_what_to_do(assemble: Assemble) -> None:
    async with assemble(timezone="UTC") as house:
        answer = await house.ask("what time is sunset?")
        assert answer.outcome is TurnOutcome.DECLINED
        assert "latitude" in answer.text
