"""Scenario 57: a turn has an outcome, and only done and answered are successes."""

import asyncio

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import fail, hang, say
from voice_gateway.errors import ModelError
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Answered

OUTCOMES = (
    ("turn on the kitchen light", TurnOutcome.DONE),
    ("is the front door locked", TurnOutcome.ANSWERED),
    ("what is 17 times 23", TurnOutcome.ANSWERED),
    ("unlock the front door", TurnOutcome.ASKED_BACK),
    ("turn on the lamp", TurnOutcome.ASKED_BACK),
    ("set the kitchen light to 300 percent", TurnOutcome.DECLINED),
    ("don't turn off the hallway lamp", TurnOutcome.DECLINED),
    ("turn on the attic light", TurnOutcome.NOT_UNDERSTOOD),
    ("turn off the freezer plug", TurnOutcome.FAILED),
)


@pytest.mark.parametrize(("sentence", "outcome"), OUTCOMES)
async def test_s57_a_turn_ends_in_one_way_and_its_trace_says_which(
    assemble: Assemble, sentence: str, outcome: TurnOutcome
) -> None:
    async with assemble(*[say("Let me see.")] * 4) as house:
        answer = await house.ask(sentence)
        assert answer.outcome is outcome
        assert answer.success is (outcome in (TurnOutcome.DONE, TurnOutcome.ANSWERED))
        [ended] = answer.trace.all(Answered)
        assert (ended.outcome, ended.text) == (outcome, answer.text)
        assert answer.trace.as_dict()["events"][-1]["outcome"] == outcome


async def test_s57_the_figures_count_every_outcome_and_only_two_as_successes(assemble: Assemble) -> None:
    async with assemble(*[say("Let me see.")] * 40) as house:
        for sentence, _ in OUTCOMES:
            await house.another().ask(sentence)
        figures = house.gateway.metrics.figures()
        exposed = house.gateway.metrics.exposition().decode()
    assert figures.turns == len(OUTCOMES)
    assert figures.success_rate == pytest.approx(3 / 9)
    assert figures.outcomes == {
        "done": 1, "answered": 2, "asked back": 2, "declined": 2, "not understood": 1, "failed": 1,
        "cut off": 0,
    }  # fmt: skip
    for outcome in ("done", "answered", "asked back", "declined", "not understood", "failed"):
        assert f'outcome="{outcome}"' in exposed


async def test_s57_a_model_that_is_down_is_a_failure(assemble: Assemble) -> None:
    async with assemble(*[fail(500, "down")] * 6) as house:
        with pytest.raises(ModelError):
            await house.ask("tell me a story about the sea")
        assert house.gateway.metrics.figures().success_rate == 0.0


async def test_s57_a_turn_that_the_person_ends_is_neither(assemble: Assemble) -> None:
    async with assemble(hang()) as house:
        turn = asyncio.create_task(house.ask("tell me a story about the sea"))
        await asyncio.sleep(0.2)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        figures = house.gateway.metrics.figures()
        assert (figures.turns, figures.outcomes[TurnOutcome.CUT_OFF], figures.success_rate) == (1, 1, None)
