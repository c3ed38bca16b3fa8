"""Conversations that go on at another gateway, and answers that are given again to who asks again."""

import asyncio
import json
import logging
from typing import Any, Final
from weakref import ref

from voice_gateway.conversation import Conversation
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.conversation_form import read_into, write_conversation
from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.fleet.home_forms import token
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.keeping import NotKept

REMEMBERED: Final = 86_400.0
_MOST_ANSWERS: Final = 8
_MOST_KNOWN: Final = 200

Answers = dict[str, dict[str, Any]]
"""What was answered to the last turns, by their ids."""

log = logging.getLogger(__name__)


class SharedMemory:
    """What the gateways of a home know of each other's conversations."""

    def __init__(self, bucket: Bucket, household: SharedHousehold) -> None:
        self._bucket = bucket
        self._household = household
        self._known: dict[str, tuple[ref[Conversation], int, Answers]] = {}
        """Of each conversation that is under way here, as which sequence it is kept, and the last answers."""

    async def recall(self, conversation: Conversation) -> None:
        """Let it be as it was left, wherever that was, and know all that was planned before this moment."""
        try:
            # Side by side, since somebody waits for it.
            held, _ = await asyncio.gather(
                self._bucket.get(_key(conversation.id)), self._household.catch_up()
            )
        except (Unanswered, NotKept) as error:
            log.warning("What was said before is not known for sure: %s", error.message)
            conversation.pending = None
            return
        sequence, answers = self._last(conversation)
        if held and held.sequence != sequence and held.value:
            told = json.loads(held.value)
            read_into(conversation, told, self._bucket.ahead)
            answers = told["answers"]
        self._known[conversation.id] = (ref(conversation), held.sequence if held else 0, answers)

    async def keep(self, conversation: Conversation, turn: str, answer: dict[str, Any]) -> None:
        """After a turn. It was answered, and is answered all the same where this cannot be kept."""
        sequence, answers = self._last(conversation)
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
        self._known[conversation.id] = (ref(conversation), sequence, answers)
        while len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _last(self, conversation: Conversation) -> tuple[int, Answers]:
        known, sequence, answers = self._known.get(conversation.id, (None, 0, {}))
        return (sequence, answers) if known and known() is conversation else (0, {})

    async def answered(self, conversation: str, turn: str) -> dict[str, Any] | None:
        """What was answered to this turn before, where it was."""
        held = await self._bucket.get(_key(conversation))
        answers: Answers = json.loads(held.value)["answers"] if held and held.value else {}
        return answers.get(turn)


def _key(conversation: str) -> str:
    return f"talk.{token(conversation)}"
