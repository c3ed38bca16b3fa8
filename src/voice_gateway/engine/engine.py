"""The built-in model as the rest of the gateway sees it: load it, ask it, let go of it."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from contextvars import ContextVar
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final, Self, TypeVar

from voice_gateway.engine.events import Decoder, End, Piece
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.fit import TOO_LONG, fit, room, window
from voice_gateway.engine.llama import Llama, Load, OnEvent
from voice_gateway.engine.models import LocalModel, check_adapter, find_model
from voice_gateway.engine.options import Options
from voice_gateway.engine.request import ChatRequest, Message, Tool
from voice_gateway.engine.residence import Residence, Resident
from voice_gateway.engine.rows import Rows
from voice_gateway.engine.sampling import conversation_body, sampling
from voice_gateway.engine.schema import constraint
from voice_gateway.engine.stream import stream
from voice_gateway.engine.turns import Turns
from voice_gateway.settings.language_models import EngineSettings

Json = dict[str, Any]
Items = AsyncGenerator[Piece | End, None]
T = TypeVar("T")

conversation: ContextVar[str] = ContextVar("conversation", default="")
"""Who is asking. Requests of different conversations take turns; set it around a call to name yours."""

# A token is at least a byte, and a message is a few tokens of markup: below that, counting can be spared.
_MARKUP_TOKENS: Final = 16
_PREAMBLE_TOKENS: Final = 200
_UNPARSED: Final = "does not match the expected"


class Engine:
    """One model, used by several conversations at a time."""

    def __init__(
        self,
        model: LocalModel,
        *,
        adapter: Path | None = None,
        threads: int | None = None,
        context: int = 3072,
        slots: int = 2,
        cache_mib: int = 256,
        small_cache: bool | None = None,
    ) -> None:
        """`small_cache` takes half the memory, and now and then other words. It is for the call maker, whose
        wishes hardly change by it, and so the default with an adapter."""
        self.model = model
        self.context = min(context, model.metadata.context_length or context)
        self.adapter = check_adapter(adapter) if adapter else None
        small_cache = bool(adapter) if small_cache is None else small_cache
        load = Load(model, self.adapter, threads or _cores(), self.context, slots, cache_mib, small_cache)
        # Two more threads than turns, so that counting and loading never wait for an answer.
        self._executor = ThreadPoolExecutor(slots + 2, "engine")
        self._residence = Residence(load, self._executor)
        self._turns = Turns(slots)
        self._rows = Rows(slots) if adapter else None

    @classmethod
    def from_settings(cls, settings: EngineSettings) -> Self:
        """The engine that the settings describe. Finds and checks the files, but loads nothing yet."""
        return cls(
            find_model(settings),
            adapter=settings.adapter,
            threads=settings.threads,
            context=settings.context,
            slots=settings.slots,
            cache_mib=settings.cache_mib,
        )

    @property
    def loaded(self) -> bool:
        return self._residence.loaded

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._turns.waiting

    async def load(self) -> None:
        """Load the model in the background. Harmless when it is loaded."""
        (await self._residence.enter()).leave()

    async def unload(self) -> None:
        """Give the model's memory back. The next request loads it again."""
        await self._residence.clear()

    async def close(self) -> None:
        """Unload for good."""
        await self.unload()
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def count(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, think: bool = False
    ) -> int:
        """How many tokens the prompt would be."""
        body = conversation_body(messages, tools, think)
        return await self._use(lambda llama: llama.count(body))

    async def prompt(self, request: ChatRequest) -> str:
        """The text that a request comes down to, cut to what fits into the window."""
        resident = await self._residence.enter()
        try:
            body = await self._body(request, resident.llama)
            return await self._work(lambda: resident.llama.render(body))
        finally:
            resident.leave()

    async def tokens(self, text: str) -> list[int]:
        """The text as tokens."""
        return await self._use(lambda llama: llama.tokens(text))

    async def text(self, tokens: Sequence[int]) -> str:
        """What these tokens say. llama.cpp does not survive one that there is not, so they are checked."""
        vocabulary = self.model.metadata.arrays.get("tokenizer.ggml.tokens", 0)
        if not all(0 <= token < vocabulary for token in tokens):
            raise EngineError(f"tokens must be between 0 and {vocabulary - 1}", 400)
        return await self._use(lambda llama: llama.text(tokens))

    async def chat(self, request: ChatRequest) -> Items:
        """Answer messages. Closing the iterator before the end frees the engine."""
        constrained = constraint(request.format)
        started = perf_counter_ns()
        resident = await self._residence.enter()
        loaded = perf_counter_ns() - started
        try:
            body = await self._body(request, resident.llama)
            prompt = await self._work(lambda: resident.llama.render(body)) if self._rows else ""
        except BaseException:
            resident.leave()
            raise
        body |= sampling(request.options) | constrained
        if request.logprobs:
            # llama.cpp tells how likely a token was only together with the likeliest ones.
            body |= {"logprobs": True, "top_logprobs": max(1, request.top_logprobs)}
        if request.tools:
            # Under a format the tools stay in the prompt, but the answer follows it, as it does in Ollama.
            body["tool_choice"] = "none" if constrained else request.tool_choice
        run = self._in_row(resident.llama.chat, body, prompt, request.options)
        decoder = Decoder(request.top_logprobs)
        async with aclosing(self._answer(resident, run, decoder, started, loaded)) as items:
            async for item in items:
                # No tokens wanted only warms the prompt; llama.cpp makes one all the same.
                if request.options.num_predict or isinstance(item, End):
                    yield item

    async def complete(
        self,
        prompt: str,
        form: Json | str | None = None,
        options: Options | None = None,
        *,
        chances: bool = False,
        likeliest: int = 0,
    ) -> Items:
        """Continue a raw prompt, without a template. One that does not fit is refused, never cut."""
        options = options or Options()
        body: Json = {"prompt": prompt} | sampling(options) | constraint(form)
        body |= {"logprobs": max(1, likeliest)} if chances else {}
        started = perf_counter_ns()
        resident = await self._residence.enter()
        loaded = perf_counter_ns() - started
        try:
            length = len(await self._work(lambda: resident.llama.tokens(prompt)))
            if length >= window(options, self.context):
                raise EngineError(TOO_LONG, 400)
        except BaseException:
            resident.leave()
            raise
        run = self._in_row(resident.llama.continue_text, body, prompt, options)
        async with aclosing(self._answer(resident, run, Decoder(likeliest), started, loaded)) as items:
            async for item in items:
                yield item

    def _thinks(self, request: ChatRequest) -> bool:
        if request.think and not self.model.thinks:
            raise EngineError(f'"{request.model}" does not support thinking', 400)
        return self.model.thinks if request.think is None else bool(request.think)

    async def _body(self, request: ChatRequest, llama: Llama) -> Json:
        """What the prompt is rendered from, without the oldest messages when they are too many."""
        think = self._thinks(request)
        limit = room(request, self.context)

        async def count(messages: Sequence[Message]) -> int:
            body = conversation_body(messages, request.tools, think)
            most = len(str(body).encode()) + _MARKUP_TOKENS * len(messages) + _PREAMBLE_TOKENS
            return most if most <= limit else await self._work(lambda: llama.count(body))

        if not request.truncate and await count(request.messages) > limit:
            raise EngineError(TOO_LONG, 400)
        return conversation_body(await fit(request.messages, limit, count), request.tools, think)

    def _in_row(
        self, complete: Callable[[Json, OnEvent], None], body: Json, prompt: str, options: Options
    ) -> Callable[[OnEvent], None]:
        """The completion, in the row of the prompt cache that suits it when there is an adapter."""
        rows = self._rows
        if rows is None:
            return lambda on_event: complete(body, on_event)
        scale = 1.0 if options.adapter_scale is None else options.adapter_scale

        def run(on_event: OnEvent) -> None:
            with rows.row(prompt, scale) as row:
                # The scale is always named: a request without one would use a prompt computed under another.
                complete(body | {"id_slot": row, "lora": [{"id": 0, "scale": scale}]}, on_event)

        return run

    async def _answer(
        self,
        resident: Resident,
        run: Callable[[OnEvent], None],
        decoder: Decoder,
        started: int,
        loaded: int,
    ) -> Items:
        """Wait for a turn, run the completion, and pass on its pieces as they come."""
        try:
            give_back = await self._turns.take(conversation.get())
        except BaseException:
            resident.leave()
            raise

        def over() -> None:
            give_back()
            resident.leave()

        try:
            async with aclosing(stream(self._executor, run, over)) as events:
                async for event in events:
                    for piece in decoder.pieces(event):
                        yield piece
        except EngineError as error:
            # A call that is none: Ollama swallows it, and so do we. The answer ends where it stands.
            if _UNPARSED not in error.message:
                raise
        yield decoder.end(perf_counter_ns() - started, loaded)

    async def _use(self, ask: Callable[[Llama], T]) -> T:
        resident = await self._residence.enter()
        try:
            return await self._work(lambda: ask(resident.llama))
        finally:
            resident.leave()

    async def _work(self, action: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(action))


def _cores() -> int:
    """How many cores this process may use, which is not always how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
