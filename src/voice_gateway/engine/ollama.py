"""What a running Ollama has, and asking it to fetch more."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from voice_gateway.errors import ModelError

Json = dict[str, Any]

_CONNECT = httpx.Timeout(10, connect=2)
# A pull is silent while Ollama checks what it fetched.
_PULL = httpx.Timeout(600, connect=2)


@dataclass(frozen=True)
class Progress:
    """How far a pull has come. A total of nothing means that it cannot be said."""

    status: str
    completed: int = 0
    total: int = 0


def installed_models(address: str) -> list[Json] | None:
    """The models of the Ollama at this address as it lists them, or nothing when none answers there."""
    try:
        with httpx.Client(base_url=address, timeout=_CONNECT, trust_env=False) as client:
            models = client.get("/api/tags").raise_for_status().json()["models"]
        return [model for model in models if isinstance(model, dict)]
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return None


def model_description(address: str, name: str) -> Json | None:
    """What the Ollama at this address says about one model, or nothing when it has none of that name."""
    try:
        with httpx.Client(base_url=address, timeout=_CONNECT, trust_env=False) as client:
            described = client.post("/api/show", json={"model": name}).raise_for_status().json()
    except (httpx.HTTPError, ValueError):
        return None
    return described if isinstance(described, dict) else None


def pull_model(address: str, name: str) -> Iterator[Progress]:
    """Let Ollama fetch a model, and tell how far it is."""
    try:
        with (
            httpx.Client(base_url=address, timeout=_PULL, trust_env=False) as client,
            client.stream("POST", "/api/pull", json={"model": name}) as response,
        ):
            if response.status_code != 200:
                raise ModelError(f"Ollama refused to fetch {name}: {_error(response.read())}.")
            for line in response.iter_lines():
                if line.strip():
                    yield _progress(name, line)
    except httpx.ConnectError:
        fix = "Start it with: ollama serve. Without it the built-in model answers; it needs no pull."
        raise ModelError(f"There is no Ollama at {address} that could fetch {name}.", fix=fix) from None
    except (httpx.HTTPError, ValueError) as error:
        raise ModelError(
            f"The download of {name} broke off: {error}.", fix="Run the command again."
        ) from error


def _progress(name: str, line: str) -> Progress:
    said = json.loads(line)
    if "error" in said:
        fix = "Check the name and the machine's way to the internet."
        raise ModelError(f"Ollama could not fetch {name}: {said['error']}.", fix=fix)
    return Progress(str(said.get("status", "")), int(said.get("completed", 0)), int(said.get("total", 0)))


def _error(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return body.decode("utf-8", "replace")[:200]
