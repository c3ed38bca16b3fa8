"""The part of a turn that a model answers: which tools it gets, and what of its words may be said."""

import logging
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway import trace
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Home, Resolver
from voice_gateway.fallback import WebSearchFallback, does_not_know
from voice_gateway.fast_path.clauses import is_for_later
from voice_gateway.fast_path.not_understood import NOT_UNDERSTOOD, not_understood
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.gate import Judgement
from voice_gateway.models import ChatClient, Draft, ToolLoop
from voice_gateway.models.echo import is_echo
from voice_gateway.models.guidance import dated, packaged_prompt
from voice_gateway.models.live_answer import LiveAnswer
from voice_gateway.models.streaming import Listener, OnToken
from voice_gateway.models.window import fit_tools
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification, Intent
from voice_gateway.settings import Settings
from voice_gateway.tools import WEB, Consent, Outcome, RegisteredTool, Tier, ToolManager, TurnState, own_tools
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.search.freshness import is_current
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.truth import NOTHING_DONE, claims_here_and_now, has_facts, is_true, what_happened
from voice_gateway.wishes.carry_out import LATER

MAX_TOOLS = 8
CANNOT = (
    "I can't do that. I can control the home, now or later, set timers, keep lists, tell the time,"
    " set the volume and look things up."
)
NOT_PLANNED = "I did not understand what to do then, so I've planned nothing. Please say it in other words."
UNASKED = "Okay. I haven't changed anything."
NOT_KNOWN = "I don't know that without looking, and nothing told me."

CHECKED = frozenset({Intent.DEVICE, Intent.VOLUME, Intent.DATETIME})
"""Kinds of sentence whose answers are made of results alone."""

log = logging.getLogger(__name__)


class Answering(Protocol):
    """Whoever answers what was not read into a wish."""

    async def answer(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        listener: Listener | None,
    ) -> Draft: ...


