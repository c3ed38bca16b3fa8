"""Scenarios 63 and 64: only if something is so, and when something happens."""

import pytest

from tests.assembled import Assemble, devices
from voice_gateway.outcome import TurnOutcome

HOME = devices(
    ("Hall Light", "Hall", "light", "on = false"),
    ("Shed Light", "Garden", "light", "on = false"),
    ("Back Door", "Kitchen", "lock", "locked = true"),
    ("Front Door", "Hall", "lock", "locked = true"),
    ("Front Door Contact", "Hall", "sensor", 'readings = [{ name = "door", value = false }]'),
    ("Lounge Heater", "Lounge", "thermostat", 'target = 19, mode = "heat"'),
    ("Lounge Sensor", "Lounge", "sensor", 'readings = [{ name = "temperature", value = 20.0, unit = "°C" }]'),
)


@pytest.mark.parametrize(
    ("sentence", "locked", "on"),
    [
        ("if the back door is unlocked turn on the shed light", False, True),
        ("if the back door is unlocked turn on the shed light", True, False),
        ("turn on the shed light, but only if the back door is locked", True, True),
        ("turn on the shed light unless the back door is locked", True, False),
        ("turn on the shed light unless the back door is locked", False, True),
    ],
)
async def test_s63_done_when_it_is_so_and_said_when_not(
    assemble: Assemble, sentence: str, *, locked: bool, on: bool
) -> None:
    async with assemble(home=HOME) as house:
        await house.happens("Back Door", locked=locked)
        answer = await house.ask(sentence)
        assert house.state("Shed Light").on is on
        if not on:
            assert ("locked" if locked else "unlocked") in answer.text
            assert "left it as it is" in answer.text


async def test_s63_a_fact_is_looked_at_when_the_time_has_come(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("in ten minutes turn on the shed light if the back door is unlocked")
        await house.later(minutes=5)
        await house.happens("Back Door", locked=False)
        await house.later(minutes=6)
        assert house.state("Shed Light").on


async def test_s64_when_the_front_door_opens_once(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        answer = await house.ask("when the front door opens turn on the hall light")
        assert answer.outcome is TurnOutcome.DONE
        await house.later(hours=3)
        assert not house.state("Hall Light").on
        await house.happens("Front Door Contact", value=True)
        assert house.state("Hall Light").on
        await house.ask("turn off the hall light")
        await house.happens("Front Door Contact", value=False)
        await house.happens("Front Door Contact", value=True)
        assert not house.state("Hall Light").on


async def test_s64_whenever_it_opens_every_time(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("whenever the front door opens turn on the hall light")
        for _ in range(2):
            await house.happens("Front Door Contact", value=True)
            assert house.state("Hall Light").on
            await house.ask("turn off the hall light")
            await house.happens("Front Door Contact", value=False)


async def test_s64_when_it_drops_below_18(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("when the lounge drops below 18 set the lounge heater to 22")
        await house.happens("Lounge Sensor", value=18.5)
        assert house.state("Lounge Heater").target == 19
        await house.happens("Lounge Sensor", value=17.5)
        assert house.state("Lounge Heater").target == 22


async def test_s64_what_nobody_can_see_is_not_waited_for(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        answer = await house.ask("when the back door opens turn on the shed light")
        assert answer.outcome is TurnOutcome.DECLINED
        assert "can't tell" in answer.text
