"""The built-in model on this machine: speed, memory, and what tiers and the prompt cache save.

A device question is answered with the six tools of its tier and with all 31 tools, by the same model in the
same run, each time with an empty prompt cache. The second question of a tier finds the prompt of the first.
"""

import asyncio
import statistics
import time
from collections.abc import Sequence

from bench.all_tools import gather
from bench.figure import Figure
from bench.tier_tokens import QUESTION, SYSTEM
from voice_gateway.engine import ChatRequest, End, Engine, Message
from voice_gateway.engine.bench import measure as measure_speed
from voice_gateway.engine.options import Options
from voice_gateway.engine.request import Tool
from voice_gateway.models.provider import builtin_is_there
from voice_gateway.models.qwen import to_qwen
from voice_gateway.settings import load_settings
from voice_gateway.tools import Tools

ANOTHER = "is the hallway lamp off?"
ROUNDS = 1
ROOM = 8192
"""All 31 tools do not fit into the usual window."""

REPLY = 16
"""Tokens of the answer: a short sentence."""


async def _answer(engine: Engine, question: str, tools: Sequence[Tool]) -> float:
    """Seconds until a question is answered."""
    messages = [Message(role="system", content=SYSTEM), Message(role="user", content=question)]
    options = Options(temperature=0.0, num_predict=REPLY)
    request = ChatRequest(model=engine.model.name, messages=messages, tools=list(tools), options=options)
    began = time.perf_counter()
    async for item in engine.chat(request):
        if isinstance(item, End):
            break
    return time.perf_counter() - began


async def _cold(engine: Engine, tools: Sequence[Tool]) -> tuple[float, float]:
    """Seconds for the first and the second question after the model was loaded."""
    await engine.unload()
    await engine.load()
    await _answer(engine, "Hi", ())  # the first computation allocates
    return await _answer(engine, QUESTION, tools), await _answer(engine, ANOTHER, tools)


def _as_sent(tools: Tools) -> list[Tool]:
    return [Tool.model_validate(one) for one in to_qwen(tools)]


async def _measure(tier: Tools, everything: Tools, source: str) -> list[Figure]:
    settings = load_settings(environment={}).settings
    plain = Engine.from_settings(settings.engine)
    speed = await measure_speed(plain)
    await plain.close()
    engine = Engine.from_settings(settings.engine.model_copy(update={"context": ROOM, "slots": 1}))
    try:
        # Before and after the long one, so that a machine that becomes busy weighs on both.
        of_tier = [await _cold(engine, _as_sent(tier)) for _ in range(ROUNDS)]
        all_first, _ = await _cold(engine, _as_sent(everything))
        of_tier += [await _cold(engine, _as_sent(tier)) for _ in range(ROUNDS)]
    finally:
        await engine.close()
    first, second = (statistics.median(times) for times in zip(*of_tier, strict=True))
    return [
        Figure("builtin_load_seconds", speed.load, "seconds to load the built-in model"),
        Figure("builtin_rss_mb", speed.memory, "memory it takes, in MiB"),
        Figure("builtin_tokens_per_second", speed.output_rate, "tokens it writes a second"),
        Figure("builtin_prompt_tokens_per_second", speed.prompt_rate, "tokens it reads a second"),
        Figure("tier_answer_ms", first * 1000, f"first device question, {len(tier)} tools"),
        Figure("all_tools_answer_ms", all_first * 1000, f"the same, {len(everything)} tools ({source})"),
        Figure("tier_answer_speedup", all_first / first, "the one over the other", target=4, better="higher"),
        Figure("warm_turn_ms", second * 1000, "second device question, prompt cached"),
        Figure("warm_turn_speedup", first / second, "first over second", target=2, better="higher"),
    ]


def measure() -> list[Figure]:
    """Nothing where the built-in model is not installed."""
    if not builtin_is_there(load_settings(environment={}).settings):
        return []
    return asyncio.run(_measure(*gather()))