@dataclass
class ModelTurn:
    """Asks the model, with the tools of one kind of sentence, and holds its answer to what was found."""

    settings: Settings
    client: ChatClient
    manager: ToolManager
    loop: ToolLoop
    fallback: WebSearchFallback
    home: Home | None = None
    resolver: Resolver | None = None
    _system: SystemMessage = field(init=False)
    _today: date = field(init=False)

    def __post_init__(self) -> None:
        self._zone = find_zone(self.settings.timezone) if self.settings.timezone else None
        self._today = local_now(self._zone).date()
        self._system = SystemMessage(_instructions(self.settings))

    async def answer(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        listener: Listener | None,
    ) -> Draft:
        """A draft whose text is true. Raises `ModelError` when there is no model."""
        about_home = self._is_about_home(turn.sentence, seen)
        plans = self.manager.select(Tier.PLANNING) if judged.is_for_later or seen.unsupported else ()
        if plans and await self._talks():
            turn.consent = judged.consent
            with self.client.quiet.answering():
                draft = await self._asked(turn, seen, conversation, listener, plans=plans, may_look_up=False)
            if all(result.outcome is Outcome.UNKNOWN for result in draft.results):
                # Only the tools can plan anything; words alone promise nothing.
                return Draft(text=NOT_PLANNED, outcome=TurnOutcome.DECLINED)
            draft.text = ""  # what was promised is said by who keeps it
            return self._true(draft, turn, seen, about_home=True)
        if about_home and judged.is_for_later:
            # A model would do it now.
            return Draft(text=NOT_PLANNED if plans else LATER, outcome=TurnOutcome.DECLINED)
        return await self._for_now(turn, seen, judged, conversation, listener, about_home=about_home)

    async def _talks(self) -> bool:
        await self.client.meet()
        return self.client.talks

    async def _for_now(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        listener: Listener | None,
        *,
        about_home: bool,
    ) -> Draft:
        if about_home and turn.consent is Consent.NONE and not judged.is_question:
            return Draft(text=UNASKED, outcome=TurnOutcome.DECLINED)
        if turn.consent is Consent.GIVEN and is_for_later(spoken(turn.sentence)):
            # "For five minutes", "before you go": whoever only knows now had better ask.
            turn.consent = Consent.UNSURE
        if seen.unsupported and not about_home:
            return Draft(text=CANNOT, outcome=TurnOutcome.DECLINED)
        with self.client.quiet.answering():
            await self.client.meet()
            if not self.client.talks and (about_home or seen.intent is not Intent.SEARCH):
                return await self._without_talk(turn, seen, judged, conversation, about_home=about_home)
            draft = await self._asked(turn, seen, conversation, listener, may_look_up=not about_home)
        if not self.client.talks and not draft.calls:
            return Draft(outcome=TurnOutcome.DECLINED)
        return self._true(draft, turn, seen, about_home=about_home)

    async def _without_talk(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        *,
        about_home: bool,
    ) -> Draft:
        """For a model that is too small for talk: a question may be looked up; nothing is improvised."""
        if about_home or seen.intent in CHECKED:
            return Draft(
                text=not_understood(turn.sentence, self.resolver), outcome=TurnOutcome.NOT_UNDERSTOOD
            )
        if judged.is_question:
            messages = self._messages(turn.sentence, seen, conversation)
            if found := await self.fallback.look_up(turn.sentence, messages, turn):
                return found
        return Draft(outcome=TurnOutcome.DECLINED)

    async def _asked(
        self,
        turn: TurnState,
        seen: Classification,
        conversation: Conversation,
        listener: Listener | None,
        *,
        may_look_up: bool,
        plans: tuple[RegisteredTool, ...] = (),
    ) -> Draft:
        self._refresh_descriptions()
        sentence, turn.by_model = turn.sentence, True
        messages = self._messages(sentence, seen, conversation)
        offered = plans or self._tools_for(seen, current=is_current(sentence), may_look_up=may_look_up)
        tools = await fit_tools(self.client, messages, offered, sentence)
        trace.record(
            trace.Bound(tools=tuple(tool.name for tool in tools), tokens=sum(tool.tokens for tool in tools))
        )
        checked = bool(plans or CHECKED & {seen.intent, *seen.close})
        must_search = seen.intent is Intent.SEARCH and is_current(sentence) and may_look_up

        def live() -> OnToken:
            def may_be_said(said: str) -> bool:
                # An answer about what changes may not be heard before it was looked up.
                looked_up = turn.read_web and any(tool.tier in WEB for tool in tools)
                founded = looked_up or not (must_search or self._is_claim(said))
                return founded and not is_echo(said, messages, self.client.template)

            return LiveAnswer(listener.hear, may_be_said).hear if listener else lambda piece: None

        # What is said about a command is checked first, so it cannot be spoken as it comes.
        heard = live if listener and not checked else None
        draft = await self.loop.run(messages, tools, turn, must_act=checked, live=heard)
        improvised = draft.text and not draft.calls and not (turn.recovered and self.client.talks)
        skipped = must_search and improvised
        unknown = seen.intent is Intent.GENERAL and does_not_know(draft.text)
        if may_look_up and not draft.calls and (skipped or unknown):
            draft = await self.fallback.look_up(sentence, messages, turn) or draft
        return draft

    def _true(self, draft: Draft, turn: TurnState, seen: Classification, *, about_home: bool) -> Draft:
        """The draft with a text that follows from its results."""
        own = [
            result
            for call, result in zip(draft.calls, draft.results, strict=True)
            if not result.strange or not self._is_from_web(call["name"])
        ]
        if draft.pending:
            # The question is asked by whoever finishes the turn; what was done beside it is told first.
            draft.text = what_happened(own)
        elif not draft.text:
            # The model was lost after the tools had run; what they reported is true and enough.
            failed = [result for result in draft.results if result not in own and not result.ok]
            draft.text = what_happened([*own, *failed])
            if not draft.text and draft.problem:
                raise draft.problem
        elif not draft.results:
            return self._unfounded(draft, turn, seen, about_home=about_home)
        elif len(own) == len(draft.results) and not is_true(draft.text, turn.sentence, own):
            return self._corrected(draft, what_happened(own) or not_understood(turn.sentence, self.resolver))
        return draft

    def _unfounded(self, draft: Draft, turn: TurnState, seen: Classification, *, about_home: bool) -> Draft:
        """Words that no result stands behind: they may be talk, but no claim."""
        if about_home:
            # A sentence about the home that led to no call is not answered with talk.
            told = not_understood(turn.sentence, self.resolver)
            told = told.replace(NOT_UNDERSTOOD, f"{NOT_UNDERSTOOD} {NOTHING_DONE}")
            return self._corrected(draft, told, TurnOutcome.NOT_UNDERSTOOD)
        if seen.intent in CHECKED and has_facts(draft.text):
            return self._corrected(draft, NOT_KNOWN, TurnOutcome.NOT_UNDERSTOOD)
        if self._is_claim(draft.text):
            return self._corrected(draft, f"{NOTHING_DONE} {NOT_KNOWN}", TurnOutcome.NOT_UNDERSTOOD)
        return draft

    def _is_from_web(self, name: str) -> bool:
        tool = self.manager.get(name)
        return tool is None or tool.tier in WEB

    def _is_claim(self, text: str) -> bool:
        """Whether the text states how things are here and now, which only a result of this turn could."""
        return claims_here_and_now(text) or (self._speaks_of_home(text) and has_facts(text))

    def _corrected(self, draft: Draft, truth: str, outcome: TurnOutcome | None = None) -> Draft:
        if truth != draft.text:
            log.warning("The model's claim was not true and is not said: %s", draft.text)
            trace.record(trace.Corrected(claim=draft.text, truth=truth))
        draft.text, draft.outcome = truth, outcome or draft.outcome
        return draft

    def _is_about_home(self, sentence: str, seen: Classification) -> bool:
        return seen.intent is Intent.DEVICE or Intent.DEVICE in seen.close or self._speaks_of_home(sentence)

    def _speaks_of_home(self, text: str) -> bool:
        """Whether a device of this home is named in full."""
        words = re.findall(r"[\w']+", text.lower())
        said = f" {' '.join(words)} "
        devices = self.home.devices() if self.home else ()
        return any(f" {name.lower()} " in said for d in devices for name in (d.name, *d.aliases))

    def _tools_for(
        self, seen: Classification, *, current: bool, may_look_up: bool
    ) -> tuple[RegisteredTool, ...]:
        intents = [seen.intent, *seen.close]
        if not may_look_up:
            # What is said about the home never leaves it.
            intents = [intent for intent in intents if intent is not Intent.SEARCH] or [Intent.DEVICE]
        tools = self.manager.select(Tier(intents[0]))
        for intent in intents[1:]:
            if intent is Intent.SEARCH and self.client.writes_calls and not current:
                # A model that makes no calls by itself would look up whatever it is offered the web for.
                continue
            more = self.manager.select(Tier(intent))
            if len(tools) + len(more) <= MAX_TOOLS:
                tools += more
        return tools

    def _messages(self, sentence: str, seen: Classification, conversation: Conversation) -> list[BaseMessage]:
        """What never changes comes first and the date last, so that the model's prompt cache stays warm."""
        timely = seen.intent in (Intent.SEARCH, Intent.GENERAL)
        question = dated(sentence, self._today) if timely else sentence
        past = conversation.window(self.client.window)
        if self.client.writes_calls:
            # A model that makes no calls is only confused by those of the past; the answers tell enough.
            past = [message for message in past if not _belongs_to_call(message)]
        return [self._system, *past, HumanMessage(question)]

    def _refresh_descriptions(self) -> None:
        """Descriptions carry the date: renew them when a day has passed."""
        today = local_now(self._zone).date()
        if today != self._today:
            self._today = today
            for tool in own_tools(self.settings):
                self.manager.replace(tool)


def _belongs_to_call(message: BaseMessage) -> bool:
    return isinstance(message, ToolMessage) or (isinstance(message, AIMessage) and bool(message.tool_calls))


def _instructions(settings: Settings) -> str:
    said = settings.system_prompt or packaged_prompt()
    return f"{said}\nAnswer in {settings.language}." if settings.language else said
