"""How fast the built-in model is on this machine."""

import gc
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from voice_gateway.engine.engine import Engine
from voice_gateway.engine.events import End, Timings
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import Options
from voice_gateway.engine.request import ChatRequest, Message

_INSTRUCTIONS: Final = " ".join(f"Rule {number}: answer briefly and kindly." for number in range(1, 41))
_SECOND: Final = 1e9


@dataclass(frozen=True)
class Speed:
    """What was measured, in seconds, tokens a second and mebibytes."""

    load: float
    first_turn: float
    second_turn: float
    prompt_rate: float
    output_rate: float
    memory: float
    prompt_tokens: int
    cached_tokens: int


async def measure(engine: Engine, output_tokens: int = 64) -> Speed:
    """Load the model, ask it twice with the same long instructions, and say how long it took."""
    await engine.unload()
    gc.collect()
    before = resident_mib()
    started = perf_counter()
    await engine.load()
    loaded = perf_counter() - started
    # The first computation allocates; it is part of loading, not of the first turn.
    await _ask(engine, "You are kind.", "Hi", 1)
    first = await _ask(engine, _INSTRUCTIONS, "What is a lamp?", output_tokens)
    second = await _ask(engine, _INSTRUCTIONS, "What is a door?", output_tokens)
    return Speed(
        load=loaded,
        first_turn=first.prompt / _SECOND,
        second_turn=second.prompt / _SECOND,
        prompt_rate=_rate(first.prompt_tokens - first.cached_tokens, first.prompt),
        output_rate=_rate(first.output_tokens + second.output_tokens, first.output + second.output),
        memory=resident_mib() - before,
        prompt_tokens=first.prompt_tokens,
        cached_tokens=second.cached_tokens,
    )


async def _ask(engine: Engine, instructions: str, question: str, output_tokens: int) -> Timings:
    messages = [Message(role="system", content=instructions), Message(role="user", content=question)]
    options = Options(temperature=0.0, num_predict=output_tokens)
    async for item in engine.chat(ChatRequest(model=engine.model.name, messages=messages, options=options)):
        if isinstance(item, End):
            return item.timings
    raise EngineError("the answer has no end")


def _rate(tokens: int, nanoseconds: int) -> float:
    return tokens / nanoseconds * _SECOND if nanoseconds else 0.0


def resident_mib() -> float:
    """How much memory this process holds, or nothing where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)
