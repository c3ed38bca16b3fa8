"""Scenarios 59 to 62: what is wished for another time is promised, and done then, and not before."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.assembled import Assemble
from voice_gateway.outcome import TurnOutcome

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the kitchen light in ten minutes",
        "in ten minutes turn on the kitchen light",
        "turn on the kitchen light ten minutes from now",
        "please switch the kitchen light on in 10 minutes",
    ],
)
async def test_s59_in_ten_minutes(assemble: Assemble, sentence: str) -> None:
    async with assemble() as house:
        answer = await house.ask(sentence)
        assert answer.outcome is TurnOutcome.DONE
        assert "in 10 minutes" in answer.text.lower()
        await house.later(minutes=9.9)
        assert not house.state("kitchen light").on
        await house.later(minutes=0.2)
        assert house.state("kitchen light").on
        assert house.told == []


@pytest.mark.parametrize(
    ("sentence", "hours", "said"),
    [
        ("turn on the kitchen light at half past six", 0.5, "at 6:30 PM"),
        ("turn on the kitchen light tomorrow at 7", 13, "tomorrow at 7:00 AM"),
        ("at 8 pm turn on the kitchen light", 2, "at 8:00 PM"),
    ],
)
async def test_s60_at_a_time(assemble: Assemble, sentence: str, hours: float, said: str) -> None:
    async with assemble() as house:
        answer = await house.ask(sentence)
        assert said in answer.text[:1].lower() + answer.text[1:]
        await house.later(hours=hours, minutes=-1)
        assert not house.state("kitchen light").on
        await house.later(minutes=2)
        assert house.state("kitchen light").on


async def test_s60_at_sunset(assemble: Assemble) -> None:
    """In Berlin the sun sets at 4:11 PM on this day."""
    async with assemble(now=datetime(2026, 11, 16, 15, 0, tzinfo=BERLIN)) as house:
        answer = await house.ask("turn on the kitchen light at sunset")
        assert "sunset" in answer.text
        await house.later(minutes=65)
        assert not house.state("kitchen light").on
        await house.later(minutes=12)
        assert house.state("kitchen light").on


async def test_s61_for_five_minutes_and_then_back_as_it_was(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("set the living room light to 40 percent")
        before = house.state("living room light")
        answer = await house.ask("set the living room light to 90 percent for five minutes")
        assert answer.outcome is TurnOutcome.DONE
        assert house.state("living room light").level == 90
        await house.later(minutes=4.9)
        assert house.state("living room light").level == 90
        await house.later(minutes=0.2)
        assert house.state("living room light") == before


async def test_s61_what_was_so_before_stays_so(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the hallway lamp", "turn on the hallway lamp for five minutes")
        await house.later(minutes=6)
        assert house.state("hallway lamp").on


async def test_s62_every_weekday_until_told_otherwise(assemble: Assemble) -> None:
    """From a Friday on: not on Saturday and Sunday, but on Monday and Tuesday, until it is cancelled."""
    async with assemble(now=datetime(2026, 11, 20, 8, 0, tzinfo=BERLIN)) as house:
        answer = await house.ask("every weekday at seven turn on the kitchen light")
        assert "every weekday at 7:00 am" in answer.text.lower()
        days = []
        for _ in range(4):
            await house.later(hours=23.5)
            days.append(house.state("kitchen light").on)
            await house.ask("turn off the kitchen light")
            await house.later(hours=0.5)
        assert days == [False, False, True, True]
        await house.ask("cancel the kitchen light plan")
        await house.later(hours=24)
        assert not house.state("kitchen light").on
