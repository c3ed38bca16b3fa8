"""A turn, from a sentence to a true answer. This is the whole flow; each step is a call into one folder."""

import asyncio
import logging
import re
from dataclasses import dataclass
from importlib.resources import files

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolCall, ToolMessage

from voice_gateway import trace
from voice_gateway.browser import Browser
from voice_gateway.conversation import CUT_OFF, Conversation, PendingCall
from voice_gateway.devices import Home
from voice_gateway.errors import ModelError
from voice_gateway.fallback import WebSearchFallback, does_not_know
from voice_gateway.fast_path import FastPath
from voice_gateway.honesty import true_answer, what_happened
from voice_gateway.mcp import McpIntegration
from voice_gateway.metrics import Metrics
from voice_gateway.models import ChatClient, Draft, ToolLoop
from voice_gateway.models.streaming import Listener, OnToken
from voice_gateway.routing import Classification, Intent, IntentClassifier
from voice_gateway.sentence import clean_sentence
from voice_gateway.settings import Settings
from voice_gateway.tools import (
    RegisteredTool,
    Tier,
    ToolExecutor,
    ToolManager,
    TurnState,
    as_messages,
    own_tools,
)
from voice_gateway.tools.clock import local_now, spoken_date
from voice_gateway.tools.search.freshness import is_current
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.trace import Trace

MAX_TOOLS = 8
CANNOT = "I can't do that. I can control the home, tell the time, set the volume and look things up."
NO_ANSWER = "I didn't get an answer from the model. Please try again."
LEFT_ALONE = "Okay, I've left it as it is."
COMMANDS = frozenset({Intent.DEVICE, Intent.VOLUME})
"""Kinds of sentence that want something done; what is said about it is checked."""

