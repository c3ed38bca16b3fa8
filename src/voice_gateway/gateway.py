"""A turn, from a sentence to a true answer. This is the whole flow; each step is a call into one folder."""

import asyncio
from dataclasses import replace

from voice_gateway import trace
from voice_gateway.action_id import new_id
from voice_gateway.answer_turn import TOO_LATE, AnswerTurn
from voice_gateway.browser import Browser
from voice_gateway.caller import PERSON, Caller
from voice_gateway.conversation import CUT_OFF, Conversation, Memory
from voice_gateway.deadline import Admission, Deadline
from voice_gateway.devices import Guard, Home, Resolver
from voice_gateway.errors import ModelError
from voice_gateway.fallback import WebSearchFallback
from voice_gateway.fast_path import (
    FastPath,
    as_counted,
    with_its_noun,
    with_its_room,
    with_ordinary_names,
    without_precaution,
)
from voice_gateway.finishing import Answer, Finishing
from voice_gateway.gate import HEARD_SURE, Judgement, judge
from voice_gateway.mcp import McpIntegration
from voice_gateway.metrics import Metrics
from voice_gateway.model_turn import Answering, ModelTurn
from voice_gateway.models import ChatClient, Draft, ToolLoop
from voice_gateway.models.streaming import Listener, OnToken
from voice_gateway.models.window import MOST_TOOLS
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Announcer, Planning
from voice_gateway.question_turn import QuestionTurn, stray_answer
from voice_gateway.rehearsal import rehearse
from voice_gateway.routing import Classification, Intent, IntentClassifier
from voice_gateway.routing.acts import Act
from voice_gateway.sentence import clean_sentence
from voice_gateway.settings import Settings
from voice_gateway.skill_turn import SkillTurn
from voice_gateway.tools import Consent, Tier, ToolExecutor, ToolManager, TurnState
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.trace import Trace
from voice_gateway.unread_turn import UnreadTurn
from voice_gateway.wish_turn import WishTurn
from voice_gateway.wishes import LOOKED_UP, NOTHING, Understanding, Verb, Wish
from voice_gateway.wishes.carry_out import Interpreter

