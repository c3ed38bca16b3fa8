"""How fast a model is on this machine, measured through Ollama's API, whoever serves it."""

import gc
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import httpx

from voice_gateway.engine.api import create_app
from voice_gateway.engine.engine import Engine
from voice_gateway.engine.transport import create_client_transport
from voice_gateway.errors import ModelError
from voice_gateway.model_name import same_model

Json = dict[str, Any]

_INSTRUCTIONS: Final = " ".join(f"Rule {number}: answer briefly and kindly." for number in range(1, 41))
_SECOND: Final = 1e9
_MIB: Final = 1 << 20
# A large model may take minutes to load.
_PATIENCE: Final = httpx.Timeout(600, connect=2)


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


async def measure(engine: Engine, output_tokens: int = 64) -> Speed:
    """Measure the built-in model. Its memory is what this process needs more of."""
    await engine.unload()
    gc.collect()
    before = resident_mib()
    transport = create_client_transport(create_app(engine))
    async with httpx.AsyncClient(transport=transport, base_url="http://engine", timeout=_PATIENCE) as client:
        speed = await _measure(client, engine.model.name, output_tokens, {})
    return replace(speed, memory=resident_mib() - before)


async def measure_served(address: str, model: str, output_tokens: int, settings: Json) -> Speed:
    """Measure a model that an Ollama serves; `settings` go along, so that it stays loaded as it is used."""
    try:
        async with httpx.AsyncClient(base_url=address, timeout=_PATIENCE, trust_env=False) as client:
            return await _measure(client, model, output_tokens, settings)
    except httpx.HTTPStatusError as error:
        said = error.response.json().get("error", error.response.text)
        raise ModelError(
            f"{model} could not be measured: {said}.", fix="See: voice-gateway model list"
        ) from None
    except (httpx.HTTPError, ValueError, KeyError) as error:
        fix = "Start it with: ollama serve."
        raise ModelError(f"The Ollama at {address} did not answer: {error}.", fix=fix) from None


async def _measure(client: httpx.AsyncClient, model: str, output_tokens: int, settings: Json) -> Speed:
    """Load the model, ask it twice with the same long instructions, and say how long it took."""

    async def ask(*messages: Json, tokens: int = 1, **more: Any) -> Json:
        options = settings.get("options", {}) | {"temperature": 0, "num_predict": tokens}
        body = {"model": model, "messages": messages, "stream": False, **settings, "options": options, **more}
        reply: Json = (await client.post("/api/chat", json=body)).raise_for_status().json()
        return reply

    def said(instructions: str, question: str) -> tuple[Json, Json]:
        return {"role": "system", "content": instructions}, {"role": "user", "content": question}

    await ask(keep_alive=0)
    started = perf_counter()
    await ask()
    loaded = perf_counter() - started
    # The first computation allocates; it is part of loading, not of the first turn.
    await ask(*said("You are kind.", "Hi"))
    first = await ask(*said(_INSTRUCTIONS, "What is a lamp?"), tokens=output_tokens)
    second = await ask(*said(_INSTRUCTIONS, "What is a door?"), tokens=output_tokens)
    running = (await client.get("/api/ps")).raise_for_status().json()["models"]
    return Speed(
        load=loaded,
        first_turn=first["prompt_eval_duration"] / _SECOND,
        second_turn=second["prompt_eval_duration"] / _SECOND,
        prompt_rate=_rate(first["prompt_eval_count"], first["prompt_eval_duration"]),
        output_rate=_rate(
            first["eval_count"] + second["eval_count"], first["eval_duration"] + second["eval_duration"]
        ),
        memory=sum(int(one.get("size", 0)) for one in running if same_model(str(one.get("name")), model))
        / _MIB,
        prompt_tokens=first["prompt_eval_count"],
    )


def _rate(tokens: int, nanoseconds: int) -> float:
    return tokens / nanoseconds * _SECOND if nanoseconds else 0.0


def resident_mib() -> float:
    """How much memory this process holds, or nothing where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)
