"""Answering one prompt, and saying where a later prompt may go on: Ollama's older way of talking."""

from contextlib import aclosing
from dataclasses import replace

from voice_gateway.engine.engine import Engine, Items
from voice_gateway.engine.events import End
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.request import ChatRequest, GenerateRequest, Message


def generated(engine: Engine, asked: GenerateRequest) -> Items:
    """The answer to a prompt. A raw one is continued as it is, without a template and without a memory."""
    if asked.suffix:
        raise EngineError(f'"{asked.model}" does not support insert', 400)
    if not asked.raw:
        return _remembering(engine, asked)
    if asked.system or asked.context:
        raise EngineError("raw mode does not support template, system, or context", 400)
    if asked.images:
        raise EngineError("this model does not support images", 400)
    return _continued(engine, asked, asked.prompt)


async def _remembering(engine: Engine, asked: GenerateRequest) -> Items:
    """The answer, and at its end the tokens of all that was said."""
    chat = as_chat(asked)
    prompt = await engine.prompt(chat)
    if asked.context:
        prompt = await engine.text(asked.context) + prompt
    items = _continued(engine, asked, prompt) if asked.context else engine.chat(chat)
    said = ""
    async with aclosing(items):
        async for item in items:
            if isinstance(item, End):
                yield replace(item, context=tuple(await engine.tokens(prompt + said)))
            else:
                said += item.content
                yield item


def _continued(engine: Engine, asked: GenerateRequest, prompt: str) -> Items:
    return engine.complete(
        prompt, asked.format, asked.options, chances=asked.logprobs, likeliest=asked.top_logprobs
    )


def as_chat(asked: GenerateRequest) -> ChatRequest:
    """A prompt is a conversation of one message."""
    system = [Message(role="system", content=asked.system)] if asked.system else []
    user = Message(role="user", content=asked.prompt, images=asked.images)
    return ChatRequest(
        model=asked.model,
        messages=[*system, user],
        think=asked.think,
        format=asked.format,
        options=asked.options,
        truncate=asked.truncate,
        logprobs=asked.logprobs,
        top_logprobs=asked.top_logprobs,
    )
