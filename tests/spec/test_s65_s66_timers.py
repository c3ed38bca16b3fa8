"""Scenarios 65 and 66: timers, reminders and alarms."""

from datetime import datetime

import pytest

from tests.assembled import NOW, Assemble
from voice_gateway.outcome import TurnOutcome


async def test_s65_several_timers_named_or_by_length(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "set a timer for five minutes")
        left = await house.ask("how long is left on the pasta timer")
        assert "9 minutes" in left.text
        await house.later(minutes=5.1)
        assert house.told == ["Your timer for 5 minutes is done."]
        await house.later(minutes=4)
        assert house.told[1:] == ["Your pasta timer is done."]


@pytest.mark.parametrize(
    ("sentence", "rings_after"),
    [("add a minute to the pasta timer", 10), ("take two minutes off the pasta timer", 7)],
)
async def test_s65_a_timer_is_made_longer_or_shorter(
    assemble: Assemble, sentence: str, rings_after: float
) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", sentence)
        await house.later(minutes=rings_after - 0.1)
        assert house.told == []
        await house.later(minutes=0.2)
        assert house.told == ["Your pasta timer is done."]


async def test_s65_a_timer_is_paused_resumed_and_cancelled(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "pause the pasta timer")
        await house.later(minutes=30)
        assert house.told == []
        await house.ask("resume the pasta timer")
        await house.later(minutes=8)
        answer = await house.ask("cancel the pasta timer")
        assert answer.outcome is TurnOutcome.DONE
        await house.later(minutes=5)
        assert house.told == []
        assert (await house.ask("how long is left on the timer")).text == "No timer is running."


async def test_s65_it_rings_in_the_room_where_it_was_set(assemble: Assemble) -> None:
    kitchen, study = list[str](), list[str]()

    async def in_kitchen(text: str) -> None:
        kitchen.append(text)

    async def in_study(text: str) -> None:
        study.append(text)

    async with assemble(listens=False) as house:
        assert house.gateway.planning is not None
        announcer = house.gateway.planning.announcer
        with announcer.listening(in_kitchen, "Kitchen"), announcer.listening(in_study, "Study"):
            await house.ask("set a timer for one minute", room="Kitchen")
            await house.later(minutes=1.1)
    assert (kitchen, study) == (["Your timer for 1 minute is done."], [])


async def test_s65_what_rings_unheard_is_told_as_soon_as_somebody_listens(assemble: Assemble) -> None:
    async with assemble(listens=False) as house:
        await house.ask("set a tea timer for three minutes")
        await house.later(minutes=4)
        assert house.gateway.planning is not None
        with house.gateway.planning.announcer.listening(house.hear):
            await house.later(minutes=1)
            assert house.told == ["Your tea timer is done."]


async def test_s66_a_reminder_says_what_is_to_be_remembered(assemble: Assemble) -> None:
    async with assemble() as house:
        answer = await house.ask("remind me at eight pm to take the bins out")
        assert answer.text == "At 8:00 PM I'll remind you: take the bins out."
        await house.later(hours=2, minutes=1)
        assert house.told == ["Reminder: take the bins out."]


async def test_s66_an_alarm_rings_on_weekdays_and_is_cancelled(assemble: Assemble) -> None:
    async with assemble(now=datetime(2026, 11, 20, 20, 0, tzinfo=NOW.tzinfo)) as house:
        await house.ask("wake me at quarter to seven on weekdays")
        await house.later(hours=24)
        assert house.told == []
        await house.later(hours=48)
        assert house.told == ["This is your alarm. It is 6:45 AM."]
        await house.ask("cancel the alarm")
        await house.later(hours=24)
        assert len(house.told) == 1
