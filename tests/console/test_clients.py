"""The gateway as a model, driven by the official clients of OpenAI and Ollama, and by LangChain."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_ollama import ChatOllama
from ollama import AsyncClient, ResponseError
from openai import AsyncOpenAI, BadRequestError, InternalServerError, NotFoundError

from tests.console.rig import Rig, open_rig
from tests.servers.ollama import call, say
from voice_gateway.console import Access

MODEL = "voice-gateway"
CONTROL = "control_zwave_device"
SENTENCE = "turn on the kitchen light"
ON = [call((CONTROL, {"device": "kitchen light", "action": "on"})), say("Kitchen light is now on.")]


@asynccontextmanager
async def ollama(rig: Rig) -> AsyncIterator[AsyncClient]:
    client = AsyncClient(f"{rig.url}/ollama")
    try:
        yield client
    finally:
        await client._client.aclose()


@asynccontextmanager
async def chat_ollama(rig: Rig) -> AsyncIterator[ChatOllama]:
    model = ChatOllama(base_url=f"{rig.url}/ollama", model=MODEL)
    try:
        yield model
    finally:
        assert model._async_client
        await model._async_client._client.aclose()
        model._client._client.close()


def openai(rig: Rig) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=f"{rig.url}/v1", api_key="unused", max_retries=0)


async def test_openai_completes_a_chat_and_the_light_is_on() -> None:
    async with open_rig(ON) as rig, openai(rig) as client:
        reply = await client.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": SENTENCE}]
        )
        assert reply.choices[0].message.content == "Kitchen light is now on."
        assert reply.choices[0].finish_reason == "stop"
        assert reply.usage
        assert reply.usage.prompt_tokens > 0
        assert rig.home.registry[rig.device("Kitchen Light")].state.on is True


async def test_openai_streams_with_usage() -> None:
    async with open_rig([say("It comes. In a few. Pieces of text.")]) as rig, openai(rig) as client:
        stream = await client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": "tell me about otters"}],
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = [chunk async for chunk in stream]
        texts = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
        assert "".join(texts) == "It comes. In a few. Pieces of text."
        assert len(texts) > 2
        assert chunks[-1].usage
        assert chunks[-1].usage.total_tokens > 0


async def test_openai_lists_one_model() -> None:
    async with open_rig() as rig, openai(rig) as client:
        assert [model.id async for model in await client.models.list()] == [MODEL]
        assert (await client.models.retrieve(MODEL)).id == MODEL


async def test_openai_clients_see_errors_of_their_own_kinds() -> None:
    async with open_rig(ollama__base_url="http://127.0.0.1:9") as rig, openai(rig) as client:
        with pytest.raises(NotFoundError, match="does not exist"):
            await client.chat.completions.create(model="gpt-9", messages=[{"role": "user", "content": "hi"}])
        with pytest.raises(BadRequestError, match="last message"):
            await client.chat.completions.create(model=MODEL, messages=[{"role": "system", "content": "hi"}])
        with pytest.raises(InternalServerError, match=r"127\.0\.0\.1:9"):
            await client.chat.completions.create(
                model=MODEL, messages=[{"role": "user", "content": "what is love?"}]
            )


async def test_the_token_is_openais_api_key() -> None:
    token = "a-long-secret-token"
    async with (
        open_rig([say("Hello.")], access=Access(token=token)) as rig,
        AsyncOpenAI(base_url=f"{rig.url}/v1", api_key=token) as client,
    ):
        reply = await client.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": "tell me about otters"}]
        )
        assert reply.choices[0].message.content == "Hello."


async def test_ollama_chats_generates_and_describes() -> None:
    steps = [*ON, say("Hello."), say("It comes. In a few. Pieces of text.")]
    async with open_rig(steps) as rig, ollama(rig) as client:
        reply = await client.chat(MODEL, [{"role": "user", "content": SENTENCE}])
        assert reply.message.content == "Kitchen light is now on."
        assert reply.done_reason == "stop"
        assert (reply.eval_count or 0) > 0
        assert (await client.generate(MODEL, "tell me about otters")).response == "Hello."
        stream = await client.chat(MODEL, [{"role": "user", "content": "why do cats purr"}], stream=True)
        pieces = [part.message.content or "" async for part in stream]
        assert "".join(pieces) == "It comes. In a few. Pieces of text."
        assert len(pieces) > 2
        assert [model.model for model in (await client.list()).models] == ["voice-gateway:latest"]
        assert (await client.ps()).models[0].model == "voice-gateway:latest"
        assert (await client.show(MODEL)).capabilities == ["completion", "tools"]
        with pytest.raises(ResponseError, match="not found"):
            await client.chat("llama3", [{"role": "user", "content": "hi"}])


async def test_a_request_without_words_only_loads() -> None:
    async with open_rig() as rig:
        loaded = await rig.http.post("/ollama/api/generate", json={"model": MODEL})
        assert loaded.json()["done_reason"] == "load"
        assert (await rig.http.get("/ollama/")).text == "Ollama is running"
        assert "version" in (await rig.http.get("/ollama/api/version")).json()


async def test_requests_are_read_as_the_engine_reads_them() -> None:
    """Names in full, numbers as floats, OpenAI's newer role; what the gateway does not do is refused."""
    steps = [say("Hello."), say("Hello again.")]
    otters = [{"role": "user", "content": "tell me about otters"}]
    async with open_rig(steps) as rig:
        full = {"model": "registry.ollama.ai/library/Voice-Gateway:latest", "stream": False}
        floats = {"options": {"num_ctx": 8192.0, "seed": 1.0}, "keep_alive": -1.0}
        said = await rig.http.post("/ollama/api/chat", json={**full, **floats, "messages": otters})
        assert said.json()["message"]["content"] == "Hello."
        wrong = {**full, "messages": otters, "options": {"num_ctx": "8192"}}
        refused = await rig.http.post("/ollama/api/chat", json=wrong)
        assert (refused.status_code, refused.json()["error"]) == (
            400,
            'option "num_ctx" must be of type integer',
        )
        developed = [{"role": "developer", "content": "Be brief."}, *otters]
        told = await rig.http.post(
            "/v1/chat/completions", json={"model": MODEL, "messages": developed, "max_tokens": 64.0}
        )
        assert told.json()["choices"][0]["message"]["content"] == "Hello again."
        openais: list[dict[str, Any]] = [
            {"logprobs": True},
            {"response_format": {"type": "json_object"}},
            {"n": 2},
        ]
        for more in openais:
            asked = {"model": MODEL, "messages": otters, **more}
            assert (await rig.http.post("/v1/chat/completions", json=asked)).status_code == 400
        ollamas: list[dict[str, Any]] = [{"raw": True}, {"suffix": "x"}, {"context": [1]}, {"format": "json"}]
        for more in ollamas:
            asked = {"model": MODEL, "prompt": "tell me about otters", **more}
            assert (await rig.http.post("/ollama/api/generate", json=asked)).status_code == 400
        assert len(rig.ollama.chats) == 2


