"""What is remembered, and what is sent of it."""

import time
from dataclasses import replace

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.conversation import Conversation
from voice_gateway.dialogue import AwaitingYes, LastAction
from voice_gateway.dialogue.state import AskedCall
from voice_gateway.models.prompt_size import estimate_messages
from voice_gateway.routing import Intent
from voice_gateway.tools import make_call


def told(words: int) -> Conversation:
    conversation = Conversation()
    for number in range(5):
        made = make_call("search_web", {"query": str(number)})
        between = [AIMessage("", tool_calls=[made]), ToolMessage("word " * words, tool_call_id=made["id"])]
        conversation.remember(f"question {number}", between, f"answer {number}")
    return conversation


def test_a_window_holds_whole_turns_and_the_latest_ones() -> None:
    conversation = told(words=100)
    window = conversation.window(300)
    assert estimate_messages(window) <= 300
    assert [message.text for message in window if isinstance(message, HumanMessage)] == [
        "question 3",
        "question 4",
    ]
    calls = [
        call["id"] for message in window if isinstance(message, AIMessage) for call in message.tool_calls
    ]
    assert calls == [message.tool_call_id for message in window if isinstance(message, ToolMessage)]


def test_a_turn_that_does_not_fit_leaves_an_empty_window_rather_than_half_a_turn() -> None:
    assert told(words=1000).window(300) == []


async def test_what_comes_first_never_changes_within_a_tier_and_the_date_comes_last(play: Play) -> None:
    async with play(Intent.SEARCH, SmallWeb().tools(), [say("One."), say("Two.")]) as scene:
        await scene.ask("first question")
        await scene.ask("second question")
        one, two = scene.chats
    assert one["messages"][0] == two["messages"][0]
    assert one["tools"] == two["tools"]
    assert two["messages"][-1]["content"].startswith("second question\n(Today is ")
    assert two["messages"][1]["content"] == "first question"


async def test_a_conversation_can_be_forgotten(play: Play) -> None:
    read = call(("get_device_sensor_data", {"device": "kitchen light"}))
    async with play(Intent.DEVICE, SmallHome().tools(), [read, say("Off."), read, say("Off.")]) as scene:
        await scene.ask("what is the kitchen light up to")
        scene.house.conversation.reset()
        await scene.ask("what is the kitchen light up to")
        assert [message["role"] for message in scene.chats[2]["messages"]] == ["system", "user"]


async def test_what_is_forgotten_can_no_longer_be_answered_or_undone(play: Play) -> None:
    async with play(Intent.DEVICE, SmallHome().tools(), []) as scene:
        conversation = scene.house.conversation
        asked = AskedCall(
            make_call("control_zwave_device", {"device": "front door", "action": "unlock"}), "?"
        )
        conversation.pending = AwaitingYes("Unlock the front door?", (asked,))
        conversation.last_action = LastAction(None, {})
        conversation.reset()
        assert conversation.take_pending() == (None, False)
        forgotten: tuple[object, ...] = (conversation.last_action, conversation.last_wish)
        assert forgotten == (None, None)
        assert conversation.last_sentence == ""


def test_a_question_is_taken_once_and_known_to_be_too_old() -> None:
    conversation = Conversation(pending=AwaitingYes("Unlock it?", (), expires=time.monotonic() + 60))
    waiting, too_late = conversation.take_pending()
    assert waiting
    assert not too_late
    assert conversation.take_pending() == (None, False)
    conversation.pending = replace(waiting, expires=time.monotonic() - 1)
    assert conversation.take_pending()[1]
