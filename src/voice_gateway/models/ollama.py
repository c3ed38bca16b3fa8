"""`OllamaClient`: models behind Ollama's API, whoever serves it."""

import asyncio
import logging
import ssl
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import httpx
import ollama
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_ollama import ChatOllama

from voice_gateway import trace
from voice_gateway.errors import ModelError
from voice_gateway.models.ability import Abilities, Widened
from voice_gateway.models.acquaintance import Acquaintance
from voice_gateway.models.client import Arguments, ChatClient
from voice_gateway.models.description import Description
from voice_gateway.models.loading import Loading
from voice_gateway.models.ollama_errors import cause_of, explained
from voice_gateway.models.patience import Came
from voice_gateway.models.probe import Figures, first_impression, probe_figures
from voice_gateway.models.qwen import to_qwen
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.window import wider
from voice_gateway.settings.language_models import OllamaSettings
from voice_gateway.tools import Tools

log = logging.getLogger(__name__)

RESERVED_FOR_TOOLS = 1_200
"""Tokens of the window kept free for definitions of tools."""


class OllamaClient(ChatClient):
    """Builds one `ChatOllama` and keeps it. Tools are converted to Qwen's form only here."""

    provider = "ollama"
    quiet_arguments: ClassVar[Arguments] = {"stream": False}
    doubted: ClassVar[bool] = False
    """Whether a model can do nothing until it has shown that it can."""

    def __init__(
        self, settings: OllamaSettings, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._settings = settings
        self.num_ctx = settings.num_ctx
        self._probing: asyncio.Task[None] | None = None
        self._told: set[str] = set()
        # How long to wait is decided with each request; this is merely the most.
        longest = settings.timeout + settings.load_timeout
        connection: dict[str, Any] = {"timeout": httpx.Timeout(longest, connect=2), "trust_env": False}
        self._chat = ChatOllama(
            base_url=settings.base_url,
            model=settings.model,
            **self._options(),
            keep_alive=self._keep_alive,
            reasoning=False,
            sync_client_kwargs={**connection, "verify": _tls()},
            async_client_kwargs={**connection, "transport": transport}
            if transport
            else {**connection, "verify": _tls()},
        )
        super().__init__(self._chat, settings.model)
        self.longest_wait = settings.load_timeout
        self._model = Acquaintance(self._server, settings.model)
        self._loading = Loading(self._server, settings)

    def _options(self, **further: Any) -> dict[str, Any]:
        """The options of every request. Ollama loads a model anew whenever its window is another."""
        settings = self._settings
        usual = {"num_ctx": self.num_ctx, "num_predict": settings.num_predict}
        return {**usual, "temperature": settings.temperature, **further}

    @property
    def _keep_alive(self) -> int | float:
        seconds = self._settings.keep_alive
        return int(seconds) if seconds == int(seconds) else seconds

    @property
    def _server(self) -> ollama.AsyncClient:
        client: ollama.AsyncClient = self._chat._async_client
        return client

    @property
    def window(self) -> int:
        return max(256, self.num_ctx - self._settings.num_predict - RESERVED_FOR_TOOLS)

    @property
    def room(self) -> int:
        """What the model can see, less the reply."""
        return max(self._seen // 4, self._seen - self._settings.num_predict)

    @property
    def _seen(self) -> int:
        """Ollama gives no model a larger window than it was made for."""
        return min(self.num_ctx, self._model.longest_window or self.num_ctx)

    def described(self, tools: Tools) -> Sequence[Any]:
        return to_qwen(tools)

    def guided(self, messages: Sequence[BaseMessage], guidance: str) -> list[BaseMessage]:
        return [*messages, SystemMessage(guidance)]

    def thought_off(self, messages: Sequence[BaseMessage]) -> tuple[dict[str, Any], list[BaseMessage]]:
        *earlier, last = messages
        return {"reasoning": False}, [*earlier, HumanMessage(f"{last.text} /no_think")]

    def constrained(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        # Of a call, only the likeliest will do.
        return {"format": dict(schema), "options": self._options(temperature=0.0)}

    def limited(self, tokens: int) -> Arguments:
        return {"options": self._options(num_predict=tokens)}

    def patience(self) -> AbstractAsyncContextManager[Came]:
        return self._loading.patience(self._seen)

    async def say(self, messages: Sequence[Mapping[str, str]], **options: Any) -> ollama.ChatResponse:
        """The server's own answer, for who wants to see all of it; with no messages the model is loaded."""
        async with self.patience():
            reply: ollama.ChatResponse = await self._server.chat(
                self.name,
                messages,
                think=False,
                options=self._options(**options),
                keep_alive=self._keep_alive,
            )
        return reply

    async def widen(self, tokens: int) -> bool:
        needed = tokens + self._settings.num_predict
        window = wider(needed, self._model.described or Description(), self._settings.base_url)
        if window is None or window <= self.num_ctx:
            self._tell_once(
                f"The model's window of {self.num_ctx} tokens (ollama.num_ctx) is too small, and neither the "
                "model nor the memory allows for more: fewer tools are offered."
            )
            return False
        self._tell_once(
            f"The model's window of {self.num_ctx} tokens is too small and is now {window}. "
            f"To have it so from the start, set ollama.num_ctx to {window}."
        )
        self._model.keep(replace(self.known, widened=Widened(self._settings.num_ctx, window)))
        self._go_by_it()
        return True

    async def meet(self) -> None:
        """Go by what is remembered of these weights. What is not known yet is found out when it is quiet."""
        await self._recall()
        if self._model.described and not self.known.probed and self._probing is None:
            self._probing = asyncio.create_task(self._find_out())

    async def first_impression(self) -> Abilities:
        """What is known of the model; of one that nobody has tried, what a single call and few words show."""
        await self._recall()
        if not self.known.probed:
            self._model.keep(await first_impression(self, self.known))
        return self.known

    @property
    def known(self) -> Abilities:
        return self._model.known

    async def _recall(self) -> None:
        await self._model.recall()
        self.template = self._model.described.template if self._model.described else ""
        self._go_by_it()

    def learn(self, reply: Reply, *, called_for: bool) -> None:
        """What a turn shows is gone by from the next one on; that tools are refused, at once."""
        called = False if called_for and reply.usable and not reply.calls else reply.called
        if called is not None:
            self._model.keep(self.known.seen(right=called))
        if reply.cause is Cause.NO_TOOLS:
            self.writes_calls = True

    async def warm(self, prefixes: Sequence[Tools] = ()) -> None:
        """Load the model with an empty chat, as Ollama's own clients do; failing is not a problem yet.

        The first time a model is met, it is found out how it calls tools, and whether it is fit for talk.
        """
        await super().warm(prefixes)
        try:
            await self.meet()
            await self.say([])
        except (httpx.HTTPError, ollama.ResponseError, OSError, ValueError) as error:
            log.info("The model could not be warmed: %s", error)
            return
        if self._probing:
            await self._probing

    async def _find_out(self) -> None:
        if figures := await probe_figures(self, self.quiet.run):
            self.keep_figures(figures)

    async def probe(self) -> Figures:
        """Try the model now, and keep what is found. Raises what keeps it from being asked."""
        await self.load()
        await self._recall()
        figures = await probe_figures(self)
        if figures is None:
            raise ModelError(
                f"{self.name} could not be asked to the end.",
                fix="Allow for more time with ollama.timeout, or see: voice-gateway doctor.",
            )
        self.keep_figures(figures)
        return figures

    async def load(self) -> None:
        """Load the model with an empty chat, as Ollama's own clients do."""
        try:
            await self.say([])
        except (httpx.HTTPError, ollama.ResponseError, OSError, ValueError) as error:
            raise self.unreachable(error) or ModelError(
                f"{self.name} could not be loaded: {error}."
            ) from error

    def keep_figures(self, figures: Figures) -> None:
        """Remember what a probe has found, and go by it."""
        native, written = figures.native, figures.written
        log.info(
            "%s: %d of %d calls right by itself, %d under a schema (%s); %s for talk",
            self.name, native.right, native.asked, written.right, figures.way,
            "good enough" if figures.talks else "too small",
        )  # fmt: skip
        self._model.keep(replace(figures.abilities, widened=self.known.widened))
        self._go_by_it()

    def _go_by_it(self) -> None:
        known, able = self.known, not self.doubted
        self.writes_calls = not (able if known.calls_tools is None else known.calls_tools)
        self.talks = able if known.talks is None else known.talks
        if known.widened and known.widened.set_to == self._settings.num_ctx:
            self.num_ctx = self._chat.num_ctx = known.widened.needed

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            log.info("%s", text)
            trace.record(trace.Notice(text=text))

    async def close(self) -> None:
        if self._probing:
            self._probing.cancel()
            with suppress(asyncio.CancelledError):
                await self._probing
        await super().close()
        await self._server._client.aclose()
        self._chat._client._client.close()

    def ended(self, facts: Mapping[str, Any]) -> bool:
        return facts.get("done") is True

    def cause_of(self, error: Exception) -> Cause:
        return cause_of(error) or super().cause_of(error)

    def unreachable(self, error: Exception) -> ModelError | None:
        return explained(error, self._settings)


@cache
def _tls() -> ssl.SSLContext:
    """One context for all clients: making one takes 50 ms, and ChatOllama would make two."""
    return ssl.create_default_context()
