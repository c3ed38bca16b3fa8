"""`OpenAIClient`: any server with OpenAI's chat API: vLLM, llama-server, LM Studio, or OpenAI itself."""

from collections.abc import Mapping
from typing import Any

import httpx
from pydantic import SecretStr

from voice_gateway.errors import ModelError
from voice_gateway.installation import how_to_add
from voice_gateway.models.client import Arguments, ChatClient
from voice_gateway.models.pool import Pool
from voice_gateway.settings.language_models import OpenAISettings

_NO_KEY = "none"
"""Servers of one's own want none, and the client wants one."""


class OpenAIClient(ChatClient):
    """One server, or a pool of them that have the same model."""

    provider = "openai"
    no_tool = "none"

    def __init__(self, settings: OpenAISettings, home: str = "") -> None:
        try:
            from langchain_openai import ChatOpenAI
        except ImportError:
            raise ModelError(
                "Support for OpenAI's API is not installed.", fix=f"Install it: {how_to_add('openai')}"
            ) from None
        self._settings = settings
        self._http = httpx.AsyncClient(
            transport=Pool.of((settings.base_url, *settings.servers), home),
            timeout=httpx.Timeout(settings.timeout, connect=2),
            trust_env=False,
        )
        self._chat = ChatOpenAI(
            model=settings.model,
            base_url=settings.base_url,
            api_key=settings.api_key or SecretStr(_NO_KEY),
            temperature=settings.temperature,
            max_tokens=settings.max_tokens,
            max_retries=0,
            stream_usage=True,
            http_async_client=self._http,
        )
        super().__init__(self._chat, settings.model)

    @property
    def window(self) -> int:
        return max(256, self._settings.context - self._settings.max_tokens)

    async def close(self) -> None:
        await super().close()
        await self._http.aclose()

    def constrained(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        form = {"name": "call", "schema": dict(schema), "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": form}, "temperature": 0.0}

    def limited(self, tokens: int) -> Arguments:
        return {"max_tokens": tokens}

    def unreachable(self, error: Exception) -> ModelError | None:
        import openai

        url = self._settings.base_url
        reasons: tuple[tuple[type[Exception], str, str], ...] = (
            (openai.AuthenticationError, f"{url} refused the key.", "Check openai.api_key."),
            (openai.PermissionDeniedError, f"{url} refused the key.", "Check what it may be used for."),
            (
                openai.NotFoundError,
                f"{url} has no model called {self.name}.",
                "Choose another: openai.model.",
            ),
            (openai.RateLimitError, f"{url} is asked too often.", "Wait a moment and try again."),
            (openai.APITimeoutError, f"{url} did not answer in time.", "Allow for more with openai.timeout."),
            (openai.APIConnectionError, f"{url} cannot be reached.", "See that the model server runs."),
            (openai.BadRequestError, f"{url} refused the request: {error}", "Try another model."),
        )
        return next(
            (ModelError(what, fix=fix) for kind, what, fix in reasons if isinstance(error, kind)), None
        )
