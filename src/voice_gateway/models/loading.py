"""Patience with a model that has to be loaded first: who gives up too early makes Ollama begin anew."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Final

import httpx
import ollama

from voice_gateway import trace
from voice_gateway.model_name import same_model
from voice_gateway.models.patience import WORD_AFTER, Came
from voice_gateway.settings.language_models import OllamaSettings
from voice_gateway.turn_clock import standing_still

FRESH: Final = 60.0
"""Seconds for which a model that has just answered is taken to be still there."""

_ASKING: Final = 3.0


class Loading:
    """Knows whether the model is there already, and how long to wait for it when it is not."""

    def __init__(self, client: ollama.AsyncClient, settings: OllamaSettings) -> None:
        self._client = client
        self._settings = settings
        self._answered = float("-inf")

    @asynccontextmanager
    async def patience(self, window: int) -> AsyncIterator[Came]:
        """Around a request. What it gives is called with each piece that comes; else `TimeoutError`."""
        loop, settings = asyncio.get_running_loop(), self._settings
        loads = not await self._is_loaded(window)
        limit = settings.timeout + (settings.load_timeout if loads else 0)
        word = loop.call_later(WORD_AFTER, _tell, settings.model) if loads else None
        try:
            async with asyncio.timeout(limit) as deadline:
                waiting = ExitStack()
                if loads:
                    waiting.enter_context(standing_still())

                def came() -> None:
                    waiting.close()
                    if word:
                        word.cancel()
                    self._answered = time.monotonic()
                    deadline.reschedule(loop.time() + settings.timeout)

                with waiting:
                    yield came
                self._answered = time.monotonic()
        finally:
            if word:
                word.cancel()

    async def _is_loaded(self, window: int) -> bool:
        """Asked before a request is sent: while a model is being loaded, Ollama may list it already."""
        if time.monotonic() - self._answered < FRESH:
            return True
        try:
            async with asyncio.timeout(_ASKING):
                running = (await self._client.ps()).models
        except (httpx.HTTPError, ollama.ResponseError, OSError, ValueError):
            return True
        return any(
            same_model(model.model or "", self._settings.model) and (model.context_length or window) >= window
            for model in running
        )


def _tell(model: str) -> None:
    trace.record(
        trace.Notice(text=f"The model {model} is being loaded; this may take a moment.", waiting=True)
    )