async def test_chat_ollama_remembers_what_was_said() -> None:
    steps = [say("Nice to meet you, Ada."), say("You are Ada.")]
    async with open_rig(steps) as rig, chat_ollama(rig) as model:
        asked = HumanMessage("my name is Ada, nice to meet you")
        first = await model.ainvoke([SystemMessage("You are a pirate."), asked])
        assert first.content == "Nice to meet you, Ada."
        said = "".join(
            [str(piece.content) async for piece in model.astream([asked, first, HumanMessage("who am I?")])]
        )
        assert said == "You are Ada."
        sent = [message["content"] for message in rig.ollama.chats[-1]["messages"]]
        assert sent[1:3] == ["my name is Ada, nice to meet you", "Nice to meet you, Ada."]
        assert not any("pirate" in text for text in sent)
        assert rig.gateway.metrics.figures().turns == 2
        assert [kept.trace.first for kept in rig.console.traces.latest(2)] == [False, True]


async def test_a_yes_finds_the_question_it_answers() -> None:
    """A model's caller remembers for it; the guarded call is found again by what was said before."""
    steps = [call((CONTROL, {"device": "front door", "action": "unlock"})), say("Good evening.")]
    async with open_rig(steps, interfaces__may_confirm=True) as rig, chat_ollama(rig) as model:
        asked = [HumanMessage("unlock the front door")]
        question = await model.ainvoke(asked)
        assert "Unlock the front door?" in str(question.content)
        other = await model.ainvoke(
            [HumanMessage("hello"), AIMessage("Hi."), HumanMessage("why do cats purr")]
        )
        assert other.content == "Good evening."
        done = await model.ainvoke([*asked, question, HumanMessage("yes")])
        assert done.content == "Front door is now unlocked."
        assert rig.home.registry[rig.device("Front Door")].state.locked is False


