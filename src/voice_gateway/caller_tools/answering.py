"""One request of a caller with tools, from its messages to calls or words."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.assembly import home_words
from voice_gateway.caller_tools.assist import LIVE, Assist
from voice_gateway.caller_tools.entities import read_entities, room_of
from voice_gateway.caller_tools.home import UNGUARDED, BorrowedHome
from voice_gateway.caller_tools.model import CallerModel
from voice_gateway.caller_tools.request import CallerRequest, Returned
from voice_gateway.caller_tools.results import live_text, problems, read_result
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Resolver
from voice_gateway.devices.degrees import Degrees
from voice_gateway.errors import ModelError
from voice_gateway.fast_path import FastPath
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.models import Draft
from voice_gateway.routing import MicroRouter
from voice_gateway.sentence import clean_past, clean_sentence
from voice_gateway.tools import Outcome, Tier, ToolExecutor, ToolManager
from voice_gateway.tools.execution.repair import Repair
from voice_gateway.trace import Called, Understood
from voice_gateway.truth import is_true, what_happened
from voice_gateway.wishes import LOOKED_UP, Verb, Wish, read_wish
from voice_gateway.wishes.calls import CONTROL, HOME

_MOST_REMEMBERED: Final = 200
_ANSWERED_HERE: Final = frozenset(
    {Verb.SET, Verb.UNDO, Verb.TIME, Verb.DATE, Verb.ON, Verb.OFF, Verb.TOGGLE, Verb.OPEN, Verb.CLOSE}
    | {Verb.LOCK, Verb.UNLOCK, Verb.START, Verb.STOP, Verb.LEVEL, Verb.SPEED, Verb.TEMPERATURE}
    | {Verb.WARMER, Verb.COOLER, Verb.MODE}
)
LEFT: Final = LOOKED_UP | (frozenset(Verb) - _ANSWERED_HERE)
"""What a borrowed device cannot be told from here: the caller may have a tool for it."""


@dataclass(frozen=True)
class Said:
    """What a model would say: words, or calls."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    answer: Answer | None = None
    """The turn that led to it, if there was one."""


class CallerTools:
    """Answers requests that bring tools. Between two of them it remembers only what its calls were to say."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._words: OrderedDict[str, str] = OrderedDict()

    async def answer(self, request: CallerRequest, conversation: Conversation) -> Said:
        """Raises `GatewayError` when a model is needed and none is there."""
        sentence = clean_sentence(request.sentence, self._gateway.settings.turn.max_input)
        looked = [one for one in request.returned if one.call.function.name == LIVE]
        done = [one for one in request.returned if one not in looked]
        listed = live_text(looked[-1].text) if looked else request.instructions
        # To read a long list, and to index its names, takes a while.
        model, gateway = await asyncio.to_thread(self._over, request, listed)
        if done:
            return await self._told(model, sentence, done)
        home, assist = model.home, model.home.assist
        self._recall(model, gateway, conversation)
        answer = await gateway.turn(sentence, conversation, room=room_of(request.instructions))
        if not looked and _needs_state(answer) and (look := assist.look()):
            return Said(calls=(look,), answer=answer)
        if home.calls:
            # What a model wants called has no words yet.
            if any(event.tool == CONTROL for event in answer.trace.all(Called)):
                self._remember(sentence, home.calls, answer.text)
            return Said(calls=tuple(home.calls), answer=answer)
        return Said(answer.text, answer=answer)

    def _over(self, request: CallerRequest, listed: str) -> tuple[CallerModel, Gateway]:
        """A gateway like ours, but over the caller's devices, and with the caller's tools for its model."""
        own, settings = self._gateway, self._gateway.settings
        assist = Assist.of(request.tools)
        degrees = own.home.registry.degrees if own.home else Degrees.CELSIUS
        home = BorrowedHome(read_entities(listed) if assist.controls else (), assist, degrees)
        resolver, words = Resolver(home.registry), home_words(home)
        model = CallerModel(own.client, request, home, resolver)
        manager = ToolManager()
        for tool in (*(home.tools(resolver) if home.entities else ()), *own.manager.select(Tier.DATETIME)):
            manager.register(tool)
        _ = resolver.index
        return model, Gateway(
            settings,
            own.client,
            manager,
            ToolExecutor(timeout=settings.turn.tool_timeout, behaviours=[Repair(resolver)]),
            MicroRouter(words),
            own.metrics,
            resolver=resolver,
            home=home,
            guard=UNGUARDED,
            model=model,
            left_to_model=LEFT,
        )

    def _recall(self, model: CallerModel, gateway: Gateway, conversation: Conversation) -> None:
        """What the person may point back to is read anew from what the caller remembers."""
        if said := [text for role, text in model.request.before if role == "user"]:
            conversation.recent.clear()
            last = clean_past(said[-1], gateway.settings.turn.max_input)
            seen = gateway.classifier.classify(last)
            if wish := FastPath(model.resolver).read(last, seen):
                conversation.wished(wish, last)

    async def _told(self, model: CallerModel, sentence: str, done: Sequence[Returned]) -> Said:
        """What came of the calls, in words; a model that can may also go on with further calls."""
        if failed := problems(done):
            return Said(what_happened(failed))
        calls = [(one.call.function.name, one.call.function.arguments) for one in done]
        if words := self._words.get(_key(sentence, calls)):
            return Said(words)
        results = [read_result(one.text) for one in done]
        draft = Draft()
        # What the tools said is enough where no model puts it better.
        with suppress(ModelError, TimeoutError):
            async with asyncio.timeout(self._gateway.settings.turn.deadline):
                draft = await model.go_on()
        if model.home.calls or (draft.text and is_true(draft.text, sentence, results)):
            return Said(draft.text, tuple(model.home.calls))
        return Said(what_happened(results))

    def _remember(self, sentence: str, calls: Sequence[ToolCall], words: str) -> None:
        self._words[_key(sentence, [(call["name"], call["args"]) for call in calls])] = words
        while len(self._words) > _MOST_REMEMBERED:
            self._words.popitem(last=False)


def _key(sentence: str, calls: Sequence[tuple[str, dict[str, Any]]]) -> str:
    # Callers leave out arguments that are empty.
    kept = [[name, {key: value for key, value in given.items() if value}] for name, given in calls]
    return hashlib.sha256(json.dumps([sentence, kept], sort_keys=True).encode()).hexdigest()


def _needs_state(answer: Answer) -> bool:
    """Whether what was understood cannot be answered or done without knowing how things are."""
    read = any(
        event.tool in HOME - {CONTROL} and event.outcome == Outcome.OK for event in answer.trace.all(Called)
    )
    wishes = [read_wish(event.wish) for event in answer.trace.all(Understood)]
    return read or any(_moves(wish) for wish in wishes)


def _moves(wish: Wish) -> bool:
    return wish.only_if is not None or any(step.moves for step in wish.steps)
