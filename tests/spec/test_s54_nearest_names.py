"""Scenario 54: what leads to no call is answered with what was not understood and what comes nearest."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

TALK = "What a lovely idea! Lights make a home cosy."


@pytest.mark.parametrize(
    ("sentence", "unknown", "near"),
    [
        ("turn on the attic light", "attic light", ("the kitchen light", "the bedroom light")),
        ("unlock the back door", "back door", ("the front door",)),
        ("is the basement light on", "basement light", ("the kitchen light",)),
        ("turn on the bathroom fan", "bathroom fan", ("the bedroom fan",)),
    ],
)
@pytest.mark.parametrize("calls", [True, False], ids=["the model tries", "the model talks"])
async def test_s54_an_absent_device_is_named_with_the_nearest_ones(
    assemble: Assemble, sentence: str, unknown: str, near: tuple[str, ...], calls: bool
) -> None:
    acting, reading = {"device": unknown, "action": "on"}, {"device": unknown}
    asks = sentence.startswith("is ")
    tried = call(("get_device_sensor_data", reading) if asks else ("control_zwave_device", acting))
    async with assemble(*([tried] if calls else []), *[say(TALK)] * 4) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
        assert f"There is no device called “{unknown}”." in answer.text
        for name in near:
            assert name in answer.text
        assert "lovely" not in answer.text
        assert house.home() == before


async def test_s54_where_nothing_is_near_nothing_is_suggested(assemble: Assemble) -> None:
    async with assemble(*[say(TALK)] * 4) as house:
        assert (await house.ask("turn on the toaster")).text == "There is no device called “toaster”."


@pytest.mark.parametrize("sentence", ["make the hallway lamp whistle", "do something about the hallway lamp"])
async def test_s54_a_known_device_and_an_unknown_wish_are_not_answered_with_talk(
    assemble: Assemble, sentence: str
) -> None:
    async with assemble(*[say(TALK)] * 4) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
        assert answer.text.startswith("I didn't understand that.")
        assert "the hallway lamp" in answer.text
        assert house.home() == before


async def test_s54_a_misspelled_name_is_no_unknown_one(assemble: Assemble) -> None:
    async with assemble() as house:
        assert (await house.ask("turn on the kichen light")).text == "Kitchen light is now on."
