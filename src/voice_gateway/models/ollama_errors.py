"""What Ollama's errors mean, for the person and for the recovery."""

import httpx
import ollama

from voice_gateway.errors import ModelError
from voice_gateway.models.reply import Cause
from voice_gateway.settings.language_models import OllamaSettings


def explained(error: Exception, settings: OllamaSettings) -> ModelError | None:
    """The error to show when no reply can be had at all; None when there is something to recover from."""
    address, name = settings.base_url, settings.model
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | ConnectionError):
        return ModelError(
            f"Ollama does not answer at {address}.",
            fix="Start it with “ollama serve”, or set its address with OLLAMA_HOST.",
        )
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return ModelError(
            f"The model {name} did not answer within {settings.timeout:g} seconds.",
            fix="Try a smaller model, or allow more with VOICE_GATEWAY_OLLAMA_TIMEOUT.",
        )
    if isinstance(error, ollama.ResponseError) and error.status_code == 404:
        return ModelError(f"Ollama has no model called {name}.", fix=f"Get it with: ollama pull {name}")
    if isinstance(error, ollama.ResponseError) and error.status_code in (401, 403):
        return ModelError(
            f"{address} refused the request ({error.status_code}).", fix="Check its credentials."
        )
    return None


def cause_of(error: Exception) -> Cause | None:
    """The cause that a status stands for; None where it says nothing about the reply."""
    if not isinstance(error, ollama.ResponseError):
        return None
    if error.status_code == 503:
        return Cause.BUSY
    refused = error.status_code == 400 and "does not support tools" in error.error
    return Cause.NO_TOOLS if refused else None
