"""What is remembered, and what is sent of it."""

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.conversation import Conversation
from voice_gateway.models.client import estimate_messages
from voice_gateway.models.text_calls import make_call
from voice_gateway.routing import Intent


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
    script = [call(("get_device_sensor_data", {"device": "kitchen light"})), say("Off."), say("Hello.")]
    async with play(Intent.DEVICE, SmallHome().tools(), script) as scene:
        await scene.ask("is the kitchen light on")
        scene.house.conversation.reset()
        await scene.ask("hello")
        assert [message["role"] for message in scene.chats[-1]["messages"]] == ["system", "user"]
