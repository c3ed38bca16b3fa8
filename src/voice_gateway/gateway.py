"""A turn, from a sentence to a true answer. This is the whole flow; each step is a call into one folder."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from voice_gateway import trace
from voice_gateway.browser import Browser
from voice_gateway.conversation import CUT_OFF, Conversation
from voice_gateway.devices import Home, Resolver, State
from voice_gateway.dialogue import (
    Again,
    AwaitingChoice,
    AwaitingYes,
    Chosen,
    No,
    Unclear,
    Waiting,
    Yes,
    awaiting_yes,
    last_action,
    read_answer,
)
from voice_gateway.errors import ModelError
from voice_gateway.fallback import WebSearchFallback
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.gate import Judgement, judge, weighed
from voice_gateway.mcp import McpIntegration
from voice_gateway.metrics import Metrics
from voice_gateway.model_turn import UNASKED, ModelTurn
from voice_gateway.models import ChatClient, Draft, ToolLoop
from voice_gateway.models.streaming import Listener, OnToken
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification, IntentClassifier
from voice_gateway.routing.acts import SpeechActs
from voice_gateway.sentence import clean_sentence
from voice_gateway.settings import Settings
from voice_gateway.skills import SkillContext, Skills
from voice_gateway.tools import Approved, Consent, Tier, ToolExecutor, ToolManager, TurnState, as_messages
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.trace import Trace
from voice_gateway.truth import outcome_of, what_happened
from voice_gateway.wishes import Asking, Step, Target, Verb, Wish, write_wish
from voice_gateway.wishes.calls import wish_of
from voice_gateway.wishes.carry_out import Carried, Interpreter

NO_ANSWER = "I didn't get an answer from the model. Please try again."
LEFT_ALONE = "Okay, I've left it as it is."
TOO_LATE = "That question is no longer open, so I've left it as it is. Say it again if you still want it."

ABILITIES = {
    Tier.DATETIME: "tell the time and the date",
    Tier.VOLUME: "set the volume",
    Tier.SEARCH: "look things up",
}
"""What the assistant can do beside the home, by the tools that are there."""

LOOKED_UP = frozenset({Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""What a wish may say and others do better: searching, and reckoning."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What is said at the end of a turn, and how it came about."""

    text: str
    intent: str
    confidence: float
    outcome: TurnOutcome
    trace: Trace

    @property
    def success(self) -> bool:
        return self.outcome.success


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
        acts: SpeechActs | None = None,
        resolver: Resolver | None = None,
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
        self._acts = acts or SpeechActs()
        self._fast_path = FastPath(resolver) if settings.fast_path else None
        self._interpreter = Interpreter(manager, executor, home, resolver)
        self._skills = Skills()
        loop = ToolLoop(client, executor, settings.turn.tool_rounds, settings.turn.retry_without_tools)
        fallback = WebSearchFallback(manager, loop, settings.search, browser, servers)
        self._model = ModelTurn(settings, client, manager, loop, fallback, home)
        self._zone = find_zone(settings.timezone) if settings.timezone else None

    async def turn(
        self,
        text: str,
        conversation: Conversation,
        on_token: OnToken | None = None,
        *,
        room: str = "",
        answering: str | None = None,
    ) -> Answer:
        """Answer one sentence. Raises `InputError` for no sentence and `ModelError` for no model.

        With `answering`, the sentence answers the question of that id, or nothing at all is done.
        """
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
                    turn = TurnState(sentence=sentence, room=room)
                    return await self._answer(turn, conversation, turn_trace, on_token, answering)
                except (ModelError, asyncio.CancelledError) as error:
                    cut_off = isinstance(error, asyncio.CancelledError)
                    outcome = TurnOutcome.CUT_OFF if cut_off else TurnOutcome.FAILED
                    trace.record(trace.Answered(text=CUT_OFF if cut_off else str(error), outcome=outcome))
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
        self,
        turn: TurnState,
        conversation: Conversation,
        turn_trace: Trace,
        on_token: OnToken | None,
        answering: str | None,
    ) -> Answer:
        listener = Listener(on_token) if on_token else None
        before = {device.id: device.state for device in self.home.devices()} if self.home else {}
        seen = self.classifier.classify(turn.sentence)
        trace.record(trace.Classified(intent=seen.intent, confidence=seen.confidence, close=seen.close))
        draft = await self._replied(turn, conversation, answering)
        draft = draft or self._skilled(turn, conversation)
        if draft is None:
            judged = judge(self._acts, turn.sentence)
            turn.consent = judged.consent
            draft = await self._wished(turn, seen, judged, conversation)
            draft = draft or await self._written(turn, judged, conversation)
        if draft is None:
            draft = await self._model.answer(turn, seen, judged, conversation, listener)
        return self._finished(draft, before, seen, conversation, turn_trace, listener)

    async def _replied(
        self, turn: TurnState, conversation: Conversation, answering: str | None
    ) -> Draft | None:
        """What comes of an answer to the question that waited; None when the sentence is no answer to one."""
        if answering is not None and not conversation.awaits(answering):
            # Another question may wait by now: it was not meant, and goes on waiting.
            return Draft(text=TOO_LATE, outcome=TurnOutcome.DECLINED)
        waiting, too_late = conversation.take_pending()
        if waiting is None:
            return None
        answer = read_answer(turn.sentence, waiting)
        if answering is not None and isinstance(answer, Unclear):
            answer = Again()
        if too_late:
            return (
                Draft(text=TOO_LATE, outcome=TurnOutcome.DECLINED)
                if isinstance(answer, Yes | Chosen)
                else None
            )
        match answer:
            case Yes(asked):
                turn.approved = tuple(
                    Approved(each.call["name"], each.call["args"], each.agreed_to) for each in asked
                )
                calls = [each.call for each in asked]
                results = await self.executor.run_all(calls, self.manager.all(), turn)
                return _carried_out(
                    Carried(calls, results), waiting.wish if isinstance(waiting, AwaitingYes) else None
                )
            case Chosen(device_ids) if isinstance(waiting, AwaitingChoice):
                carried = await self._interpreter.choose(waiting.step, device_ids, turn)
                return _carried_out(carried, self._about(waiting.step, device_ids))
            case No():
                return Draft(text=LEFT_ALONE, outcome=TurnOutcome.DECLINED)
            case Again():
                conversation.pending = waiting
                return Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)
        return None

    def _about(self, step: Step, device_ids: Sequence[str]) -> Wish:
        """The step as if the chosen devices had been named."""
        found = [self.home.registry.get(one) for one in device_ids] if self.home else []
        names = " and ".join(device.label for device in found if device)
        return Wish((replace(step, target=Target(names)),))

    def _skilled(self, turn: TurnState, conversation: Conversation) -> Draft | None:
        """What needs no model: courtesies, questions about the assistant, sums and units."""
        answered = self._skills.answer(turn.sentence, self._skill_context(conversation))
        return Draft(text=answered.text, outcome=TurnOutcome.ANSWERED) if answered else None

    async def _wished(
        self, turn: TurnState, seen: Classification, judged: Judgement, conversation: Conversation
    ) -> Draft | None:
        """What can only be meant one way, done without the model; None when the model must be asked."""
        if self._fast_path is None:
            return None
        wish = self._fast_path.read(turn.sentence, seen, Context(conversation.last_wish, turn.room))
        if wish is None:
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="rules"))
        if wish.acts and turn.consent is Consent.NONE:
            return Draft(text=UNASKED, outcome=TurnOutcome.DECLINED)
        carried = await self._interpreter.carry_out(wish, turn, conversation.last_action)
        return _carried_out(carried, wish)

    async def _written(self, turn: TurnState, judged: Judgement, conversation: Conversation) -> Draft | None:
        """What the call maker understands, done when it is sure, asked back when it is not; else None."""
        if self.client.writer is None:
            return None
        last = conversation.last_wish
        before = (conversation.last_sentence, write_wish(last)) if last else None
        written = await self.client.writer.write_wish(turn.sentence, before)
        wish = written.wish
        if not wish.parts or any(step.verb in LOOKED_UP for step in wish.steps):
            return None
        trace.record(trace.Understood(wish=written.line, by="call maker", confidence=written.confidence))
        consent = weighed(turn.consent, written.confidence, acts=wish.acts)
        if consent is Consent.NONE:
            return None
        turn.consent = consent
        carried = await self._interpreter.carry_out(wish, turn, conversation.last_action)
        return _carried_out(carried, wish)

    def _finished(
        self,
        draft: Draft,
        before: Mapping[str, State],
        seen: Classification,
        conversation: Conversation,
        turn_trace: Trace,
        listener: Listener | None,
    ) -> Answer:
        patience = self.settings.turn.question_timeout
        asked = awaiting_yes(draft.calls, draft.results, patience)
        if asked and draft.wish:
            asked = replace(asked, wish=draft.wish)
        choice = replace(draft.choice, expires=time.monotonic() + patience) if draft.choice else None
        waiting: Waiting | None = asked or choice
        questions = [each.question for each in (asked, choice) if each]
        text = " ".join(part for part in (draft.text, *questions) if part)
        if waiting:
            conversation.pending = waiting
        outcome = draft.outcome or self._outcome(draft, waiting, text)
        if not text and outcome is TurnOutcome.DECLINED:
            text = self._skills.too_small_for_talk(self._skill_context(conversation)).text
        text = text or NO_ANSWER
        self._remember(draft, before, text, turn_trace.text, conversation)
        if listener:
            listener.complete(text)
        trace.record(trace.Answered(text=text, outcome=outcome))
        return Answer(text, seen.intent, seen.confidence, outcome, turn_trace)

    def _outcome(self, draft: Draft, waiting: Waiting | None, text: str) -> TurnOutcome:
        if waiting:
            return TurnOutcome.ASKED_BACK
        if draft.results:
            return outcome_of(draft.results)
        return TurnOutcome.ANSWERED if text else TurnOutcome.FAILED

    def _remember(
        self, draft: Draft, before: Mapping[str, State], text: str, sentence: str, conversation: Conversation
    ) -> None:
        """Keep what the next sentence may point back to: the wish, and how things were before it."""
        wish = draft.wish or (wish_of(draft.calls) if draft.calls else None)
        if wish and (parts := tuple(part for part in wish.parts if not _is_undo(part))):
            conversation.last_wish, conversation.last_sentence = Wish(parts), sentence
        if action := last_action(wish, draft.results, before):
            conversation.last_action = action
        # The words of strangers end with the turn: the next one may have tools that act.
        strange = any(self._reads_web(call["name"]) for call in draft.calls)
        conversation.remember(sentence, () if strange else draft.messages, text)

    def _skill_context(self, conversation: Conversation) -> SkillContext:
        return SkillContext(
            devices=self.home.devices() if self.home else (),
            abilities=tuple(ability for tier, ability in ABILITIES.items() if self.manager.select(tier)),
            last_answer=conversation.last_answer,
            talks=self.client.talks,
            model=self.client.name,
            now=local_now(self._zone),
        )

    def _reads_web(self, name: str) -> bool:
        tool = self.manager.get(name)
        return tool is not None and tool.reads_web


def _carried_out(carried: Carried, wish: Wish | None) -> Draft:
    text = " ".join(part for part in (what_happened(carried.results), *carried.said) if part)
    draft = Draft(
        text, carried.calls, carried.results, outcome=carried.outcome, wish=wish, choice=carried.waiting
    )
    if carried.calls:
        draft.messages = [
            AIMessage("", tool_calls=carried.calls), *as_messages(carried.calls, carried.results)
        ]  # fmt: skip
    return draft


def _is_undo(part: Step | Asking) -> bool:
    return isinstance(part, Step) and part.verb is Verb.UNDO
