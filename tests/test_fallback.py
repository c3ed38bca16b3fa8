"""When the web is asked, and when it is not."""

import pytest

from tests.home import SmallWeb, tool_of
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.dialogue import AskedCall, AwaitingYes
from voice_gateway.routing import Intent
from voice_gateway.tools import Tier, always, make_call

IGNORANT = "I don't know."


async def take_note(text: str) -> str:
    return f"Noted: {text}."


async def test_a_question_that_the_model_cannot_answer_is_looked_up(play: Play) -> None:
    web = SmallWeb()
    async with play(Intent.GENERAL, web.tools(), [say(IGNORANT), say("Jim Tressel.")]) as scene:
        assert await scene.ask("who is the lieutenant governor of ohio") == "Jim Tressel."
    assert web.queries


@pytest.mark.parametrize("acts", [True, False])
async def test_a_turn_that_made_calls_is_not_replaced(play: Play, acts: bool) -> None:
    web = SmallWeb()
    note = tool_of("take_note", take_note, Tier.GENERAL, **({"acts": always} if acts else {}))
    steps = [call(("take_note", {"text": "milk"})), say(IGNORANT), say("Jim Tressel.")]
    async with play(Intent.GENERAL, [*web.tools(), note], steps) as scene:
        assert "Tressel" not in await scene.ask("please take a note about the milk")
    assert web.queries == []


async def test_a_turn_in_which_a_question_waits_is_not_replaced(play: Play) -> None:
    """What was said may be an answer in words that nobody foresaw."""
    web = SmallWeb()
    async with play(Intent.GENERAL, web.tools(), [say(IGNORANT), say("Jim Tressel.")]) as scene:
        asked = AskedCall(make_call("unlock", {"door": "front door"}), "Unlock the front door?")
        scene.house.conversation.pending = AwaitingYes("Unlock the front door?", (asked,))
        assert await scene.ask("let me think about what grandmother would say") == IGNORANT
    assert web.queries == []
