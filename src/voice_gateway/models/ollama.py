"""`OllamaClient`: models behind Ollama's API, whoever serves it."""

import asyncio
import logging
import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import httpx
import ollama
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_ollama import ChatOllama

from voice_gateway.errors import ModelError
from voice_gateway.models.ability import Abilities, find_out, remember, remembered
from voice_gateway.models.client import Arguments, ChatClient, bound_arguments
from voice_gateway.models.qwen import to_qwen
from voice_gateway.settings.model import OllamaSettings
from voice_gateway.tools import Tools

log = logging.getLogger(__name__)

RESERVED_FOR_TOOLS = 1_200
"""Tokens of the window kept free for definitions of tools."""


class OllamaClient(ChatClient):
    """Builds one `ChatOllama` and keeps it. Tools are converted to Qwen's form only here."""

    provider = "ollama"
    quiet: ClassVar[Arguments] = {"stream": False}

    def __init__(
        self, settings: OllamaSettings, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._settings = settings
        connection: dict[str, Any] = {
            "timeout": httpx.Timeout(settings.timeout, connect=2),
            "trust_env": False,
        }
        self._chat = ChatOllama(
            base_url=settings.base_url,
            model=settings.model,
            temperature=settings.temperature,
            num_ctx=settings.num_ctx,
            num_predict=settings.num_predict,
            keep_alive=int(settings.keep_alive)
            if settings.keep_alive == int(settings.keep_alive)
            else settings.keep_alive,
            reasoning=False,
            sync_client_kwargs={**connection, "verify": _tls()},
            async_client_kwargs={**connection, "transport": transport}
            if transport
            else {**connection, "verify": _tls()},
        )
        super().__init__(self._chat, settings.model)
        self._take(remembered(settings.model))

    @property
    def window(self) -> int:
        return max(256, self._settings.num_ctx - self._settings.num_predict - RESERVED_FOR_TOOLS)

    def bind(self, tools: Tools) -> Arguments:
        return bound_arguments(self._chat.bind_tools(to_qwen(tools)))

    def guided(self, messages: Sequence[BaseMessage], guidance: str) -> list[BaseMessage]:
        return [*messages, SystemMessage(guidance)]

    def thought_off(self, messages: Sequence[BaseMessage]) -> tuple[dict[str, Any], list[BaseMessage]]:
        *earlier, last = messages
        return {"reasoning": False}, [*earlier, HumanMessage(f"{last.text} /no_think")]

    def constrained(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        return {"format": dict(schema)}

    async def warm(self, prefixes: Sequence[Tools] = ()) -> None:
        """Load the model with an empty chat, as Ollama's own clients do; failing is not a problem yet.

        The first time a model is met, it is found out whether it calls tools by itself, and is fit for talk.
        """
        client = self._chat._async_client
        try:
            async with asyncio.timeout(self._settings.timeout):
                await client.chat(
                    self.name,
                    [],
                    options={"num_ctx": self._settings.num_ctx},
                    keep_alive=self._settings.keep_alive,
                )
        except (httpx.HTTPError, ollama.ResponseError, OSError, ValueError) as error:
            log.info("The model could not be warmed: %s", error)
            return
        known = remembered(self.name)
        if (found := await find_out(client, self.name, known)) != known:
            calls, talks = found.calls_tools, found.talks
            log.info("%s %s tools by itself", self.name, "calls" if calls else "does not call")
            log.info("%s is %s for talk", self.name, "good enough" if talks else "too small")
            remember(self.name, found)
            self._take(found)

    def _take(self, known: Abilities) -> None:
        """Go by what is known; what is not known is given the benefit of the doubt."""
        self.writes_calls = known.calls_tools is False
        self.talks = known.talks is not False

    async def close(self) -> None:
        await self._chat._async_client._client.aclose()
        self._chat._client._client.close()

    def unreachable(self, error: Exception) -> ModelError | None:
        address = self._settings.base_url
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | ConnectionError):
            return ModelError(
                f"Ollama does not answer at {address}.",
                fix="Start it with “ollama serve”, or set its address with OLLAMA_HOST.",
            )
        if isinstance(error, httpx.TimeoutException):
            return ModelError(
                f"The model {self.name} did not answer within {self._settings.timeout:g} seconds.",
                fix="Try a smaller model, or allow more with VOICE_GATEWAY_OLLAMA_TIMEOUT.",
            )
        if isinstance(error, ollama.ResponseError) and error.status_code == 404:
            return ModelError(
                f"Ollama has no model called {self.name}.", fix=f"Get it with: ollama pull {self.name}"
            )
        if isinstance(error, ollama.ResponseError) and error.status_code in (401, 403):
            return ModelError(
                f"{address} refused the request ({error.status_code}).", fix="Check its credentials."
            )
        return None


@cache
def _tls() -> ssl.SSLContext:
    """One context for all clients: making one takes 50 ms, and ChatOllama would make two."""
    return ssl.create_default_context()
