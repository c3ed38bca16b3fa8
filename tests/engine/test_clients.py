"""The official client and ChatOllama take the engine for an Ollama, in process and through a socket."""

import asyncio
from typing import Any

import httpx
import ollama
import pytest
from langchain_ollama import ChatOllama
from openai import AsyncOpenAI, BadRequestError, InternalServerError, NotFoundError

from tests.engine.asking import until, user
from tests.engine.conftest import MODEL, SOCKET
from voice_gateway.engine import Engine

OPTIONS = {"temperature": 0, "num_predict": 8}


async def test_chat_ollama_invokes(arguments: dict[str, Any]) -> None:
    answer = await ChatOllama(**arguments).ainvoke("Hello")
    assert answer.content
    assert answer.response_metadata["done"] is True
    assert answer.usage_metadata is not None
    assert answer.usage_metadata["output_tokens"] > 0


async def test_chat_ollama_streams_piece_by_piece(arguments: dict[str, Any]) -> None:
    pieces = [piece.content async for piece in ChatOllama(**arguments).astream("Hello")]
    assert len([piece for piece in pieces if piece]) > 3


async def test_chat_ollama_is_used_by_several_at_once(arguments: dict[str, Any]) -> None:
    model = ChatOllama(**arguments | {"num_predict": 4})
    answers = await asyncio.gather(*(model.ainvoke(f"Say {number}.") for number in range(5)))
    assert all(answer.content for answer in answers)


async def test_a_stream_left_in_the_middle_frees_the_engine(
    arguments: dict[str, Any], engine: Engine
) -> None:
    model = ChatOllama(**arguments | {"num_predict": 700})
    for _ in range(3):
        async for piece in model.astream("Tell a very long story."):
            if piece.content:
                break
    answer = await ChatOllama(**arguments | {"num_predict": 2}).ainvoke("Hello")
    assert answer.content
    assert engine.waiting == 0


async def test_an_invocation_that_is_cancelled_frees_the_engine(
    arguments: dict[str, Any], engine: Engine
) -> None:
    model = ChatOllama(**arguments | {"num_predict": 700})
    tasks = [asyncio.create_task(model.ainvoke("Tell a very long story.")) for _ in range(4)]
    await until(lambda: engine.waiting == 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    answer = await ChatOllama(**arguments | {"num_predict": 2}).ainvoke("Hello")
    assert answer.content


async def test_a_read_timeout_is_kept_in_process(chat_arguments: dict[str, Any]) -> None:
    further = chat_arguments["async_client_kwargs"] | {"timeout": httpx.Timeout(0.001)}
    model = ChatOllama(**chat_arguments | {"async_client_kwargs": further})
    with pytest.raises(httpx.ReadTimeout):
        await model.ainvoke("Hello")


def test_chat_ollama_without_async_through_a_socket(address: str) -> None:
    model = ChatOllama(model=MODEL, base_url=address, num_predict=4, sync_client_kwargs=SOCKET)
    assert model.invoke("Hello").content
    assert list(model.stream("Hello"))


async def test_the_official_client_in_process(transport: httpx.AsyncBaseTransport) -> None:
    client = ollama.AsyncClient("http://engine", transport=transport, timeout=None)
    answer = await client.chat(MODEL, [user("Hello")], options=OPTIONS)
    assert answer.message.content
    assert answer.eval_count == 8
    stream = await client.chat(MODEL, [user("Hello")], options=OPTIONS, stream=True)
    assert [part.done async for part in stream][-1] is True
    assert [model.model for model in (await client.list()).models] == [MODEL]
    assert (await client.ps()).models[0].name == MODEL
    assert "tools" in ((await client.show(MODEL)).capabilities or [])
    assert (await client.generate(MODEL, "Hello", options=OPTIONS)).response
    with pytest.raises(ollama.ResponseError, match="model 'nope' not found") as caught:
        await client.chat("nope", [user("Hello")])
    assert caught.value.status_code == 404


async def test_the_official_client_of_openai(address: str) -> None:
    hello: Any = {"model": MODEL, "messages": [user("Hello")], "max_tokens": 3, "temperature": 0}
    async with AsyncOpenAI(base_url=f"{address}/v1", api_key="unused") as client:
        answer = await client.chat.completions.create(**hello, logprobs=True, top_logprobs=2)
        assert answer.usage is not None
        assert answer.usage.completion_tokens == 3
        assert answer.choices[0].logprobs is not None
        assert [len(token.top_logprobs) for token in answer.choices[0].logprobs.content or []] == [2, 2, 2]
        stream = await client.chat.completions.create(
            **hello, stream=True, stream_options={"include_usage": True}
        )
        *chunks, last = [chunk async for chunk in stream]
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
        assert last.usage is not None
        assert last.usage.completion_tokens == 3
        text = await client.completions.create(model=MODEL, prompt="Hello", max_tokens=3, temperature=0)
        assert text.choices[0].text == answer.choices[0].message.content
        assert [model.id async for model in await client.models.list()] == [MODEL]
        assert (await client.models.retrieve(MODEL)).owned_by == "library"
        with pytest.raises(NotFoundError, match="model 'nope' not found"):
            await client.chat.completions.create(**{**hello, "model": "nope"})
        with pytest.raises(BadRequestError, match="is not offered"):
            await client.chat.completions.create(**hello, n=2)
        with pytest.raises(InternalServerError, match="does not support embeddings"):
            await client.with_options(max_retries=0).embeddings.create(model=MODEL, input="hello")
