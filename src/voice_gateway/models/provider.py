"""Chooses who answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import httpx

from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.model_name import same_model
from voice_gateway.models.client import ChatClient
from voice_gateway.models.pool import Pool
from voice_gateway.settings import Settings
from voice_gateway.settings.language_models import OllamaSettings


@dataclass(frozen=True)
class Choice:
    client: ChatClient
    notice: str
    """Who answers and why, in one line."""


async def choose_client(settings: Settings) -> Choice:
    """The client that the settings ask for, with a call maker beside it unless only the model may read."""
    choice = await _chosen(settings)
    client = choice.client
    if settings.caller == "auto" and client.provider != "builtin":
        client.writer = WishWriter()
        client.reads_the_unsure = True
    return choice


async def _chosen(settings: Settings) -> Choice:
    """`auto` is Ollama when it has the model, else the one inside."""
    if settings.provider in ("anthropic", "openai"):
        return _elsewhere(settings)
    from voice_gateway.models.ollama import OllamaClient

    name, url = settings.ollama.model, settings.ollama.base_url
    if settings.provider == "builtin":
        return _builtin(settings, "The built-in model {} answers.")
    if settings.provider == "ollama" or not builtin_is_there(settings):
        pool = (
            Pool.of((url, *settings.ollama.servers), settings.fleet.home) if settings.ollama.servers else None
        )
        places = _places(url, settings.ollama.servers)
        return Choice(OllamaClient(settings.ollama, transport=pool), f"{name} at Ollama ({places}) answers.")
    models = await ollama_models(settings.ollama)
    if models is None:
        return _builtin(settings, f"Ollama does not answer at {url}, so the built-in model {{}} does.")
    if not any(same_model(name, model) for model in models):
        return _builtin(
            settings, f"Ollama has no {name} (ollama pull {name}), so the built-in model {{}} answers."
        )
    return Choice(OllamaClient(settings.ollama), f"{name} at Ollama ({url}) answers.")


def _elsewhere(settings: Settings) -> Choice:
    """Who speaks another language than Ollama's."""
    if settings.provider == "anthropic":
        from voice_gateway.models.anthropic import AnthropicClient

        return Choice(
            AnthropicClient(settings.anthropic), f"{settings.anthropic.model} at Anthropic answers."
        )
    from voice_gateway.models.openai import OpenAIClient

    server = settings.openai
    notice = f"{server.model} at {_places(server.base_url, server.servers)} answers."
    return Choice(OpenAIClient(server, settings.fleet.home), notice)


def _places(first: str, others: Sequence[str]) -> str:
    return f"{first} and {len(others)} more" if others else first


def builtin_is_there(settings: Settings) -> bool:
    """Whether the engine and a model for it are installed."""
    from voice_gateway.engine import packaged_model

    return find_spec("xllamacpp") is not None and bool(settings.engine.model or packaged_model())


async def ollama_models(settings: OllamaSettings) -> set[str] | None:
    """The models that Ollama has; None when it does not answer."""
    try:
        async with httpx.AsyncClient(timeout=httpx.Timeout(3, connect=1), trust_env=False) as client:
            response = await client.get(f"{settings.base_url}/api/tags")
            return {str(model["name"]) for model in response.raise_for_status().json()["models"]}
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return None


def _builtin(settings: Settings, notice: str) -> Choice:
    from voice_gateway.models.builtin import BuiltinClient

    client = BuiltinClient(settings)
    return Choice(client, notice.format(client.name))
