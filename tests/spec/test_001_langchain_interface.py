"""Scenarios 6–17: calls are LangChain's, every call has a result, and errors are results too."""

import logging
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.assembled import Assemble
from tests.home import SmallHome, tool_of
from tests.scene import Play, Scene
from tests.servers.ollama import call, say
from voice_gateway.routing import Intent
from voice_gateway.tools import Result, ToolExecutor, TurnState, as_messages, make_call

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
READ = ("get_device_sensor_data", {"device": "kitchen light"})


def remembered(scene: Scene) -> list[Any]:
    return scene.house.conversation.turns[-1]


async def test_s06_calls_from_the_reply_run_through_the_executor(play: Play) -> None:
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), [call(ON), say("The kitchen light is on.")]) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
    assert home.lights["kitchen light"]
    assert [event["tool"] for event in answer.trace.as_dict()["events"] if event["event"] == "called"] == [
        ON[0]
    ]


async def test_s07_a_call_message_is_followed_by_one_result_per_call_in_call_order(play: Play) -> None:
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), [call(READ, ON), say("It is on now.")]) as scene:
        await scene.ask("turn on the kitchen light")
        question, calls, first, second, answer = remembered(scene)
    assert isinstance(question, HumanMessage)
    assert isinstance(calls, AIMessage)
    assert isinstance(answer, AIMessage)
    assert isinstance(first, ToolMessage)
    assert isinstance(second, ToolMessage)
    assert [made["id"] for made in calls.tool_calls] == [first.tool_call_id, second.tool_call_id]
    assert [first.content, second.content] == ["Kitchen light is off.", "Kitchen light is now on."]


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        ("plain text", "plain text"),
        (("the text", [{"an": "artifact"}]), "the text"),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one\ntwo"),
        ({"on": True, "name": "Küche"}, '{"on": true, "name": "Küche"}'),
        (21.5, "21.5"),
        (None, "null"),
    ],
)
async def test_s08_results_become_text(returned: Any, text: str) -> None:
    async def read() -> Any:
        return returned

    tools = [tool_of("read", read)]
    [result] = await ToolExecutor().run_all([make_call("read", {})], tools, TurnState())
    assert result.text == text


