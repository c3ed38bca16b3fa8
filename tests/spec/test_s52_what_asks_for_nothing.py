"""Scenario 52: statements, reports, quotes, hypotheticals, negations and wishes for later never act now."""

import pytest

from tests.assembled import Assemble
from tests.servers.http import Connection
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

STATEMENTS = (
    "the kitchen light is on",
    "the front door is unlocked",
    "we never turn off the hallway lamp",
    "the kids always turn on the kitchen light",
    "turning off the hallway lamp saves energy",
)
REPORTS = (
    "I turned on the kitchen light",
    "I turned off the hallway lamp this morning",
    "yesterday Anna switched off the hallway lamp",
    "my mother turned off the hallway lamp yesterday",
    "I heard someone unlock the front door",
    "I was going to turn off the hallway lamp",
)
QUOTES = (
    "my husband said turn off the hallway lamp",
    'she said "turn on the kitchen light"',
    "he told me to unlock the front door",
    "the manual says turn off the hallway lamp first",
)
HYPOTHETICALS = (
    "what if I turned off the hallway lamp",
    "what would happen if I unlocked the front door",
    "I would turn off the hallway lamp if I were you",
    "imagine the hallway lamp was off",
    "someone should have turned off the hallway lamp",
    "I wonder whether to turn off the hallway lamp",
)
HOW_AND_WHY = (
    "how do I turn off the hallway lamp",
    "why did you turn on the kitchen light",
    "why is the hallway lamp on",
    "is it safe to unlock the front door",
    "can the garage door be opened",
)
NEGATIONS = (
    "don't turn off the hallway lamp",
    "please don't unlock the front door",
    "never open the garage door",
    "you shouldn't turn off the hallway lamp",
    "do not turn on the kitchen light",
)
LATER = (
    "turn off the hallway lamp in ten minutes",
    "turn off the hallway lamp at half past six",
    "turn on the kitchen light tomorrow at 7",
    "tomorrow I want you to turn off the hallway lamp",
    "every evening turn on the kitchen light",
    "when the front door opens turn on the kitchen light",
    "remind me to turn off the hallway lamp",
)
EVERYTHING = (*STATEMENTS, *REPORTS, *QUOTES, *HYPOTHETICALS, *HOW_AND_WHY, *NEGATIONS)


async def obedient(connection: Connection) -> None:
    """A model that hears a command in everything, makes the call, and then says that it is done."""
    messages = connection.request.body["messages"]
    said = [message["content"] for message in messages if message["role"] == "user"][-1].lower()
    device, action = next(
        (found for word, found in _CALLS.items() if word in said), ("front door", "unlock")
    )  # fmt: skip
    if connection.request.body.get("tools") and not any(one["role"] == "tool" for one in messages):
        await call(("control_zwave_device", {"device": device, "action": action}))(connection)
    else:
        await say(f"I've turned it {action}, as you wished.")(connection)


_CALLS = {
    "hallway": ("hallway lamp", "off"), "kitchen": ("kitchen light", "on"), "garage": ("garage door", "open"),
}  # fmt: skip


async def silent(connection: Connection) -> None:
    """A model that makes nothing of it."""
    await say("I see.")(connection)


@pytest.mark.parametrize("sentence", EVERYTHING)
async def test_s52_the_rules_alone_change_nothing(assemble: Assemble, sentence: str) -> None:
    async with assemble(*[silent] * 4) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert house.home() == before
        assert answer.outcome is not TurnOutcome.DONE


@pytest.mark.parametrize("fast_path", [True, False], ids=["with rules", "model alone"])
@pytest.mark.parametrize("sentence", EVERYTHING)
async def test_s52_a_model_that_calls_the_tool_all_the_same_is_refused_or_the_person_is_asked(
    assemble: Assemble, sentence: str, fast_path: bool
) -> None:
    async with assemble(*[obedient] * 6, fast_path=fast_path) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert house.home() == before
        told = [TurnOutcome.ANSWERED] if fast_path and sentence.startswith("why ") else []
        assert answer.outcome in (
            TurnOutcome.DECLINED, TurnOutcome.ASKED_BACK, TurnOutcome.NOT_UNDERSTOOD, *told
        )  # fmt: skip
        assert "as you wished" not in answer.text


@pytest.mark.parametrize("fast_path", [True, False], ids=["with rules", "model alone"])
@pytest.mark.parametrize("sentence", LATER)
async def test_s52_what_is_wished_for_later_is_planned_or_declined_and_not_done_now(
    assemble: Assemble, sentence: str, *, fast_path: bool
) -> None:
    async with assemble(*[obedient] * 6, fast_path=fast_path) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert house.home() == before
        assert "as you wished" not in answer.text
        assert answer.outcome is not TurnOutcome.FAILED


@pytest.mark.parametrize(
    "sentence", ["mum wants the kitchen light on", "everyone would like the kitchen light on"]
)
async def test_s52_what_anybody_else_wants_is_asked_about(assemble: Assemble, sentence: str) -> None:
    async with assemble(*[obedient] * 6) as house:
        assert (await house.ask(sentence)).outcome is TurnOutcome.ASKED_BACK
        assert not house.state("kitchen light").on


async def test_s52_what_i_want_myself_is_done(assemble: Assemble) -> None:
    async with assemble(provider="builtin") as house:
        assert (await house.ask("i would like the kitchen light on")).outcome is TurnOutcome.DONE


async def test_s52_whoever_is_asked_back_can_still_say_yes_or_no(assemble: Assemble) -> None:
    """What somebody else wants may be meant for us after all."""
    async with assemble(*[obedient] * 6) as house:
        asked = await house.ask("he wants the kitchen light on")
        assert (asked.text, asked.outcome) == ("Shall I turn on the kitchen light?", TurnOutcome.ASKED_BACK)
        await house.ask("no")
        assert not house.state("kitchen light").on
        other = house.another()
        await other.say("he wants the kitchen light on", "yes please")
        assert house.state("kitchen light").on


@pytest.mark.parametrize(
    ("sentence", "device"),
    [
        ("could you turn on the kitchen light", "kitchen light"),
        ("would you mind turning on the kitchen light", "kitchen light"),
        ("I want you to turn on the kitchen light", "kitchen light"),
        ("kitchen light on please", "kitchen light"),
        ("it's dark in here, turn on the kitchen light", "kitchen light"),
    ],
)
async def test_s52_what_does_ask_is_done(assemble: Assemble, sentence: str, device: str) -> None:
    """The gate can also be too narrow."""
    async with assemble() as house:
        assert (await house.ask(sentence)).outcome is TurnOutcome.DONE
        assert house.state(device).on