async def test_a_yes_through_a_models_interface_does_not_count_unless_the_settings_say_so() -> None:
    """Whoever writes the messages is a program. It is told so, and what to do."""
    asked: list[Any] = [{"role": "user", "content": "unlock the front door"}]
    async with open_rig(fast_path=True) as rig, ollama(rig) as client, openai(rig) as other:
        question = (await client.chat(MODEL, asked)).message.content or ""
        assert question.startswith("Unlock the front door?")
        assert "person's yes" in question
        assert "interfaces.may_confirm" in question
        yes: list[Any] = [
            *asked, {"role": "assistant", "content": question}, {"role": "user", "content": "yes"}
        ]  # fmt: skip
        assert "interfaces.may_confirm" in ((await client.chat(MODEL, yes)).message.content or "")
        first = await other.chat.completions.create(model=MODEL, messages=asked)
        assert first.choices[0].message.content == question
        said = await other.chat.completions.create(model=MODEL, messages=yes)
        assert "interfaces.may_confirm" in (said.choices[0].message.content or "")
        assert rig.home.registry[rig.device("Front Door")].state.locked is True


async def test_a_device_that_is_chosen_finds_the_question_it_answers() -> None:
    async with open_rig(fast_path=True) as rig, chat_ollama(rig) as model:
        asked = [HumanMessage("turn on the lamp")]
        question = await model.ainvoke(asked)
        assert "the reading lamp or the hallway lamp?" in str(question.content)
        done = await model.ainvoke([*asked, question, HumanMessage("the second one")])
        assert done.content == "Hallway lamp is now on."


async def test_a_yes_that_comes_too_late_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_rig(fast_path=True, interfaces__may_confirm=True) as rig, chat_ollama(rig) as model:
        asked = [HumanMessage("unlock the front door")]
        question = await model.ainvoke(asked)
        later = SimpleNamespace(monotonic=lambda: time.monotonic() + 61)
        monkeypatch.setattr("voice_gateway.conversation.time", later)
        said = await model.ainvoke([*asked, question, HumanMessage("yes")])
        assert "no longer open" in str(said.content)
        assert rig.home.registry[rig.device("Front Door")].state.locked is True


async def test_a_chat_programs_own_chores_do_nothing_in_the_home() -> None:
    async with open_rig() as rig, openai(rig) as client:
        chore = f"### Task:\nGenerate a title for this chat.\n<chat_history>USER: {SENTENCE}</chat_history>"
        reply = await client.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": chore}]
        )
        assert reply.choices[0].message.content == "Voice Gateway"
        assert not rig.ollama.chats
        assert rig.gateway.metrics.figures().turns == 0


async def test_what_was_said_before_is_heeded_no_further_than_a_sentence_may_go() -> None:
    async with open_rig([say("Well."), say("Well.")]) as rig:
        limit = rig.gateway.settings.turn.max_input
        before = [
            {"role": "user", "content": "one\n two" + "x" * 2 * limit},
            {"role": "assistant", "content": "y" * 2 * limit + "the\u0000 end"},
        ]
        asked = {"model": "voice-gateway", "messages": [*before, {"role": "user", "content": "who am I?"}]}
        answered = await rig.http.post("/v1/chat/completions", json=asked)
        assert answered.status_code == 200
        sent = [message["content"] for message in rig.ollama.chats[-1]["messages"]]
        assert all(len(text) <= limit for text in sent[1:])
        assert any(text.startswith("one twox") for text in sent)
        assert any(text.endswith("ythe end") for text in sent)
        sum_of_it = {"role": "assistant", "content": "1" * 20_000}
        asked["messages"] = [before[0], sum_of_it, {"role": "user", "content": "times two"}]
        assert (await rig.http.post("/v1/chat/completions", json=asked)).status_code == 200