SILENCED = "Okay."


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
        resolver: Resolver | None = None,
        home: Home | None = None,
        guard: Guard | None = None,
        servers: McpIntegration | None = None,
        browser: Browser | None = None,
        planning: Planning | None = None,
        model: Answering | None = None,
        left_to_model: frozenset[Verb] = LOOKED_UP,
        memory: Memory | None = None,
        admission: Admission | None = None,
    ) -> None:
        self.settings = settings
        self.client = client
        self.manager = manager
        self.executor = executor
        self.classifier = classifier
        self.metrics = metrics
        self.home = home
        self.guard = guard or Guard(settings.home.guarded)
        self.servers = servers
        self.planning = planning
        self._memory = memory
        self._admission = admission
        self.resolver = resolver
        self.announcer = planning.announcer if planning else Announcer()
        """Who wants to be told what nobody has just asked for listens to it."""

        interpreter = (
            planning.desk.interpreter
            if planning
            else Interpreter(manager, executor, home, resolver, self.guard)
        )
        reader = FastPath(resolver) if settings.fast_path else None
        patience = settings.turn.question_timeout
        self._answers = AnswerTurn(interpreter, reader, patience, planning, client.writer)
        self._questions = QuestionTurn(interpreter, reader, planning, self.judged)
        self._wishes = WishTurn(
            interpreter,
            reader,
            client.writer,
            self._answers,
            left_to_model,
            planning,
            leaves_the_unsure=client.reads_the_unsure,
        )
        self._unread = UnreadTurn(self._wishes, self._answers)
        loop = ToolLoop(client, executor, settings.turn.tool_rounds, settings.turn.retry_without_tools)
        fallback = WebSearchFallback(manager, loop, settings.search, browser, servers)
        self._model = model or ModelTurn(settings, client, manager, loop, fallback, home, resolver)
        zone = find_zone(settings.timezone) if settings.timezone else None
        self._skills = SkillTurn(client, manager, home, planning, zone)
        self._finishing = Finishing(self._wishes, self._skills, patience)

    async def turn(  # noqa: PLR0913 - what is known of a sentence
        self,
        text: str,
        conversation: Conversation,
        on_token: OnToken | None = None,
        *,
        room: str = "",
        answering: str | None = None,
        caller: Caller = PERSON,
        heard: float = 1.0,
        wish: Wish | None = None,
        turn_id: str = "",
    ) -> Answer:
        """Answer one sentence. Raises `InputError` for no sentence and `ModelError` for no model.

        With `answering`, the sentence answers the question of that id, or nothing at all is done. Without, it
        can only answer a question that was put to the same caller. `heard` is how sure it is that these words
        were said, where they were spoken. With `wish`, it was read before: it is a
        line of the language of wishes. Who asks again says the `turn_id` of the first time: what was done
        then is not done again.
        """
        sentence = clean_sentence(text, self.settings.turn.max_input)
        deadline = Deadline(self.settings.turn.deadline)
        async with deadline.alone(conversation, self._admission):
            if self._memory:
                await self._memory.recall(conversation)
            conversation.asked += 1
            turn_trace = Trace(
                sentence,
                first=conversation.asked == 1,
                model=self.client.name,
                conversation=conversation.id,
            )
            with trace.tracing(turn_trace):
                try:
                    turn = TurnState(
                        sentence, room, caller, until=deadline.for_calls, conversation=conversation.id,
                        id=turn_id or new_id(), heard_surely=heard >= HEARD_SURE,
                    )  # fmt: skip
                    listener = Listener(on_token) if on_token else None
                    before = {device.id: device.state for device in self.home.devices()} if self.home else {}
                    seen = self._classified(sentence)
                    drafting = (
                        self._wishes.as_written(turn, wish, conversation)
                        if wish
                        else self._draft(turn, seen, conversation, listener, answering)
                    )
                    draft = await deadline.hold(drafting, turn, listener)
                    answer = self._finishing.finished(
                        draft, before, turn, seen, conversation, turn_trace, listener
                    )
                    if self._memory:
                        await self._memory.keep(conversation, turn.id, answer.as_table())
                    return answer
                except (ModelError, asyncio.CancelledError) as error:
                    cut_off = isinstance(error, asyncio.CancelledError)
                    outcome = TurnOutcome.CUT_OFF if cut_off else TurnOutcome.FAILED
                    trace.record(trace.Answered(text=CUT_OFF if cut_off else str(error), outcome=outcome))
                    if cut_off:
                        conversation.remember(sentence, (), CUT_OFF)
                    raise
                finally:
                    self.metrics.record(turn_trace)

    def judged(self, sentence: str) -> Judgement:
        """What the sentence may move, whatever the things of this home are called."""
        devices = self.resolver.devices if self.resolver else ()
        return judge(with_ordinary_names(without_precaution(sentence.lower()), devices).text)

    def _silences(self, turn: TurnState) -> bool:
        """Whether what rings is to stop: nothing else is said, or no device is named that should."""
        named = self.resolver.only_named_in(turn.sentence) if self.resolver else ""
        stops = self.judged(turn.sentence).act is Act.STOP and not named
        return self.announcer.is_silenced_by(turn.sentence, turn.room, stops=stops)

    def is_meant(self, sentence: str) -> bool:
        """Whether words that nobody was waited for with are for us, and not for somebody else in the room."""
        judged = self.judged(sentence)
        if judged.act in (Act.CORRECTION, Act.STOP) or judged.consent is Consent.GIVEN:
            return True
        return judged.is_question and self.classifier.classify(sentence).intent is not Intent.GENERAL

    async def is_for_others(self, sentence: str, conversation: Conversation) -> bool:
        """Whether words behind a wake word ask for nothing, so that it was none: a television, or guests."""
        # Recognisers end whatever they hear with a full stop, which says nothing.
        heard = sentence.rstrip(" .")
        if not heard or conversation.pending or not self.judged(heard).is_for_others:
            return False
        return await self.reading_of(sentence, conversation) is None

    async def reading_of(self, text: str, conversation: Conversation, room: str = "") -> Wish | None:
        """What the rules read in words that were heard, every one of them; None when they make no sense."""
        turn = TurnState(clean_sentence(text, self.settings.turn.max_input), room)
        if self._skills.answered(turn, conversation):
            return NOTHING
        turn.sentence = self._said_plainly(turn.sentence, conversation)
        return await self._wishes.read_whole(turn, self.classifier.classify(turn.sentence), conversation)

    async def explain(self, text: str) -> Understanding | None:
        """What would be made of a sentence, and by whom; None when it is no wish. Nothing is done."""
        sentence = clean_sentence(text, self.settings.turn.max_input)
        turn, conversation = TurnState(sentence), Conversation()
        if self._skills.answered(turn, conversation):
            return None
        turn.sentence = self._said_plainly(sentence, conversation)
        return await self._wishes.understood(turn, self.classifier.classify(sentence), conversation)

    async def warm(self) -> None:
        """Have everything ready for every kind of sentence: what it is read with, and the model."""
        await asyncio.to_thread(rehearse, self.classifier, self._skills.skills)
        sets = (self.manager.select(tier) for tier in (Tier.DEVICE, Tier.DATETIME, Tier.VOLUME, Tier.SEARCH))
        # Where there are too many tools, every sentence has others.
        await self.client.warm([tools for tools in sets if 0 < len(tools) <= MOST_TOOLS])

    def _classified(self, sentence: str) -> Classification:
        seen = self.classifier.classify(sentence)
        trace.record(trace.Classified(intent=seen.intent, confidence=seen.confidence, close=seen.close))
        return seen

    async def _draft(
        self,
        turn: TurnState,
        seen: Classification,
        conversation: Conversation,
        listener: Listener | None,
        answering: str | None,
    ) -> Draft:
        if answering is not None and not conversation.awaits(answering):
            # Another question may wait by now: it was not meant, and goes on waiting.
            return Draft(text=TOO_LATE, outcome=TurnOutcome.DECLINED)
        if self.announcer.rings and self._silences(turn):
            return Draft(text=SILENCED, outcome=TurnOutcome.DONE)
        waiting, too_late = conversation.take_pending(turn.caller.name, answering)
        turn.after_question = waiting is not None and not too_late
        if waiting is None:
            draft = stray_answer(turn.sentence, conversation)
        else:
            draft = await self._answers.replied(turn, seen, waiting, conversation, too_late=too_late)
            conversation.lapsed_at = 0 if draft else conversation.asked
        if draft is None and answering is None:
            draft = await self._wishes.routine(turn)
        if draft is None and answering is not None and waiting:
            conversation.wait_for(waiting, self.settings.turn.question_timeout)
            draft = Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)
        if draft is None:
            kept = await self._wishes.kept()
            if not self._wishes.is_about_what_was_said(turn, seen, conversation, kept):
                draft = self._skills.answered(turn, conversation)
        if draft is None:
            turn.sentence = self._said_plainly(turn.sentence, conversation)
            judged = self.judged(turn.sentence)
            turn.consent = judged.now
            if seen.intent is Intent.SEARCH and judged.is_idle:
                seen = replace(seen, intent=Intent.GENERAL)
            draft = await self._wishes.wished(turn, seen, judged, waiting, conversation, kept)
            draft = draft or await self._questions.completed(turn, seen, waiting, conversation)
        if draft is None:
            asked = None if too_late or judged.is_question else waiting
            draft = await self._unread.read(turn, asked, judged, conversation)
        if draft is None:
            seen, judged = await self._as_told(turn, seen, judged, conversation)
            draft = await self._model.answer(turn, seen, judged, conversation, listener)
        return draft

    async def _as_told(
        self, turn: TurnState, seen: Classification, judged: Judgement, conversation: Conversation
    ) -> tuple[Classification, Judgement]:
        """What the model is told of the sentence: talk is not looked up, the world is not here."""
        # Nobody replies to what was not said; what seems to do so may ask, and moves nothing.
        if judged.replies and conversation.last_wish is None and turn.consent is Consent.GIVEN:
            turn.consent = Consent.UNSURE
        if Intent.SEARCH in (seen.intent, *seen.close):
            if judged.only_searches and not (self.resolver and self.resolver.is_named_in(turn.sentence)):
                seen = replace(seen, intent=Intent.SEARCH, close=())
        elif judged.is_question and not judged.verbs and await self._wishes.is_talk(turn, conversation):
            return replace(seen, intent=Intent.GENERAL), replace(judged, act=Act.TALK)
        return seen, judged

    def _said_plainly(self, sentence: str, conversation: Conversation) -> str:
        """The sentence with its temperatures as the household counts, and with what is meant by "the one in
        there"; sums see it as it was said."""
        if self.resolver:
            sentence = with_its_room(with_its_noun(sentence), self.resolver, conversation.last_wish)
        return as_counted(sentence, self.home.registry.degrees) if self.home else sentence
