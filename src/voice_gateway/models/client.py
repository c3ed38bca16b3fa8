"""A language model as the loop sees it. Providers differ in how tools are described, and taken away."""

import json
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolCall
from langchain_core.runnables import RunnableBinding

from voice_gateway import trace
from voice_gateway.errors import ModelError
from voice_gateway.models.constrained import CallQuestion
from voice_gateway.models.endings import finished, whole_sentences
from voice_gateway.models.patience import Came
from voice_gateway.models.prompt_size import prompt_tokens
from voice_gateway.models.quiet import Quiet
from voice_gateway.models.reply import Cause, Reply, Sent, read_reply
from voice_gateway.models.streaming import TokenGate
from voice_gateway.tools import Tools

if TYPE_CHECKING:
    from voice_gateway.call_maker.writer import WishWriter

log = logging.getLogger(__name__)

Arguments = Mapping[str, Any]
"""What a request is sent with, beside its messages."""

MAX_TOOL_SETS = 32


class ChatClient(ABC):
    """Asks one model and reads its reply. It holds the model and what was bound to it."""

    provider: str
    quiet_arguments: ClassVar[Arguments] = {}
    """Arguments that make a reply come whole, which is cheaper when nobody listens to it as it comes."""

    no_tool: ClassVar[Any] = None
    """The choice of no tool, for who wants the tools kept once the history holds calls."""

    def __init__(self, model: BaseChatModel, name: str) -> None:
        self.model = model
        self.name = name
        self.writes_calls = False
        """Whether calls must be decoded under a schema, because the model makes none by itself."""

        self.talks = True
        """Whether it is good enough for talk; a model that is too small improvises nonsense."""

        self.template = ""
        """What the server writes around our messages, where that is known."""

        self.writer: WishWriter | None = None
        """Who writes wishes before this model is asked, if anyone does."""

        self.reads_the_unsure = False
        """Whether what the writer is unsure of is left to this model; else the person is asked."""

        self.longest_wait = 60.0
        """Seconds for which a server that has no time yet is worth waiting for."""

        self.quiet = Quiet()
        """Turns are announced here, so that other work with the model makes way for them."""

        self._bound: dict[Tools, Arguments] = {}

    def with_tools(self, tools: Tools) -> Arguments:
        """What binds these tools to a request; made once per tool set."""
        if tools not in self._bound:
            if len(self._bound) >= MAX_TOOL_SETS:
                self._bound.clear()
            # What LangChain's wrapper would add to each request; adding it ourselves saves it that work.
            bound = self.model.bind_tools(self.described(tools))
            self._bound[tools] = bound.kwargs if isinstance(bound, RunnableBinding) else {}
        return self._bound[tools]

    def described(self, tools: Tools) -> Sequence[Any]:
        """The tools as this provider is told about them."""
        return [tool.tool for tool in tools]

    def without_tools(self, messages: Sequence[BaseMessage], tools: Tools) -> Arguments:
        """What keeps this provider from calling the tools that the messages speak of."""
        called = any(isinstance(message, AIMessage) and message.tool_calls for message in messages)
        if self.no_tool is None or not tools or not called:
            return {}
        return {**self.with_tools(tools), "tool_choice": self.no_tool}

    def guided(self, messages: Sequence[BaseMessage], guidance: str) -> list[BaseMessage]:
        """The messages with an instruction added at their end."""
        return [*messages, HumanMessage(guidance)]

    @abstractmethod
    def unreachable(self, error: Exception) -> ModelError | None:
        """The error to show when no reply can be had at all; None when the reply was merely unreadable."""

    def cause_of(self, error: Exception) -> Cause:
        """What an error says about the reply, where the model could be reached."""
        return Cause.LOADING if "No data received" in str(error) else Cause.UNREADABLE

    def ended(self, facts: Mapping[str, Any]) -> bool:
        """Whether a reply with this metadata came to its end, where a provider's stream may just stop."""
        return True

    def broken(self, reply: Reply) -> ModelError:
        """The error to show when replies came, and none of them could be read."""
        if reply.cause is Cause.BUSY:
            return ModelError(
                f"The server of {self.name} has too much to do.", fix="Try again in a few minutes."
            )
        reason = " ".join(reply.detail.split())[:200] or "it broke off"
        return ModelError(
            f"The reply of {self.name} could not be read: {reason}.",
            fix="Try again. If it stays so, look into the model server's own log.",
        )

    @property
    def window(self) -> int:
        """How many tokens of conversation fit beside the reply."""
        return 8_000

    @property
    def room(self) -> int | None:
        """How many tokens a prompt may have altogether; None where more fits than we ever send."""
        return None

    async def widen(self, tokens: int) -> bool:
        """Make room for a prompt of so many tokens; false where that is not possible."""
        return False

    def patience(self) -> AbstractAsyncContextManager[Came]:
        """Around a request. What it gives is called with every piece that comes."""
        return nullcontext(lambda: None)

    def thought_off(self, messages: Sequence[BaseMessage]) -> tuple[dict[str, Any], list[BaseMessage]]:
        """Arguments and messages that keep a model from thinking."""
        return {}, list(messages)

    def constrained(self, schema: Mapping[str, Any]) -> dict[str, Any] | None:
        """Arguments that force the reply into a JSON schema, where the provider can."""
        return None

    async def write_calls(
        self, messages: Sequence[BaseMessage], tools: Tools, *, purpose: str, copies: bool = False
    ) -> Reply:
        """Ask for a call under a schema. A reply of “none” has neither calls nor text, and is silent.

        With `copies`, texts in it can only be words that were said.
        """
        question = CallQuestion(messages, tools, copies)
        reply, call = await self._put(question, purpose)
        if reply.usable and (doubt := question.doubt(call)):
            second, other = await self._put(doubt, purpose)
            reply, call = (second, other) if second.usable else (reply, call)
        return written(reply, [call] if call else [])

    async def _put(self, question: CallQuestion, purpose: str) -> tuple[Reply, ToolCall | None]:
        arguments = self.constrained(question.schema)
        reply = await self.ask(question.prompt, purpose=purpose, arguments=arguments, written=True)
        return reply, question.read(reply.text) if reply.usable else None

    def limited(self, tokens: int) -> Arguments:
        """What lets a request have a short reply, with everything else as always."""
        return {}

    async def meet(self) -> None:  # noqa: B027
        """Look up what is known of the model, before the first turn that it may be needed for."""

    def learn(self, reply: Reply, *, called_for: bool) -> None:  # noqa: B027
        """Take a native reply for evidence of how the model calls. `called_for`: only a call was right."""

    async def warm(self, prefixes: Sequence[Tools] = ()) -> None:
        """Have the model ready before the first sentence, for the tool sets that sentences begin with."""
        try:
            if self.writer:
                await self.writer.warm()
        except ModelError as error:
            log.warning("The call maker could not be loaded: %s", error.message)

    async def close(self) -> None:  # noqa: B027
        """Let go of connections."""

    async def ask(
        self,
        messages: Sequence[BaseMessage],
        *,
        purpose: str,
        tools: Tools = (),
        stripped: bool = False,
        gate: TokenGate | None = None,
        arguments: Arguments | None = None,
        written: bool = False,
    ) -> Reply:
        """Ask once. Raises `ModelError` only when the model cannot be reached at all.

        With `stripped`, the tools are known but not bound: a call is never taken from the reply, in
        whatever form it comes. With `written`, data is wanted and no words for a person.
        """
        began = time.perf_counter()
        bound = 0 if stripped else len(tools)
        chosen = self.without_tools(messages, tools) if stripped else self.with_tools(tools) if tools else {}
        sent = Sent(
            messages,
            offered=tuple(tool.name for tool in tools),
            tokens=prompt_tokens(messages, () if stripped else tools),
            window=self.room,
            template=self.template,
            written=written,
        )
        try:
            reply = await self._reply(sent, gate, {**chosen, **(arguments or {})}, began)
        except ModelError:
            raise
        except Exception as error:
            seconds = time.perf_counter() - began
            if problem := self.unreachable(error):
                trace.record(
                    trace.Asked(purpose=purpose, tools=bound, seconds=seconds, problem="unreachable")
                )
                raise problem from error
            reply = self._broken(error, gate, seconds)
        if stripped and reply.calls:
            reply = replace(reply, calls=(), cause=None if reply.text else Cause.SILENT)
        trace.record(
            trace.Asked(
                purpose=purpose,
                tools=bound,
                seconds=reply.seconds,
                prompt_tokens=reply.prompt_tokens,
                reply_tokens=reply.reply_tokens,
                problem=reply.cause,
                **(_words(messages, reply) if trace.Words.kept else {}),
            )
        )
        return reply

    async def _reply(self, sent: Sent, gate: TokenGate | None, arguments: Arguments, began: float) -> Reply:
        messages = list(sent.messages)
        async with self.patience() as came:
            if gate is None:
                message = await self.model.ainvoke(messages, **self.quiet_arguments, **arguments)
            else:
                message = await self._stream(messages, gate, arguments, came)
        stopped = gate is not None and gate.stuck
        ended = stopped or self.ended(message.response_metadata)
        reply = read_reply(message, sent, seconds=time.perf_counter() - began, ended=ended)
        if reply.cause is Cause.CUT_OFF and gate and whole_sentences(gate.spoken):
            return replace(reply, text=finished(gate.spoken), heard=True)
        return reply

    async def _stream(
        self,
        messages: Sequence[BaseMessage],
        gate: TokenGate,
        arguments: Arguments,
        came: Came,
    ) -> AIMessage:
        whole: AIMessageChunk | None = None
        # Closing the stream early ends the model's work on it.
        async with aclosing(self.model.astream(list(messages), **arguments)) as chunks:  # type: ignore[type-var]
            async for chunk in chunks:
                came()
                if isinstance(chunk, AIMessageChunk):
                    whole = chunk if whole is None else whole + chunk
                    gate.feed(str(chunk.text))
                if gate.stuck:
                    log.info("The model came to no end and was stopped")
                    break
        if whole is None:
            raise ValueError("No data received")
        return whole

    def _broken(self, error: Exception, gate: TokenGate | None, seconds: float) -> Reply:
        said = gate.spoken if gate else ""
        if not said.strip():
            return Reply(cause=self.cause_of(error), detail=str(error), seconds=seconds)
        # Words that were already said cannot be taken back.
        heard = bool(whole_sentences(said))
        return Reply(finished(said), cause=Cause.CUT_OFF, detail=str(error), seconds=seconds, heard=heard)


def written(reply: Reply, calls: Sequence[ToolCall]) -> Reply:
    """A reply whose text was calls and nothing else."""
    return replace(reply, text="", calls=tuple(calls), cause=None if calls else reply.cause or Cause.SILENT)


def _words(messages: Sequence[BaseMessage], reply: Reply) -> dict[str, Any]:
    """What was sent and what came back, word for word."""
    calls = [f"{call['name']}({json.dumps(call['args'], ensure_ascii=False)})" for call in reply.calls]
    return {
        "prompt": tuple((message.type, str(message.content)) for message in messages),
        "reply": "\n".join([part for part in (reply.text or reply.detail, *calls) if part]),
    }
