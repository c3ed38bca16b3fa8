"""Every unusable reply has a cause, and the cure fits the cause."""

import json
from typing import Any

import pytest

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import Step, call, fail, loading, nothing, raw, say
from voice_gateway.models import cures
from voice_gateway.routing import Intent
from voice_gateway.trace import Recovered

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
WRITTEN = say(json.dumps({"tool": ON[0], "arguments": ON[1]}))


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cures, "LOADING_SECONDS", (0.0, 0.0, 0.0))


def malformed(arguments: Any) -> Step:
    return call(("search_web", arguments))


@pytest.mark.parametrize(
    ("first", "cause"),
    [
        (nothing(eval_count=17), "lost_call"),
        (nothing(), "silent"),
        (nothing(eval_count=1), "silent"),
        (say("   \n"), "silent"),
        (nothing(eval_count=256, done_reason="length"), "truncated"),
        (say("<think>Let me see, the mayor"), "think_only"),
        (say("<think>Let me see.</think>\n"), "think_only"),
        (malformed("a string"), "unreadable"),
        (malformed(["a", "list"]), "unreadable"),
        (fail(500, "error parsing tool call"), "unreadable"),
        (raw(b"<html>proxy error</html>", kind="text/html"), "unreadable"),
        (raw(b'{"model": "qwen3:0.6b", "mess'), "unreadable"),
        (raw(b""), "unreadable"),
        (loading(), "loading"),
    ],
)
async def test_each_unusable_reply_is_labelled_and_recovered(play: Play, first: Step, cause: str) -> None:
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [first, say("Ann is mayor."), say("Ann is mayor.")]
    ) as scene:
        answer = await scene.house.gateway.turn("who is the mayor", scene.house.conversation)
    assert answer.text == "Ann is mayor."
    assert answer.trace.all(Recovered)[0].cause == cause
    assert scene.house.gateway.metrics.figures().causes == {cause: 1}


async def test_a_prompt_that_did_not_fit_is_asked_again_without_the_past(play: Play) -> None:
    long_past = [say(" ".join(f"word {number}" for number in range(200)))]
    script = [*long_past, nothing(eval_count=3, prompt_eval_count=40), say("Ann.")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        await scene.ask("tell me a lot")
        assert await scene.ask("who is the mayor") == "Ann."
        retried = scene.chats[-1]
    assert [message["role"] for message in retried["messages"]] == ["system", "user"]
    assert retried["tools"]


async def test_a_model_that_only_thought_is_asked_again_not_to(play: Play) -> None:
    script = [say("<think>hm</think>"), say("Ann.")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        assert await scene.ask("who is the mayor") == "Ann."
        retried = scene.chats[-1]
    assert retried["think"] is False
    assert retried["messages"][-1]["content"].endswith("/no_think")


async def test_a_loading_model_is_waited_for_with_the_same_request(play: Play) -> None:
    script = [loading(), loading(), call(("search_web", {"query": "mayor 2026"})), say("Ann.")]
    web = SmallWeb()
    async with play(Intent.SEARCH, web.tools(), script) as scene:
        assert await scene.ask("who is the mayor") == "Ann."
        assert scene.chats[0]["messages"] == scene.chats[2]["messages"]
    assert web.queries == ["mayor 2026"]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "control_zwave_device", "arguments": {"device": "kitchen light", "action": "on"}}',
        f"<tool_call>\n{json.dumps({'name': ON[0], 'arguments': ON[1]})}\n</tool_call>",
        '```json\n{"tool": "control_zwave_device", "args": {"device": "kitchen light", "action": "on"}}\n```',
        'control_zwave_device(device="kitchen light", action="on")',
        '<think>The user wants light.</think>control_zwave_device(device="kitchen light", action="on")',
    ],
)
async def test_a_call_printed_as_text_is_run_and_never_heard(play: Play, text: str) -> None:
    home = SmallHome()
    heard: list[str] = []
    async with play(Intent.DEVICE, home.tools(), [say(text), say("The kitchen light is on.")]) as scene:
        answer = await scene.house.gateway.turn(
            "turn on the kitchen light", scene.house.conversation, on_token=heard.append
        )
    assert home.calls == [ON]
    assert "".join(heard) == answer.text == "The kitchen light is on."
    assert [event.cure for event in answer.trace.all(Recovered)] == ["read_text"]


async def test_a_command_is_asked_for_as_a_call_under_a_schema_before_tools_are_given_up(play: Play) -> None:
    home = SmallHome()
    script = [nothing(eval_count=9), WRITTEN, say("The kitchen light is on.")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        assert await scene.ask("turn on the kitchen light") == "The kitchen light is on."
        written = scene.chats[1]
    assert home.lights["kitchen light"]
    assert not written["tools"]
    names = [name for branch in written["format"]["anyOf"] for name in branch["properties"]]
    assert names == ["control_zwave_device", "get_device_sensor_data", "none"]


async def test_names_are_what_was_said_and_never_a_list_of_what_there_is(play: Play) -> None:
    async with play(
        Intent.DEVICE, SmallHome().tools(), [nothing(eval_count=9), WRITTEN, say("On.")]
    ) as scene:
        await scene.ask("turn on the cellar light")
        branch = scene.chats[1]["format"]["anyOf"][0]
    device = branch["properties"]["control_zwave_device"]["properties"]["device"]
    assert "cellar light" in device["enum"]
    assert all(name in "turn on the cellar light" for name in device["enum"])


async def test_a_command_that_ends_without_tools_claims_nothing(play: Play) -> None:
    home = SmallHome()
    script = [nothing(eval_count=9), say('{"none": {}}'), say("Sure, I've turned on the kitchen light!")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        answer = await scene.ask("turn on the kitchen light")
    assert "haven't changed anything" in answer
    assert not home.lights["kitchen light"]


async def test_nothing_is_asked_again_after_the_world_has_changed(play: Play) -> None:
    home = SmallHome()
    script = [call(ON), nothing(eval_count=9), say("never asked for")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        assert await scene.ask("turn on the kitchen light") == "Kitchen light is now on."
        assert len(scene.chats) == 2
    assert home.calls == [ON]


async def test_a_server_error_after_the_tool_ran_loses_nothing(play: Play) -> None:
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), [call(ON), fail(500, "out of memory")]) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
    assert answer.text == "Kitchen light is now on."
    assert answer.success
    assert home.calls == [ON]


async def test_an_empty_answer_after_reading_is_recovered_without_tools(play: Play) -> None:
    script = [call(("search_web", {"query": "mayor 2026"})), nothing(eval_count=5), say("Ann.")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        assert await scene.ask("who is the mayor") == "Ann."
        assert not scene.chats[2]["tools"]
