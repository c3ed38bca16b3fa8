"""How late plans fire when a thousand wait, and what a turn of the loop that waits for them costs."""

import asyncio
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.figure import Figure
from voice_gateway.keeping import (
    FILE,
    Clock,
    Ended,
    Household,
    Keeper,
    MachineClock,
    Plan,
    Plans,
    State,
    Steps,
)
from voice_gateway.keeping.by_hand import HandClock, let_pass

WAITING, TURNS = 1000, 1000
MOMENTS, AT_ONCE, APART = 25, 8, 0.2


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, closing(Household(Path(folder) / FILE)) as household:
        plans = Plans(household)
        turn, late = asyncio.run(_measure(plans))
    percentile = statistics.quantiles(late, n=100)[98]
    return [
        Figure("plan_fire_p99_ms", percentile * 1000, "how late a plan fires, 1,000 waiting", target=100),
        Figure("plan_turn_ms", turn * 1000, "a turn of the loop, 1,000 waiting", target=1),
    ]


async def _measure(plans: Plans) -> tuple[float, list[float]]:
    """How long a turn takes in which nothing is due, and how late each plan fired; in seconds."""
    now = time.time()
    for number in range(WAITING):
        await plans.add(Plan("off hall light", made=now, due=now + 86_400 + number))
    late: list[float] = []
    clock = HandClock(now, longest_wait=1)
    async with _keeper(plans, clock, late) as keeper:
        began = time.perf_counter()
        await let_pass(TURNS, clock, keeper)
        turn = (time.perf_counter() - began) / TURNS
    async with _keeper(plans, MachineClock(), late):
        soon = time.time() + 5  # all of them are kept by then
        for number in range(MOMENTS * AT_ONCE):
            await plans.add(Plan("off hall light", made=now, due=soon + number // AT_ONCE * APART))
        assert time.time() < soon
        await asyncio.sleep(soon + MOMENTS * APART + 1 - time.time())
    assert len(late) == MOMENTS * AT_ONCE
    return turn, late


def _keeper(plans: Plans, clock: Clock, late: list[float]) -> Keeper:
    async def fire(plan: Plan) -> Ended:
        late.append(clock.now() - (plan.due or 0))
        return Ended(State.DONE)

    async def tell(text: str, _room: str) -> None:
        raise AssertionError(text)

    return Keeper(plans, fire, tell, Steps(lambda _when, _after: None), clock)
