"""What Ollama tells about a model: which weights it has, how much it can read, and what its template says."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import httpx

from voice_gateway.model_name import same_model

if TYPE_CHECKING:
    import ollama

_SECONDS: Final = 3
_BYTES: Final = 2
"""Of a number in the cache of keys and values."""


@dataclass(frozen=True)
class Description:
    digest: str = ""
    template: str = ""
    context_length: int | None = None
    """The most tokens that the model was made for."""

    bytes_per_token: int | None = None
    """What each token of the window costs in memory."""


async def describe(client: "ollama.AsyncClient", name: str) -> Description | None:
    """None when Ollama does not answer, or has no such model."""
    from ollama import ResponseError

    try:
        async with asyncio.timeout(_SECONDS):
            listed = (await client.list()).models
            found = next((model for model in listed if same_model(model.model or "", name)), None)
            shown = await client.show(name) if found else None
    except (httpx.HTTPError, ResponseError, OSError, ValueError):
        return None
    if found is None or shown is None:
        return None
    facts = {key.partition(".")[2]: value for key, value in (shown.modelinfo or {}).items()}
    return Description(
        found.digest or "",
        shown.template or "",
        _whole(facts.get("context_length")),
        _bytes_per_token(facts),
    )


def _bytes_per_token(facts: dict[str, Any]) -> int | None:
    """Keys and values of every layer."""
    layers, heads = _whole(facts.get("block_count")), _whole(facts.get("attention.head_count"))
    width = _whole(facts.get("embedding_length"))
    if not (layers and heads and width):
        return None
    shared = _whole(facts.get("attention.head_count_kv")) or heads
    key = _whole(facts.get("attention.key_length")) or width // heads
    value = _whole(facts.get("attention.value_length")) or width // heads
    return layers * shared * (key + value) * _BYTES


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
