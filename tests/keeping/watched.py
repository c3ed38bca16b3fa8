"""A keeper whose home only writes down what it was told to do, and when."""

import asyncio
import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from voice_gateway.keeping import Clock, Ended, Household, Keeper, Plan, Plans, State, Steps
from voice_gateway.keeping.by_hand import HandClock, let_pass
from voice_gateway.keeping.clock import LONGEST_WAIT

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
BERLIN = ZoneInfo("Europe/Berlin")


def daily(when: str, after: float) -> float:
    """ "daily 07:00" in Berlin, or "every 600" seconds, as a stand-in for the reader of times."""
    if when.startswith("every "):
        return after + float(when.removeprefix("every "))
    hour, minute = map(int, when.removeprefix("daily ").split(":"))
    day = datetime.fromtimestamp(after, BERLIN).date()
    while True:
        due = datetime(day.year, day.month, day.day, hour, minute, tzinfo=BERLIN).timestamp()
        if due > after:
            return due
        day += timedelta(days=1)


class Watched:
    """`fired` is every command with its time; `told` every word with its room."""

    def __init__(self, household: Household, clock: Clock) -> None:
        self.household = household
        self.plans = Plans(household)
        self.clock = clock
        self.fired: list[tuple[str, float]] = []
        self.told: list[tuple[str, str]] = []
        self.fails: Exception | None = None
        self.holds: asyncio.Event | None = None
        self.deaf = False
        self.keeper = Keeper(self.plans, self._fire, self._tell, Steps(daily), clock)

    @property
    def lines(self) -> list[str]:
        return [line for line, _ in self.fired]

    async def pass_by(self, seconds: float) -> None:
        assert isinstance(self.clock, HandClock)
        # Nothing happens to the clock meanwhile: nobody needs to look at it every half minute for days.
        self.clock.longest_wait = LONGEST_WAIT if seconds < 7200 else math.inf
        await let_pass(seconds, self.clock, self.keeper)
        self.clock.longest_wait = LONGEST_WAIT

    async def fires(self, times: int = 1) -> None:
        """Until the home was commanded so often; the clock stands still."""
        await _until(lambda: len(self.fired) >= times)

    async def hears(self) -> None:
        """Until something was told."""
        await _until(lambda: bool(self.told))

    async def plan(self, line: str, due: float | None, **more: object) -> Plan:
        return await self.plans.add(Plan(line, made=self.clock.now(), due=due, **more))  # type: ignore[arg-type]

    async def state(self, plan: Plan) -> State:
        kept = await self.plans.get(plan.id)
        assert kept
        return kept.state

    async def _fire(self, plan: Plan) -> Ended:
        self.fired.append((plan.line, self.clock.now()))
        if self.holds:
            await self.holds.wait()
        if self.fails:
            raise self.fails
        return Ended(State.DONE, f"Did {plan.line}.")

    async def _tell(self, text: str, room: str) -> None:
        if self.deaf:
            raise OSError("nobody is there")
        self.told.append((text, room))


async def _until(seen: Callable[[], bool]) -> None:
    while not seen():  # noqa: ASYNC110 - nothing of what is watched has an event
        await asyncio.sleep(0)
