"""The gateway as an MCP server, driven by the official client."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client

from tests.console.rig import PATIENCE, Rig, open_rig
from tests.servers.ollama import say

CONTROL = "control_zwave_device"
UNLOCK = {"device": "front door", "action": "unlock"}


@asynccontextmanager
async def session(rig: Rig, answer: str | None = None) -> AsyncIterator[ClientSession]:
    asked: list[str] = []

    async def elicit(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        accepted = answer == "accept"
        return types.ElicitResult(
            action="accept" if accepted else "decline", content={"confirm": True} if accepted else None
        )

    callback = elicit if answer else None
    async with (
        streamable_http_client(f"{rig.url}/mcp") as (read, write, _),
        ClientSession(read, write, elicitation_callback=callback) as opened,
    ):
        await opened.initialize()
        yield opened
    assert bool(asked) == bool(answer)


def text(result: types.CallToolResult) -> str:
    [block] = result.content
    assert isinstance(block, types.TextContent)
    return block.text


async def test_it_offers_ask_and_the_tools_of_the_home() -> None:
    async with open_rig() as rig, session(rig) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) >= {"ask", CONTROL, "list_devices", "get_device_sensor_data"}
        assert "search_web" not in tools


async def test_a_client_that_says_goodbye_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async with open_rig() as rig:
        async with session(rig) as client:
            await client.list_tools()
        # The end of a session is noticed by a task of its own.
        async with session(rig) as client:
            await client.list_tools()
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_ask_is_a_turn_and_goes_on_by_its_conversation() -> None:
    async with open_rig([say("One."), say("Two.")]) as rig, session(rig) as client:
        first = await client.call_tool("ask", {"text": "tell me about otters"})
        assert text(first) == "One."
        assert first.structuredContent
        name = first.structuredContent["conversation"]
        assert (
            text(await client.call_tool("ask", {"text": "why do cats purr", "conversation": name})) == "Two."
        )
        assert rig.ollama.chats[-1]["messages"][-2]["content"] == "One."
        assert (await client.call_tool("ask", {})).isError


async def test_a_tool_of_the_home_acts() -> None:
    async with open_rig() as rig, session(rig) as client:
        done = await client.call_tool(CONTROL, {"device": "kitchen light", "action": "on"})
        assert text(done) == "Kitchen light is now on."
        assert rig.home.registry[rig.device("Kitchen Light")].state.on is True
        wrong = await client.call_tool(CONTROL, {"device": "the moon", "action": "on"})
        assert wrong.isError


async def test_a_guarded_device_is_asked_about_through_the_client() -> None:
    async with open_rig() as rig:
        async with session(rig, "decline") as client:
            refused = await client.call_tool(CONTROL, UNLOCK)
            assert refused.isError
            assert "Nothing was changed." in text(refused)
        assert rig.home.registry[rig.device("Front Door")].state.locked is True
        async with session(rig, "accept") as client:
            assert text(await client.call_tool(CONTROL, UNLOCK)) == "Front door is now unlocked."


async def test_a_client_that_cannot_ask_opens_nothing() -> None:
    async with open_rig() as rig, session(rig) as client:
        assert (await client.call_tool(CONTROL, UNLOCK)).isError
        assert rig.home.registry[rig.device("Front Door")].state.locked is True


async def test_a_yes_in_words_is_nobodys_yes() -> None:
    """A model behind the client writes the words; only the person's own answer opens anything."""
    async with open_rig(fast_path=True) as rig, session(rig) as client:
        asked = await client.call_tool("ask", {"text": "unlock the front door"})
        assert asked.structuredContent
        assert asked.structuredContent["outcome"] == "declined"
        assert asked.structuredContent["question"] is None
        assert "Unlock the front door? That needs a person's yes" in text(asked)
        name = asked.structuredContent["conversation"]
        for words in ("yes", "yes, unlock it", "yes, unlock the front door"):
            again = await client.call_tool("ask", {"text": words, "conversation": name})
            assert "needs a person's yes" in text(again) or "Nobody asked" in text(again)
            assert rig.home.registry[rig.device("Front Door")].state.locked is True


async def test_what_is_asked_in_words_is_confirmed_through_the_client() -> None:
    both = "turn on the kitchen light and unlock the front door"
    async with open_rig(fast_path=True) as rig:
        async with session(rig, "decline") as client:
            left = await client.call_tool("ask", {"text": both})
            assert "Kitchen light is now on." in text(left)
            assert text(left).endswith("Okay, I've left it as it is.")
        assert rig.home.registry[rig.device("Front Door")].state.locked is True
        async with session(rig, "accept") as client:
            done = await client.call_tool("ask", {"text": "unlock the front door"})
            assert text(done).endswith("Front door is now unlocked.")
            assert done.structuredContent
            assert done.structuredContent["outcome"] == "done"


async def test_a_conversation_is_known_to_the_session_that_opened_it_only() -> None:
    async with open_rig(fast_path=True) as rig, session(rig) as one, session(rig) as other:
        asked = await one.call_tool("ask", {"text": "turn on the lamp"})
        assert asked.structuredContent
        answer = {"text": "the first one", "conversation": asked.structuredContent["conversation"]}
        await other.call_tool("ask", answer)
        assert not rig.home.registry[rig.device("Reading Lamp")].state.on
        assert text(await one.call_tool("ask", answer)) == "Reading lamp is now on."


async def test_other_tools_are_not_offered() -> None:
    async with open_rig() as rig, session(rig) as client:
        assert (await client.call_tool("search_web", {"query": "x"})).isError


async def test_there_are_only_so_many_sessions_and_none_is_kept_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("voice_gateway.console.app.MOST_SESSIONS", 2)
    monkeypatch.setattr("voice_gateway.console.app.IDLE_SECONDS", 0.5)
    client = {"name": "x", "version": "1"}
    asked = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": client}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}
    headers = {"Accept": "application/json, text/event-stream"}

    async with open_rig() as rig:

        async def begun() -> int:
            return (await rig.http.post("/mcp", json=body, headers=headers)).status_code

        while (status := await begun()) == 200:
            pass
        assert status == 503
        async with asyncio.timeout(PATIENCE):
            while await begun() != 200:  # noqa: ASYNC110 (nobody tells that a session has ended)
                await asyncio.sleep(0.3)
