"""Answers that no grammar knows are read by the call maker, which sees the question."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome


@pytest.mark.parametrize(
    "answer",
    [
        "you read my mind",
        "yes yes hurry up",
        "bingo",
        "thumbs up",
        "yes do it and don't ask me again",
        "yes, no need to ask",
    ],
)
async def test_a_yes_in_other_words_is_a_yes(answer: str, assemble: Assemble) -> None:
    async with assemble(caller="auto") as house:
        asked = await house.ask("it's getting dark in the kitchen")
        assert asked.outcome is TurnOutcome.ASKED_BACK
        await house.ask(answer)
        assert house.state("Kitchen Light").on


async def test_a_door_is_opened_at_a_yes_with_more_words(assemble: Assemble) -> None:
    async with assemble(caller="auto") as house:
        await house.ask("unlock the front door")
        await house.ask("yes yes hurry up")
        assert not house.state("Front Door").locked


@pytest.mark.parametrize(
    "answer",
    [
        "bingo",
        "thumbs up",
        "rehne do",
        "you read my mind",
        "why would i want that",
        "not on your life",
        "yes but not now",
        "is the kitchen light on",
        "are you sure",
        "Yes, speaking, who's calling?",
        "yes he's in, shall I put him on the line",
    ],
)
async def test_what_agrees_to_nothing_does_nothing(answer: str, assemble: Assemble) -> None:
    async with assemble(say("Hm."), say("Hm."), caller="auto") as house:
        await house.ask("unlock the front door")
        await house.ask(answer)
        assert house.state("Front Door").locked


async def test_a_yes_to_something_else_is_asked_about_again(assemble: Assemble) -> None:
    async with assemble(caller="auto") as house:
        await house.ask("unlock the front door")
        answer = await house.ask("yes but only for five minutes")
        assert answer.outcome is TurnOutcome.ASKED_BACK
        assert "5 minutes" in answer.text
        assert house.state("Front Door").locked


async def test_a_choice_is_no_guess(assemble: Assemble) -> None:
    async with assemble(caller="auto") as house:
        await house.ask("turn on the lamp")
        answer = await house.ask("whichever is nearer the window")
        assert answer.outcome is TurnOutcome.ASKED_BACK
        assert not house.state("Reading Lamp").on


async def test_what_rings_stops_at_any_word_for_it(assemble: Assemble) -> None:
    async with assemble(caller="auto") as house:
        await house.ask("set a timer for one minute")
        await house.later(minutes=1, seconds=1)
        assert house.told
        answer = await house.ask("pipe down will you")
        assert answer.text == "Okay."


@pytest.mark.parametrize("noise", ["3\x7f\xcf\xa0K", "21", "K"])
async def test_a_reply_to_nothing_moves_nothing(noise: str, assemble: Assemble) -> None:
    meddles = call(("control_zwave_device", {"device": "Coffee Machine", "action": "on"}))
    async with assemble(meddles, say("Done."), say("Done.")) as house:
        await house.ask(noise)
        assert not house.state("Coffee Machine").on


@pytest.mark.parametrize("words", ["sure go ahead", "all of them", "the second one"])
async def test_words_that_answer_nothing_propose_nothing(words: str, assemble: Assemble) -> None:
    async with assemble(provider="builtin") as house:
        before = house.home()
        await house.say("turn on the bedroom light", "okay never mind", "yes")
        answer = await house.ask(words)
        assert answer.outcome is not TurnOutcome.ASKED_BACK
        assert {name for name, state in house.home().items() if state != before[name]} <= {"Bedroom Light"}
