"""The gateway in the place of a language model, for software that knows only those.

A model has no memory: its caller sends the whole conversation each time. What the gateway must remember
beyond that, a question that waits for its answer, is found again by what was said before it.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import aclosing

from voice_gateway.caller import Caller
from voice_gateway.caller_tools import CallerRequest, CallerTools
from voice_gateway.console.console import Console
from voice_gateway.console.talk import Piece as Words
from voice_gateway.console.talk import Saying
from voice_gateway.conversation import MAX_TURNS, Conversation
from voice_gateway.dialogue import Waiting
from voice_gateway.engine import ChatRequest, End, EngineError, Message, Piece, Timings
from voice_gateway.engine.engine import Items
from voice_gateway.engine.events import ToolCall
from voice_gateway.errors import GatewayError
from voice_gateway.finishing import Answer
from voice_gateway.model_name import same_model
from voice_gateway.sentence import clean_past
from voice_gateway.trace import Asked

NAME = "voice-gateway"
_MOST_WAITING = 200

_CHORES = ("### Task:",)
"""How chat programs begin requests of their own, such as for a title. They quote what the person said, and
must not be taken for the person saying it again."""


NEEDS_PERSON = (
    "That needs a person's yes: on the page, in the terminal or by voice. "
    "To let a yes count here as well, set interfaces.may_confirm."
)


def answers_to(model: str) -> bool:
    return same_model(model, NAME)


class AsModel:
    """Answers the last message of a conversation that its caller remembers."""

    def __init__(self, console: Console) -> None:
        self._console = console
        may_confirm = console.gateway.settings.interfaces.may_confirm
        self._caller = Caller(no_yes="" if may_confirm else NEEDS_PERSON)
        self._caller_tools = CallerTools(console.gateway)
        self._pending: OrderedDict[str, Waiting] = OrderedDict()

    async def answer(self, asked: ChatRequest) -> Items:
        """Pieces of the answer as they come, then the end."""
        if asked.logprobs or asked.format:
            raise EngineError(f"{NAME} answers in words only: no format, no logprobs", 400)
        if asked.tools:
            async for item in self._with_tools(asked):
                yield item
            return
        sentence, before = _split(asked.messages)
        if sentence.startswith(_CHORES):
            yield Piece("Voice Gateway")
            yield End("stop", Timings())
            return
        conversation = self._conversation(before)
        conversation.pending = self._recall(before)
        try:
            turn = Saying(sentence, conversation, caller=self._caller)
            async with aclosing(self._console.talk.live(turn)) as happenings:
                async for happening in happenings:
                    if isinstance(happening, Words):
                        yield Piece(happening.text)
                    elif isinstance(happening, Answer):
                        said = [*before, ("user", sentence), ("assistant", happening.text)]
                        self._remember(said, conversation.pending)
                        yield End("stop", _timings(happening))
        except GatewayError as error:
            raise _as_engine_error(error) from error

    async def _with_tools(self, asked: ChatRequest) -> Items:
        """For a caller that has tools of its own: calls to them, or words. Our own home is left alone."""
        request = CallerRequest.of(asked)
        if request.sentence.startswith(_CHORES):
            yield Piece("Voice Gateway")
            yield End("stop", Timings())
            return
        conversation = self._conversation(request.before)
        conversation.pending = self._recall(request.before)
        try:
            with self._console.talk.place():
                said = await self._caller_tools.answer(request, conversation)
        except GatewayError as error:
            raise _as_engine_error(error) from error
        if said.text:
            told = [*request.before, ("user", request.sentence), ("assistant", said.text)]
            self._remember(told, conversation.pending)
        calls = enumerate(said.calls)
        yield Piece(
            said.text, calls=tuple(ToolCall(call["name"], call["args"], index) for index, call in calls)
        )
        yield End("stop", _timings(said.answer) if said.answer else Timings())

    def _conversation(self, before: Sequence[tuple[str, str]]) -> Conversation:
        """What was said before, as far as it is heeded: as long as a sentence may be, and an answer's end."""
        limit = self._console.gateway.settings.turn.max_input
        conversation = Conversation(asked=sum(role == "user" for role, _ in before))
        question = ""
        for role, text in before[-2 * MAX_TURNS :]:
            if role == "user":
                question = clean_past(text, limit)
            elif question:
                conversation.remember(question, (), clean_past(text, limit, ending=True))
                question = ""
        return conversation

    def _remember(self, said: Sequence[tuple[str, str]], pending: Waiting | None) -> None:
        if pending is None:
            return
        self._pending[_fingerprint(said)] = pending
        while len(self._pending) > _MOST_WAITING:
            self._pending.popitem(last=False)

    def _recall(self, said: Sequence[tuple[str, str]]) -> Waiting | None:
        """The question that was asked last; whether it is still open is the conversation's to say."""
        return self._pending.pop(_fingerprint(said), None)


def _as_engine_error(error: GatewayError) -> EngineError:
    from voice_gateway.console.problems import status_of

    return EngineError(str(error), status_of(error))


def _split(messages: Sequence[Message]) -> tuple[str, list[tuple[str, str]]]:
    """The sentence to answer, and what was said before by the two of them.

    Instructions that the caller adds are for another model; the gateway has its own.
    """
    said = [(message.role, message.content) for message in messages if message.role in ("user", "assistant")]
    if not said or said[-1][0] != "user":
        raise EngineError("the last message must be of the user", 400)
    if messages[-1].images:
        raise EngineError("this model cannot see images", 400)
    return said[-1][1], [(role, text) for role, text in said[:-1] if text.strip()]


def _fingerprint(said: Sequence[tuple[str, str]]) -> str:
    told = [(role, " ".join(text.split())) for role, text in said]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _timings(answer: Answer) -> Timings:
    asked = answer.trace.all(Asked)
    return Timings(
        total=int(answer.trace.elapsed() * 1e9),
        prompt_tokens=sum(event.prompt_tokens or 0 for event in asked),
        output_tokens=sum(event.reply_tokens or 0 for event in asked),
        output=int(sum(event.seconds for event in asked) * 1e9),
    )
