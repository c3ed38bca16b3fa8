"""What is to be told is told once, to whoever can hear it, by whichever program has somebody to tell."""

import asyncio
from pathlib import Path

from tests.keeping.conftest import Run
from tests.keeping.watched import NOON, Watched
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Household
from voice_gateway.keeping.by_hand import HandClock
from voice_gateway.keeping.sole import Sole


class Slow(Watched):
    """Telling takes its time, as speaking does."""

    def __init__(self, household: Household, clock: HandClock) -> None:
        super().__init__(household, clock)
        self.speaks = asyncio.Event()
        self.begun = asyncio.Event()

    async def _tell(self, text: str, room: str) -> None:
        self.begun.set()
        await self.speaks.wait()
        await super()._tell(text, room)


async def test_what_is_being_told_is_not_told_again_when_more_is_to_be_told(
    path: Path, clock: HandClock
) -> None:
    household = Household(path)
    home = Slow(household, clock)
    home.fails = ToolError("It does not answer.")
    async with home.keeper:
        await home.plan("first", NOON)
        await home.begun.wait()
        await home.plan("second", NOON)
        await home.fires(2)
        for _ in range(50):  # long enough for the second one to end, and to be told
            await home.plans.waiting()
        home.speaks.set()
        await home.keeper.quiet()
        assert [text.split("”")[0] for text, _ in home.told] == [
            "I could not do “first",
            "I could not do “second",
        ]
    household.close()


async def test_a_program_that_fires_nothing_tells_what_the_other_could_tell_nobody(
    run: Run, path: Path, clock: HandClock
) -> None:
    household = Household(path)
    async with run() as first:
        first.deaf, first.fails = True, ToolError("It does not answer.")
        await first.plan("on lamp", NOON + 10, room="hall")
        await first.pass_by(20)
        second = Watched(household, clock)
        async with second.keeper:
            await second.keeper.quiet()
            # The other one may still be about to tell it.
            assert second.told == []
            clock.move(60)
            await second.keeper.quiet()
            assert second.told == [("I could not do “on lamp”: It does not answer.", "hall")]
            first.deaf = False
            await first.pass_by(60)
            assert first.told == []
    household.close()


async def test_it_is_known_whether_any_program_fires_plans(run: Run, path: Path) -> None:
    assert not Sole(path).is_taken()
    async with run() as home:
        assert Sole(path).is_taken()
        assert home.keeper.somewhere
    assert not Sole(path).is_taken()
