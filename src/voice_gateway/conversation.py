"""What was said so far, as LangChain messages, trimmed to the model's window; and what the talk is about."""

import asyncio
import time
import uuid
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from voice_gateway.call_maker.prompt import refers_back
from voice_gateway.dialogue import LastAction, Waiting
from voice_gateway.fast_path import means_last_deed, puts_things_back
from voice_gateway.gate import judge
from voice_gateway.models.prompt_size import estimate_messages
from voice_gateway.times import find_times
from voice_gateway.wishes import Wish, write_wish
from voice_gateway.wishes.agreement import leaves_out_more, takes_back, takes_back_some

MAX_TURNS = 50
MOST_RECENT = 6
CUT_OFF = "[interrupted]"


class Memory(Protocol):
    """Keeps conversations for other gateways, where there are any."""

    async def recall(self, conversation: "Conversation") -> None:
        """Before a turn: let it be as it was left."""

    async def keep(self, conversation: "Conversation", turn: str, answer: dict[str, Any]) -> None:
        """After the turn of this id, with what was answered."""


@dataclass
class Conversation:
    """One person's exchange with the assistant, in whole turns: a call is never split from its results."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    turns: list[list[BaseMessage]] = field(default_factory=list)
    asked: int = 0
    """How many sentences were said, including those that failed."""

    pending: Waiting | None = None
    """The question that waits for an answer; see `take_pending`."""

    last_action: LastAction | None = None
    """What was done last, for "undo that" and "no, I meant the fan"."""

    last_deed: LastAction | None = None
    """The last of those that changed anything, whatever came to nothing since: for "undo the last action"."""

    whole_action: LastAction | None = None
    """What was done last as it was before some of it was taken back: "I didn't ask for the fan"."""

    acted_at: int = 0
    """Which sentence that was, counted from one."""

    lapsed_at: int = 0
    """Which sentence left a question of ours without an answer."""

    recent: deque[Wish] = field(default_factory=lambda: deque(maxlen=MOST_RECENT))
    """The last wishes, the latest at the end, for "both of them" and "the first one"."""

    topic: str = ""
    """The device that the sentence before spoke of, where it asked for nothing."""

    last_sentence: str = ""
    """The sentence that the latest of them was read from."""

    unsettled: Wish | None = None
    """What the sentence before asked for, where it came to nothing: it was offered, asked back or failed."""

    sentence_before: str = ""
    """The sentence that the wish before that was read from."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One sentence at a time."""

    def wait_for(self, question: Waiting, patience: float) -> None:
        """Let a question, that has just been asked, wait so many seconds for its answer."""
        self.pending = replace(question, expires=time.monotonic() + patience)

    def take_pending(self, caller: str = "", answering: str | None = None) -> tuple[Waiting | None, bool]:
        """The question that waits, taken away, and whether it has been open for too long.

        Only by the caller whom it was put to, or by its id, which nobody else was told.
        """
        waiting = self.pending
        if waiting is None or (waiting.put_to != caller and waiting.id != answering):
            return None, False
        self.pending = None
        return waiting, time.monotonic() > waiting.expires

    def awaits(self, question_id: str) -> bool:
        """Whether this very question waits, and still may be answered."""
        waiting = self.pending
        return waiting is not None and waiting.id == question_id and time.monotonic() <= waiting.expires

    @property
    def last_wish(self) -> Wish | None:
        """What was asked for last, for "and the bedroom" and "turn it off again"."""
        return self.recent[-1] if self.recent else None

    def wished(self, wish: Wish, sentence: str) -> None:
        """Keep what this sentence asked for."""
        self.recent.append(wish)
        self.topic = ""
        self.sentence_before, self.last_sentence = self.last_sentence, sentence

    def came_to_nothing(self) -> None:
        """Of what was just kept nothing was done: only the next sentence may go on with it."""
        self.unsettled = self.last_wish

    def let_go(self) -> None:
        """Forget what came to nothing, which was not gone on with."""
        if self.unsettled is not None and self.last_wish is self.unsettled:
            self.recent.pop()
            self.last_sentence = self.sentence_before
        self.unsettled = None

    def begins_anew(self, sentence: str) -> bool:
        """Whether a sentence goes on with nothing, behind something that came to nothing: it is a wish of its
        own, and does not point back."""
        left = self.unsettled
        if left is None or left is not self.last_wish or any(each.is_open for each in left.errands):
            return False
        return not refers_back(sentence) and bool(judge(sentence.lower()).verbs)

    def lends_its_time(self, wish: Wish, sentence: str) -> bool:
        """Whether a wish has the time of what came to nothing, which was not said again."""
        left = self.unsettled if self.unsettled is self.last_wish else None
        if left is None or left.when is None or wish.when != left.when:
            return False
        return not find_times(sentence.lower(), datetime.now().astimezone())

    def deed(self, wish: Wish, sentence: str) -> LastAction | None:
        """What is taken back by a wish that takes anything back."""
        if takes_back_some(wish):
            return self.whole_action
        deed = self.last_deed if means_last_deed(sentence) else self.last_action
        if deed and deed.before and puts_things_back(sentence):
            return replace(deed, undo=())  # what waits is no thing that is put back
        return deed

    def narrowed(self, wish: Wish) -> Wish | None:
        """What is left of what came to nothing, where a wish only leaves out more: nothing is taken back."""
        left = self.unsettled if self.unsettled is self.last_wish else None
        if left is None or not leaves_out_more(wish, left):
            return None
        return replace(wish, parts=tuple(part for part in wish.parts if not takes_back(part)))

    def said_before(self, sentence: str) -> tuple[tuple[str, str] | None, str]:
        """The turn before and what was answered, as far as a sentence may go on with them."""
        return (None, "") if self.begins_anew(sentence) else (self.turn_before, self.last_answer)

    def acted(self, action: LastAction | None) -> None:
        """Keep what this sentence has changed, or that it has changed nothing."""
        self.last_action, self.acted_at = action, self.asked
        self.last_deed = action or self.last_deed
        if action is None or not takes_back_some(action.wish):
            self.whole_action = action

    @property
    def just_acted(self) -> bool:
        """Whether the sentence before this one has changed anything."""
        return self.last_action is not None and self.acted_at == self.asked - 1

    @property
    def left_no_plan(self) -> bool:
        """Whether nothing waits of what was asked for last: it was taken back since, or came to nothing."""
        wish = self.last_action.wish if self.last_action else None
        undone = wish is not None and bool(wish.parts) and all(map(takes_back, wish.parts)) and not wish.also
        return undone or (self.unsettled is not None and self.unsettled is self.last_wish)

    @property
    def just_lapsed(self) -> bool:
        """Whether the sentence before this one was no answer to what was asked before it."""
        return self.lapsed_at > 0 and self.lapsed_at == self.asked - 1

    @property
    def may_go_on(self) -> bool:
        """Whether "cancel that" means something: what was just done, or what is planned."""
        return self.just_acted or (self.last_wish is not None and self.last_wish.is_for_later)

    @property
    def last_answer(self) -> str:
        """What was said last, for "say that again"."""
        return str(self.turns[-1][-1].text) if self.turns else ""

    @property
    def before_last_answer(self) -> str:
        """What the person said before that."""
        return str(self.turns[-1][0].text) if self.turns else ""

    @property
    def turn_before(self) -> tuple[str, str] | None:
        """What was asked for last and its wish; without any, what was said last."""
        if self.last_wish:
            return self.last_sentence, write_wish(self.last_wish)
        return (str(self.turns[-1][0].text), "") if self.turns else None

    @property
    def last_question(self) -> str:
        """What was said last, where it was answered without any call."""
        said, *between = self.turns[-1][:-1] if self.turns else [HumanMessage("")]
        return "" if between else str(said.text)

    def remember(self, sentence: str, between: Sequence[BaseMessage], answer: str) -> None:
        """Keep a finished turn: what was asked, the calls and results in between, and what was said."""
        self.turns.append([HumanMessage(sentence), *between, AIMessage(answer)])
        del self.turns[:-MAX_TURNS]

    def window(self, budget: int) -> list[BaseMessage]:
        """The latest whole turns that fit the budget of tokens, oldest first."""
        kept: list[list[BaseMessage]] = []
        for turn in reversed(self.turns):
            budget -= estimate_messages(turn)
            if budget < 0:
                break
            kept.append(turn)
        return [message for turn in reversed(kept) for message in turn]

    def reset(self) -> None:
        """Forget everything, as if a new conversation began."""
        self.turns.clear()
        self.asked = 0
        self.pending = self.last_action = self.last_deed = self.whole_action = self.unsettled = None
        self.topic = self.last_sentence = self.sentence_before = ""
        self.recent.clear()
