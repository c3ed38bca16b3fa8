"""What the scenarios share: a gateway over the real `ChatOllama` and a scripted server."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.home import Household, household, settings_for
from tests.servers.ollama import ScriptedOllama, Step, scripted_ollama
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.routing import Intent
from voice_gateway.tools import RegisteredTool


@dataclass
class Scene:
    """A household whose model follows a script."""

    ollama: ScriptedOllama
    house: Household

    async def ask(self, text: str, **options: Any) -> str:
        return await self.house.ask(text, **options)

    @property
    def chats(self) -> list[dict[str, Any]]:
        return self.ollama.chats


Play = Callable[..., AbstractAsyncContextManager[Scene]]


@pytest.fixture
def play() -> Play:
    """Play a script: `async with play(Intent.SEARCH, tools, [say("…")]) as scene`."""

    @asynccontextmanager
    async def opened(
        intent: Intent, tools: Sequence[RegisteredTool], steps: Sequence[Step], **settings: Any
    ) -> AsyncIterator[Scene]:
        async with scripted_ollama(steps) as ollama:
            chosen = settings_for(ollama__base_url=ollama.url, **settings)
            async with household(OllamaClient(chosen.ollama), tools, intent, chosen) as house:
                yield Scene(ollama, house)

    return opened
