"""`BuiltinClient`: the model inside, reached through Ollama's own API without a socket."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage

from voice_gateway import trace
from voice_gateway.call_maker import CallMaker, packaged_adapter, request
from voice_gateway.engine import Engine, conversation, create_app, create_client_transport
from voice_gateway.errors import ModelError
from voice_gateway.models.constrained import CallQuestion
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.settings import Settings
from voice_gateway.settings.language_models import EngineSettings
from voice_gateway.tools import Tools

log = logging.getLogger(__name__)


class BuiltinClient(OllamaClient):
    """An `OllamaClient` that cannot tell the difference, and the engine that it keeps running.

    With the packaged model, calls are what the wish of a sentence comes to, and an adapter has taught it to
    point out answers in what was found; another model, or other tools, get calls under a schema.
    """

    provider = "builtin"
    doubted = True

    def __init__(self, settings: Settings) -> None:
        self.engine = Engine.from_settings(with_adapter(settings.engine))
        described = {
            "base_url": "http://builtin",
            "model": self.engine.model.name,
            "num_ctx": self.engine.context,
        }
        app = create_app(self.engine)
        super().__init__(settings.ollama.model_copy(update=described), transport=create_client_transport(app))
        self._is_packaged = settings.engine.model is None
        self._go_by_it()
        self._maker = CallMaker() if self.engine.adapter and settings.engine.adapter is None else None
        self.writer = self._maker.writer if self._maker else None

    async def write_calls(
        self, messages: Sequence[BaseMessage], tools: Tools, *, purpose: str, copies: bool = False
    ) -> Reply:
        names = [tool.name for tool in tools]
        if self._maker is None or not self._maker.knows(names):
            return await super().write_calls(messages, tools, purpose=purpose, copies=copies)
        calls = await self._maker.write_calls(messages, names)
        return Reply(calls=tuple(calls), cause=None if calls else Cause.SILENT)

    async def ask(self, messages: Sequence[BaseMessage], **how: Any) -> Reply:
        """Ask once; several conversations take turns on the engine."""
        running = trace.current()
        token = conversation.set(running.conversation if running else "")
        try:
            if self._maker and how.get("stripped") and (prompt := self._maker.answer_messages(messages)):
                return await self._point_out(self._maker, prompt, **how)
            return await super().ask(messages, **{**how, "arguments": self._arguments(how.get("arguments"))})
        finally:
            conversation.reset(token)

    async def _point_out(self, maker: CallMaker, prompt: Sequence[BaseMessage], **how: Any) -> Reply:
        """Have the model point to the sentence of the results that answers; it cannot add to them."""
        arguments = self._arguments(request())
        reply = await super().ask(prompt, purpose=how["purpose"], arguments=arguments, written=True)
        text = maker.read_answer(reply.text, prompt)
        if gate := how.get("gate"):
            gate.feed(text)
        return replace(reply, text=text, calls=(), cause=None if text else Cause.SILENT)

    async def meet(self) -> None:
        """The packaged model is known: it is too small to call a tool by itself, or to talk."""
        if not self._is_packaged:
            await super().meet()

    async def widen(self, tokens: int) -> bool:
        """The window is that of the engine (engine.context), which is running."""
        return False

    async def warm(self, prefixes: Sequence[Tools] = ()) -> None:
        """What writes wishes is loaded; the packaged model, which only answers, when it is first asked.

        Another model reads the beginning of every tier's prompt once.
        """
        if self.writer:
            await self.writer.warm()
            return
        try:
            await self.engine.load()
            await self.meet()
            for tools in prefixes:
                sent_with = self._arguments({"options": {"num_predict": 0}})
                await self._chat.ainvoke(CallQuestion([], tools).prompt, stream=False, **sent_with)
        except ModelError as error:
            log.warning("The built-in model could not be loaded: %s", error.message)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.info("The built-in model could not be warmed: %s", error)

    async def close(self) -> None:
        await super().close()
        await self.engine.close()

    def _arguments(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """What a request is sent with: as it is set, and with the adapter off unless it is asked for."""
        given = given or {}
        if not self.engine.adapter:
            return dict(given)
        usual = self._options(adapter_scale=0.0 if self._maker else 1.0)
        return {**given, "options": usual | given.get("options", {})}


def with_adapter(settings: EngineSettings) -> EngineSettings:
    """The settings with the packaged adapter for the packaged model, unless another is named."""
    adapter = packaged_adapter()
    if adapter is None or settings.adapter or settings.model:
        return settings
    return settings.model_copy(update={"adapter": adapter})
