"""A model may choose what a sentence leaves open, and may not take another device than was named."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome


def switch(device: str) -> tuple[str, dict[str, str]]:
    return "control_zwave_device", {"device": device, "action": "on"}


async def test_a_model_that_means_another_device_than_was_named_has_to_ask(assemble: Assemble) -> None:
    async with assemble(call(switch("coffee machine")), say("Done."), fast_path=False) as house:
        asked = await house.ask("the kitchen light")
        assert asked.text == "Shall I turn on the coffee machine?"
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert house.state("coffee machine").on is False
        await house.ask("yes")
        assert house.state("coffee machine").on is True


@pytest.mark.parametrize(
    ("sentence", "device", "switched"),
    [
        ("switch on the kitchen light", "kitchen light", "kitchen light"),
        ("switch on the floor lamp", "reading lamp", "reading lamp"),
        ("switch on something warm to drink", "coffee machine", "coffee machine"),
        ("switch on the kitchen light and then coffee", "coffee machine", "coffee machine"),
    ],
)
async def test_what_was_said_by_any_name_or_left_open_is_done(
    assemble: Assemble, sentence: str, device: str, switched: str
) -> None:
    async with assemble(call(switch(device)), say("Okay."), fast_path=False) as house:
        await house.ask(sentence)
        assert house.state(switched).on is True