async def test_s09_s10_the_normal_path_parses_nothing_by_hand(play: Play) -> None:
    """A call that arrives as one is taken as it is, even when text beside it looks like another."""
    home = SmallHome()
    script = [
        call(ON, text='{"name": "control_zwave_device", "arguments": {"device": "x", "action": "off"}}')
    ]
    async with play(Intent.DEVICE, home.tools(), [*script, say("The kitchen light is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
    assert home.calls == [ON]


async def test_s11_s12_calls_are_a_list_of_id_name_and_arguments(play: Play) -> None:
    async with play(Intent.DEVICE, SmallHome().tools(), [call(ON), say("It is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
        calls = remembered(scene)[1].tool_calls
    assert isinstance(calls, list)
    [made] = calls
    assert made["id"]
    assert made["name"] == "control_zwave_device"
    assert made["args"] == {"device": "kitchen light", "action": "on"}


async def test_s11_calls_are_a_list_also_where_there_are_none_or_several(play: Play) -> None:
    script = [say("I wonder."), call(READ, ON), say("It is on.")]
    async with play(Intent.SEARCH, SmallHome().tools(), script) as scene:
        await scene.ask("who painted the sunflowers")
        assert [message.tool_calls for message in remembered(scene) if isinstance(message, AIMessage)] == [[]]
    async with play(Intent.DEVICE, SmallHome().tools(), script[1:]) as scene:
        await scene.ask("turn on the kitchen light")
        asking, answer = (message for message in remembered(scene) if isinstance(message, AIMessage))
    assert isinstance(asking.tool_calls, list)
    assert [(made["name"], made["args"]) for made in asking.tool_calls] == [READ, ON]
    assert len({made["id"] for made in asking.tool_calls}) == 2
    assert answer.tool_calls == []


async def test_s13_the_loop_builds_langchain_messages_only(play: Play) -> None:
    async with play(Intent.DEVICE, SmallHome().tools(), [call(ON), say("It is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
        assert {type(message) for message in remembered(scene)} == {HumanMessage, AIMessage, ToolMessage}


async def test_s13_so_it_is_for_unknown_tools_failures_and_the_fast_path(assemble: Assemble) -> None:
    unknown, failing = (
        ("turn_on", {"device": "x"}),
        ("control_zwave_device", {"device": "freezer", "action": "on"}),
    )
    async with assemble(call(unknown, failing), say("I could not."), say("I could not.")) as house:
        await house.say("turn on the kitchen light", "give the freezer some power")
        turns = house.conversation.turns
    for turn in turns:
        assert {type(message) for message in turn} == {HumanMessage, AIMessage, ToolMessage}
        calls = [made["id"] for one in turn if isinstance(one, AIMessage) for made in one.tool_calls]
        assert [one.tool_call_id for one in turn if isinstance(one, ToolMessage)] == calls
    statuses = [one.status for turn in turns for one in turn if isinstance(one, ToolMessage)]
    assert statuses == ["success", "error", "error"]


async def test_s14_every_round_and_the_next_turn_see_the_whole_history(play: Play) -> None:
    home = SmallHome()
    script = [call(READ), call(ON), say("The kitchen light is on."), say("Yes, it is on.")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        await scene.ask("turn on the kitchen light")
        await scene.ask("is it on?")
        roles = [[message["role"] for message in chat["messages"]] for chat in scene.chats]
    assert roles[1] == ["system", "user", "assistant", "tool", "user"]
    assert roles[2] == ["system", "user", "assistant", "tool", "assistant", "tool", "user"]
    assert roles[3] == ["system", "user", "assistant", "tool", "assistant", "tool", "assistant", "user"]


async def test_s14_the_history_is_sent_with_its_words_calls_and_results(assemble: Assemble) -> None:
    """Through the product: what rules have done is in the history of the model's turn as well."""
    script = [
        call(("get_device_sensor_data", {"device": "hallway lamp"})),
        say("It is on."),
        say("I am well."),
    ]
    async with assemble(*script) as house:
        await house.say(
            "turn on the kitchen light", "what is the hallway lamp up to", "how about a story then"
        )
        last = house.ollama.chats[-1]["messages"]
    assert last[0]["role"] == "system"
    said = [(one["role"], one["content"]) for one in last[1:] if one.get("content") and one["role"] != "tool"]
    assert said[:4] == [
        ("user", "turn on the kitchen light"),
        ("assistant", "Kitchen light is now on."),
        ("user", "what is the hallway lamp up to"),
        ("assistant", "It is on."),
    ]
    assert said[4][1].startswith("how about a story then")
    results = [one["content"] for one in last if one["role"] == "tool"]
    assert results == ["Kitchen light is now on.", "Hallway lamp is on."]
    made = [each["function"] for one in last for each in one.get("tool_calls") or ()]
    assert [(one["name"], one["arguments"]) for one in made] == [
        ("control_zwave_device", {"device": "kitchen light", "action": "on"}),
        ("get_device_sensor_data", {"device": "hallway lamp"}),
    ]


async def test_s15_a_failing_tool_gives_an_error_with_its_call_id_that_the_model_and_the_person_learn(
    play: Play,
) -> None:
    """The model is asked with the error; what is said about it is the tool's own word."""
    absent = ("control_zwave_device", {"device": "garage light", "action": "on"})
    async with play(
        Intent.DEVICE, SmallHome().tools(), [call(absent), say("There is no garage light.")]
    ) as scene:
        assert await scene.ask("turn on the garage light") == (
            'That did not work: There is no device called "garage light".'
        )
        _, calls, result, _ = remembered(scene)
        sent = [message["content"] for message in scene.chats[1]["messages"] if message["role"] == "tool"]
    assert result.content == 'Error: there is no device called "garage light"'
    assert result.tool_call_id == calls.tool_calls[0]["id"]
    assert sent == [result.content]


async def test_s16_an_unknown_tool_is_an_exact_error_a_warning_and_no_end(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    home = SmallHome()
    script = [call(("turn_on", {"device": "kitchen light"})), call(ON), say("The kitchen light is on.")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        assert await scene.ask("turn on the kitchen light") == "The kitchen light is on."
        follow_up = scene.chats[1]["messages"]
    assert follow_up[-2]["content"] == 'Error: Unknown tool "turn_on"'
    assert "control_zwave_device, get_device_sensor_data" in follow_up[-1]["content"]
    assert any(record.levelno == logging.WARNING and "turn_on" in record.message for record in caplog.records)


def test_s17_a_call_without_a_result_gets_an_error_in_its_place() -> None:
    calls = [make_call("one", {}), make_call("two", {})]
    messages = as_messages(calls, [])
    assert [message.tool_call_id for message in messages] == [made["id"] for made in calls]
    assert all(str(message.content).startswith("Error: ") for message in messages)


def test_s17_the_results_that_there_are_stay_with_their_calls() -> None:
    calls = [make_call("one", {}), make_call("two", {}), make_call("three", {})]
    messages = as_messages(calls, [Result("the first"), Result.error("it broke")])
    assert [message.tool_call_id for message in messages] == [made["id"] for made in calls]
    assert [message.name for message in messages] == ["one", "two", "three"]
    assert [message.content for message in messages] == [
        "the first", "Error: it broke", "Error: three gave no result"
    ]  # fmt: skip
    assert [message.status for message in messages] == ["success", "error", "error"]
