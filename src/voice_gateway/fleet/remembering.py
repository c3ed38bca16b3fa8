"""Conversations that go on at another gateway, and answers that are given again to who asks again."""

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import Any, Final
from weakref import ref

from voice_gateway.conversation import Conversation
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.conversation_form import read_into, write_conversation
from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.fleet.home_forms import token
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.fleet.line import Line
from voice_gateway.keeping import NotKept

SPOKEN: Final = "spoken"
REMEMBERED: Final = 86_400.0
_MOST_ANSWERS: Final = 8
_MOST_KNOWN: Final = 200

Answers = dict[str, dict[str, Any]]
"""What was answered to the last turns, by their ids."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Known:
    """A conversation as it is kept, as far as was heard here."""

    conversation: ref[Conversation]
    sequence: int
    answers: Answers
    breaks: int


class SharedMemory:
    """What the gateways of a home know of each other's conversations."""

    def __init__(self, bucket: Bucket, household: SharedHousehold, line: Line) -> None:
        self._bucket = bucket
        self._household = household
        self._line = line
        self._known: dict[str, _Known] = {}

    async def recall(self, conversation: Conversation) -> None:
        """Let it be as it was left, wherever that was, and know all that was planned before this moment."""
        known = self._last(conversation)
        breaks = self._bucket.breaks
        try:
            if known and self._bucket.unbroken(known.breaks):
                return await self._household.be_current()
            # Side by side, since somebody waits for it.
            held, _ = await asyncio.gather(
                self._bucket.get(_key(conversation.id)), self._household.be_current()
            )
        except (Unanswered, NotKept) as error:
            log.warning("What was said before is not known for sure: %s", error.message)
            conversation.pending = None
            return None
        answers = known.answers if known else {}
        if held and held.value and not (known and known.sequence == held.sequence):
            told = json.loads(held.value)
            read_into(conversation, told, self._bucket.ahead)
            answers = told["answers"]
        self._know(conversation, held.sequence if held else 0, answers, breaks)
        return None

    async def was_told(self, told: dict[str, Any]) -> None:
        """Somebody has spoken, here or elsewhere."""
        known = self._known.get(told["conversation"])
        if known and known.sequence < told["sequence"]:
            del self._known[told["conversation"]]

    async def keep(self, conversation: Conversation, turn: str, answer: dict[str, Any]) -> None:
        """After a turn, since this gateway may die before the next. It was answered, and is answered all the
        same where this cannot be kept."""
        known, breaks = self._last(conversation), self._bucket.breaks
        sequence, answers = (known.sequence, known.answers) if known else (0, {})
        try:
            while True:
                answers = dict([*answers.items(), (turn, answer)][-_MOST_ANSWERS:])
                told = {**write_conversation(conversation, self._bucket.ahead), "answers": answers}
                try:
                    sequence = await self._bucket.put(
                        _key(conversation.id), json.dumps(told).encode(), last=sequence, lasts=REMEMBERED
                    )
                    break
                except Conflict:
                    # Somebody spoke in the same conversation at another gateway. The last to end is what
                    # "it" and "undo that" mean; the answers of both are known.
                    held = await self._bucket.get(_key(conversation.id))
                    sequence = held.sequence if held else 0
                    answers = json.loads(held.value)["answers"] if held and held.value else {}
        except Unanswered as error:
            log.warning("A conversation is not kept for others: %s", error.message)
            return
        self._know(conversation, sequence, answers, breaks)
        spoken = {"conversation": conversation.id, "sequence": sequence}
        await self._line.tell(SPOKEN, spoken)

    def _know(self, conversation: Conversation, sequence: int, answers: Answers, breaks: int) -> None:
        self._known[conversation.id] = _Known(ref(conversation), sequence, answers, breaks)
        while len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _last(self, conversation: Conversation) -> _Known | None:
        known = self._known.get(conversation.id)
        return known if known and known.conversation() is conversation else None

    async def answered(self, conversation: str, turn: str) -> dict[str, Any] | None:
        """What was answered to this turn before, where it was."""
        held = await self._bucket.get(_key(conversation))
        answers: Answers = json.loads(held.value)["answers"] if held and held.value else {}
        return answers.get(turn)


def _key(conversation: str) -> str:
    return f"talk.{token(conversation)}"
