"""A word that stops is meant of what has just been set in motion, and of nothing else."""

import pytest

from tests.assembled import Assemble, devices
from tests.servers.ollama import say
from voice_gateway.outcome import TurnOutcome

HOUSE = devices(
    ("Awning", "Terrace", "cover", "position = 50"),
    ("Ceiling Fan", "Lounge", "fan", "on = false"),
    ("Floor Lamp", "Lounge", "light", "on = false"),
    ("Front Door", "Hall", "lock", "locked = true"),
)


@pytest.mark.parametrize("said", ["stop", "Halt!", "that's enough", "okay stop now", "whoa there"])
async def test_what_runs_is_stopped(assemble: Assemble, said: str) -> None:
    async with assemble(home=HOUSE) as house:
        _, stopped = await house.say("turn on the ceiling fan", said)
        assert stopped.outcome is TurnOutcome.DONE
        assert not house.state("ceiling fan").on


async def test_what_moves_is_told_to_stop(assemble: Assemble) -> None:
    async with assemble(home=HOUSE) as house:
        _, stopped = await house.say("open the awning", "stop stop stop")
        assert stopped.outcome is TurnOutcome.DONE
        assert "awning" in stopped.text.lower()


@pytest.mark.parametrize("first", ["turn on the floor lamp", "is the floor lamp on", "lock the front door"])
async def test_what_does_not_go_on_is_left_as_it_is(assemble: Assemble, first: str) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        await house.ask(first)
        before = house.home()
        await house.ask("enough")
        assert house.home() == before


@pytest.mark.parametrize("said", ["that'll do", "leave it like that", "it's good like that"])
async def test_what_runs_well_goes_on(assemble: Assemble, said: str) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        await house.say("turn on the ceiling fan", said)
        assert house.state("ceiling fan").on


async def test_nothing_is_stopped_that_was_turned_off(assemble: Assemble) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        await house.say("turn on the ceiling fan", "turn off the ceiling fan", "that's enough")
        assert not house.state("ceiling fan").on


async def test_more_than_a_stop_is_no_stop_of_the_last(assemble: Assemble) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        await house.say("turn on the ceiling fan", "enough said about the weather")
        assert house.state("ceiling fan").on
