"""What only the whole model does: calls, on the wire and in the official clients, and ends by itself."""

import re
from typing import Any, Literal

import httpx
import ollama
import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_ollama import ChatOllama
from openai import AsyncOpenAI
from pydantic import BaseModel

from tests.engine.asking import CLOCK, CONTROL, Json, body, called, lines, user, worked_examples
from tests.engine.conftest import MODEL, SOCKET
from tests.engine.test_clients import OPTIONS
from tests.engine.test_wire import DETAILS, END, check_chunk, check_end
from voice_gateway.engine import Engine


@pytest.fixture(scope="session")
def engine(whole_engine: Engine) -> Engine:
    return whole_engine


async def test_a_chat_without_streaming_is_one_object(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/chat", json=body([user("Hello")], tokens=48, stream=False))
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    answer = response.json()
    assert set(answer) == END
    check_end(answer)
    assert answer["message"]["role"] == "assistant"
    assert answer["message"]["content"]
    assert "tool_calls" not in answer["message"]


async def test_tags_list_the_model(http: httpx.AsyncClient) -> None:
    models = (await http.get("/api/tags")).json()["models"]
    assert len(models) == 1
    model: dict[str, Any] = models[0]
    assert set(model) == {"name", "model", "modified_at", "size", "digest", "details", "capabilities"}
    assert model["name"] == model["model"] == MODEL
    assert set(model["details"]) == DETAILS | {"context_length", "embedding_length"}
    assert model["details"]["parameter_size"] == "134.52M"
    assert model["details"]["quantization_level"] == "Q4_1"
    assert re.fullmatch(r"[0-9a-f]{64}", model["digest"])
    assert model["capabilities"] == ["completion", "tools"]


def check_call(message: Json) -> None:
    assert len(message["tool_calls"]) == 1
    call = message["tool_calls"][0]
    assert set(call) == {"id", "function"}
    assert re.fullmatch(r"call_[a-z0-9]{8}", call["id"])
    assert call["function"] == {
        "index": 0,
        "name": "control_device",
        "arguments": {"deviceName": "kitchen light", "action": "on"},
    }


CALLING = [*worked_examples(), user("turn on the kitchen light")]


async def test_a_streamed_call_is_a_chunk_of_its_own_before_the_end(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/chat", json=body(CALLING, tokens=64, tools=[CONTROL]))
    *chunks, end = lines(response)
    for chunk in chunks:
        check_chunk(chunk)
    with_calls = [chunk for chunk in chunks if "tool_calls" in chunk["message"]]
    assert len(with_calls) == 1
    assert with_calls[0]["message"]["content"] == ""
    check_call(with_calls[0]["message"])
    check_end(end)
    assert "tool_calls" not in end["message"]


async def test_a_call_without_streaming_is_in_the_one_message(http: httpx.AsyncClient) -> None:
    asked = body(CALLING, tokens=64, tools=[CONTROL], stream=False)
    answer = (await http.post("/api/chat", json=asked)).json()
    assert set(answer) == END
    check_end(answer)
    check_call(answer["message"])


async def test_a_call_that_is_cut_off_is_dropped(http: httpx.AsyncClient) -> None:
    asked = body(CALLING, tokens=14, tools=[CONTROL], stream=False)
    answer = (await http.post("/api/chat", json=asked)).json()
    assert "tool_calls" not in answer["message"]
    assert answer["done_reason"] == "length"


async def test_a_turn_with_a_tool_result_is_answered_in_words(http: httpx.AsyncClient) -> None:
    call = {"function": {"name": "get_current_datetime", "arguments": {}}}
    messages = [
        user("what time is it?"),
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "2026-11-15 09:00", "tool_name": "get_current_datetime"},
    ]
    asked = body(messages, tokens=12, tools=[CLOCK], stream=False)
    answer = (await http.post("/api/chat", json=asked)).json()
    assert answer["message"]["content"]
    assert "tool_calls" not in answer["message"]


@tool
async def control_device(deviceName: str, action: Literal["on", "off"]) -> str:  # noqa: N803
    """Turn a home device on or off"""
    return f"{deviceName} is {action}"


class Switch(BaseModel):
    """What is to be switched."""

    device: str
    action: Literal["on", "off"]


def history() -> list[Any]:
    """The worked examples in LangChain's words, and one more command."""
    said: list[Any] = []
    for number, message in enumerate(worked_examples()):
        if message["role"] == "user":
            said.append(HumanMessage(message["content"]))
        elif message["role"] == "system":
            said.append(SystemMessage(message["content"]))
        else:
            function = message["tool_calls"][0]["function"]
            call = {"name": function["name"], "args": function["arguments"], "id": str(number)}
            said.append(AIMessage("", tool_calls=[call]))
    return [*said, HumanMessage("turn on the kitchen light")]


async def test_chat_ollama_calls_a_bound_tool_and_takes_its_result(arguments: dict[str, Any]) -> None:
    model = ChatOllama(**arguments | {"num_predict": 64}).bind_tools([control_device])
    messages = history()
    answer = await model.ainvoke(messages)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [
        ("control_device", {"deviceName": "kitchen light", "action": "on"})
    ]
    result: ToolMessage = await control_device.ainvoke(answer.tool_calls[0])
    model = ChatOllama(**arguments | {"num_predict": 8})
    spoken = await model.ainvoke([*messages, answer, result])
    assert isinstance(spoken, AIMessage)


async def test_chat_ollama_streams_a_call(arguments: dict[str, Any]) -> None:
    model = ChatOllama(**arguments | {"num_predict": 64}).bind_tools([control_device])
    calls = [call async for piece in model.astream(history()) for call in getattr(piece, "tool_calls", [])]
    assert [call["name"] for call in calls] == ["control_device"]


async def test_chat_ollama_gives_structured_output(arguments: dict[str, Any]) -> None:
    model = ChatOllama(**arguments | {"num_predict": 48}).with_structured_output(Switch, method="json_schema")
    answer = await model.ainvoke("Turn on the kitchen light.")
    assert isinstance(answer, Switch)


def test_the_official_client_through_a_socket(address: str) -> None:
    client = ollama.Client(address, **SOCKET)
    messages = [*worked_examples(), user("turn on the fan")]
    answer = client.chat(MODEL, messages, tools=[CONTROL], options=OPTIONS | {"num_predict": 64})
    assert answer.message.tool_calls is not None
    assert answer.message.tool_calls[0].function.name == "control_device"
    result = {"role": "tool", "content": "fan is on", "tool_name": "control_device"}
    spoken = client.chat(MODEL, [*messages, called("fan", "on"), result], options=OPTIONS)
    assert spoken.message.content is not None
    assert client.chat(MODEL, [], keep_alive=0).done_reason == "unload"
    assert client.ps().models == []
    assert [part.done for part in client.generate(MODEL, "Hello", options=OPTIONS, stream=True)][-1]


async def test_openais_client_can_demand_a_call(address: str) -> None:
    demanded: Any = {"model": MODEL, "messages": [user("turn on the fan")], "tools": [CONTROL]}
    async with AsyncOpenAI(base_url=f"{address}/v1", api_key="unused") as client:
        answer = await client.chat.completions.create(
            **demanded, tool_choice="required", max_tokens=96, temperature=0
        )
        assert answer.choices[0].finish_reason == "tool_calls"
        called_for = answer.choices[0].message.tool_calls or []
        assert [call.function.name for call in called_for if call.type == "function"] == ["control_device"]