_YES = re.compile(
    r"(yes|yeah|yep|yup|sure|confirm(ed)?|do it|go ahead|please do|correct|ok(ay)?)\b.{0,20}", re.I
)
_NO = re.compile(r"(no|nope|nah|cancel|stop|don[’']?t|never ?mind|leave it)\b.{0,20}", re.I)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What is said at the end of a turn, and how it came about."""

    text: str
    intent: str
    confidence: float
    success: bool
    trace: Trace


class Gateway:
    """Holds the parts of the assistant and runs turns through them."""

    def __init__(  # noqa: PLR0913 - its parts are named once, here
        self,
        settings: Settings,
        client: ChatClient,
        manager: ToolManager,
        executor: ToolExecutor,
        classifier: IntentClassifier,
        metrics: Metrics,
        *,
        fast_path: FastPath | None = None,
        home: Home | None = None,
        servers: McpIntegration | None = None,
        browser: Browser | None = None,
    ) -> None:
        self.settings = settings
        self.client = client
        self.manager = manager
        self.executor = executor
        self.classifier = classifier
        self.metrics = metrics
        self.home = home
        self.servers = servers
        self._fast_path = fast_path if settings.fast_path else None
        self._loop = ToolLoop(client, executor, settings.turn.tool_rounds, settings.turn.retry_without_tools)
        self._fallback = WebSearchFallback(manager, self._loop, settings.search, browser, servers)
        self._zone = find_zone(settings.timezone) if settings.timezone else None
        self._today = local_now(self._zone).date()
        instructions = settings.system_prompt or _packaged_prompt()
        self._system = SystemMessage(instructions)

    async def turn(self, text: str, conversation: Conversation, on_token: OnToken | None = None) -> Answer:
        """Answer one sentence. Raises `InputError` for no sentence and `ModelError` for no model."""
        sentence = clean_sentence(text, self.settings.turn.max_input)
        async with conversation.lock:
            conversation.asked += 1
            turn_trace = Trace(
                sentence,
                first=conversation.asked == 1,
                model=self.client.name,
                conversation=conversation.id,
            )
            with trace.tracing(turn_trace):
                try:
                    return await self._answer(sentence, conversation, turn_trace, on_token)
                except (ModelError, asyncio.CancelledError) as error:
                    cut_off = isinstance(error, asyncio.CancelledError)
                    said = CUT_OFF if cut_off else str(error)
                    trace.record(trace.Answered(text=said, success=False, cut_off=cut_off))
                    if cut_off:
                        conversation.remember(sentence, (), CUT_OFF)
                    raise
                finally:
                    self.metrics.record(turn_trace)

    async def warm(self) -> None:
        """Have the model ready for every kind of sentence."""
        tiers = (Tier.DEVICE, Tier.DATETIME, Tier.VOLUME, Tier.SEARCH)
        await self.client.warm([tools for tier in tiers if (tools := self.manager.select(tier))])

    async def _answer(
        self, sentence: str, conversation: Conversation, turn_trace: Trace, on_token: OnToken | None
    ) -> Answer:
        listener = Listener(on_token) if on_token else None
        seen = self.classifier.classify(sentence)
        trace.record(trace.Classified(intent=seen.intent, confidence=seen.confidence, close=seen.close))
        draft = await self._confirmed(sentence, conversation)
        if draft is None:
            draft = await self._understood(sentence, seen, conversation)
        if draft is None and seen.unsupported:
            draft = Draft(text=CANNOT)
        if draft is None:
            draft = await self._ask_model(sentence, seen, conversation, listener)
        text = self._truth(draft, sentence, seen)
        success = bool(text)
        text = text or NO_ANSWER
        if pending := draft.pending:
            conversation.pending = PendingCall(*pending)
        # The words of strangers end with the turn: the next one may have tools that act.
        strange = any(self._reads_web(call) for call in draft.calls)
        conversation.remember(sentence, () if strange else draft.messages, text)
        if listener:
            listener.complete(text)
        trace.record(trace.Answered(text=text, success=success))
        return Answer(text, seen.intent, seen.confidence, success, turn_trace)

    async def _confirmed(self, sentence: str, conversation: Conversation) -> Draft | None:
        """The guarded action that waited for a yes, done or dropped; None when nothing waited."""
        waiting, conversation.pending = conversation.pending, None
        if waiting is None:
            return None
        if _YES.fullmatch(sentence.rstrip(" .!")):
            results = await self.executor.run_all([waiting.call], self.manager.all(), waiting.turn)
            return Draft(text=what_happened(results), calls=[waiting.call], results=results)
        return Draft(text=LEFT_ALONE) if _NO.fullmatch(sentence.rstrip(" .!")) else None

    async def _understood(
        self, sentence: str, seen: Classification, conversation: Conversation
    ) -> Draft | None:
        """What can only be meant one way, done without the model; None when the model must be asked."""
        calls = self._fast_path.plan(sentence, seen, conversation.last_calls) if self._fast_path else []
        tools = [tool for call in calls if (tool := self.manager.get(call["name"]))]
        if not calls or len(tools) < len(calls):
            return None
        trace.record(trace.Understood(tools=tuple(call["name"] for call in calls)))
        results = await self.executor.run_all(calls, tools, TurnState(sentence))
        draft = Draft(text=what_happened(results), calls=calls, results=results)
        draft.messages = [AIMessage("", tool_calls=calls), *as_messages(calls, results)]
        return draft

    async def _ask_model(
        self, sentence: str, seen: Classification, conversation: Conversation, listener: Listener | None
    ) -> Draft:
        self._refresh_descriptions()
        tools = self._tools_for(seen, current=is_current(sentence))
        trace.record(
            trace.Bound(tools=tuple(tool.name for tool in tools), tokens=sum(tool.tokens for tool in tools))
        )
        messages = self._messages(sentence, seen, conversation)
        turn = TurnState(sentence)
        checked = _may_act(seen)
        must_search = seen.intent is Intent.SEARCH and is_current(sentence)

        def hear(piece: str) -> None:
            # An answer about what changes may not be heard before it was looked up.
            if listener and (turn.read_web or not must_search):
                listener.hear(piece)

        # What is said about a command is checked first, so it cannot be spoken as it comes.
        live = hear if listener and not checked else None
        draft = await self._loop.run(messages, tools, turn, must_act=checked, on_token=live)
        skipped = must_search and draft.text and not draft.calls and not turn.recovered
        if skipped or (seen.intent is Intent.GENERAL and does_not_know(draft.text)):
            draft = await self._fallback.look_up(sentence, messages, turn, None) or draft
        return draft

    def _tools_for(self, seen: Classification, *, current: bool) -> tuple[RegisteredTool, ...]:
        tools = self.manager.select(Tier(seen.intent))
        for intent in seen.close:
            if intent is Intent.SEARCH and self.client.writes_calls and not current:
                # A model that makes no calls by itself would look up whatever it is offered the web for.
                continue
            more = self.manager.select(Tier(intent))
            if len(tools) + len(more) <= MAX_TOOLS:
                tools += more
        return tools

    def _messages(self, sentence: str, seen: Classification, conversation: Conversation) -> list[BaseMessage]:
        """What never changes comes first and the date last, so that the model's prompt cache stays warm."""
        dated = seen.intent in (Intent.SEARCH, Intent.GENERAL)
        question = f"{sentence}\n(Today is {spoken_date(self._today)}.)" if dated else sentence
        past = conversation.window(self.client.window)
        if self.client.writes_calls:
            # A model that makes no calls is only confused by those of the past; the answers tell enough.
            past = [message for message in past if not _belongs_to_call(message)]
        return [self._system, *past, HumanMessage(question)]

    def _truth(self, draft: Draft, sentence: str, seen: Classification) -> str:
        if draft.pending:
            return draft.pending[0]
        if not draft.text:
            # The model was lost after the tools had run; what they reported is true and enough.
            reported = [
                result
                for call, result in zip(draft.calls, draft.results, strict=True)
                if not result.ok or not self._reads_web(call)
            ]
            if reported:
                return what_happened(reported)
            if draft.problem:
                raise draft.problem
        if not _may_act(seen) or draft.text == CANNOT:
            return draft.text
        truth = true_answer(draft.text, sentence, draft.results)
        if truth != draft.text:
            log.warning("The model's claim was not true and is not said: %s", draft.text)
            trace.record(trace.Corrected(claim=draft.text, truth=truth))
        return truth

    def _reads_web(self, call: ToolCall) -> bool:
        tool = self.manager.get(call["name"])
        return tool is not None and tool.reads_web

    def _refresh_descriptions(self) -> None:
        """Descriptions carry the date: renew them when a day has passed."""
        today = local_now(self._zone).date()
        if today != self._today:
            self._today = today
            for tool in own_tools(self.settings):
                self.manager.replace(tool)


def _may_act(seen: Classification) -> bool:
    return bool(COMMANDS & {seen.intent, *seen.close})


def _belongs_to_call(message: BaseMessage) -> bool:
    return isinstance(message, ToolMessage) or (isinstance(message, AIMessage) and bool(message.tool_calls))


def _packaged_prompt() -> str:
    return files("voice_gateway.models").joinpath("prompts/system.md").read_text(encoding="utf-8").strip()
