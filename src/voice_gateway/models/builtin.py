"""`BuiltinClient`: the model inside, reached through Ollama's own API without a socket."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import BaseMessage

from voice_gateway import trace
from voice_gateway.engine import Engine, conversation, create_app, create_client_transport
from voice_gateway.errors import ModelError
from voice_gateway.models.client import Tools
from voice_gateway.models.constrained import call_messages
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.reply import Reply
from voice_gateway.settings import Settings

log = logging.getLogger(__name__)


class BuiltinClient(OllamaClient):
    """An `OllamaClient` that cannot tell the difference, and the engine that it keeps running."""

    provider = "builtin"

    def __init__(self, settings: Settings) -> None:
        self.engine = Engine.from_settings(settings.engine)
        described = {
            "base_url": "http://builtin",
            "model": self.engine.model.name,
            "num_ctx": self.engine.context,
        }
        app = create_app(self.engine)
        super().__init__(settings.ollama.model_copy(update=described), transport=create_client_transport(app))
        # A model this small never calls a tool by itself; under a schema it does.
        self.writes_calls = True

    async def ask(self, messages: Sequence[BaseMessage], **how: Any) -> Reply:
        """Ask once; several conversations take turns on the engine."""
        running = trace.current()
        token = conversation.set(running.conversation if running else "")
        try:
            return await super().ask(messages, **how)
        finally:
            conversation.reset(token)

    async def warm(self, prefixes: Sequence[Tools] = ()) -> None:
        """Load the weights, then read the beginning of every tier's prompt once."""
        try:
            await self.engine.load()
            for tools in prefixes:
                opening = call_messages([], tools)
                await self._chat.ainvoke(opening, stream=False, options={"num_predict": 0})
        except ModelError as error:
            log.warning("The built-in model could not be loaded: %s", error.message)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.info("The built-in model could not be warmed: %s", error)

    async def close(self) -> None:
        await super().close()
        await self.engine.close()
