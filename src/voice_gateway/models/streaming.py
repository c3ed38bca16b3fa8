"""Lets an answer through to the person as it comes, and holds back what may not be heard."""

import re
from collections.abc import Callable, Sequence

from voice_gateway.models.call_shape import speakable
from voice_gateway.models.repetition import LoopWatch

OnToken = Callable[[str], None]
Live = Callable[[], OnToken]
"""Gives whoever hears the next reply. Each has a hearer of its own, since one may be given up midway."""

_LONGEST_ANSWER, _LONGEST_REPLY = 20_000, 200_000
"""Characters of what is said, and of all that comes with it: whoever writes more comes to no end."""

_OPENING, _CLOSING = re.compile(r"<think(?:ing)?>"), re.compile(r"</think(?:ing)?>")
_TAGS = ("<think>", "<thinking>", "</think>", "</thinking>")


class TokenGate:
    """Feeds one reply to `on_token` without think blocks, and never a tool call printed as text.

    Whatever was let through is kept in `spoken`.
    """

    def __init__(self, on_token: OnToken | None, offered: Sequence[str] = ()) -> None:
        self._on_token = on_token
        self._offered = offered
        self._raw = ""
        self._thinking = False
        self._taken = 0
        self._passed = 0
        self.spoken = ""
        self._watch = LoopWatch()

    def feed(self, piece: str) -> None:
        """Take the next piece of the reply."""
        if self.stuck:
            return
        self._taken += len(piece)
        self._raw += piece
        self._watch.feed(self._visible())
        text = self._watch.text
        if not text.strip() or self.stuck:
            return
        # What may turn out to be a call, or a repetition, waits until it is something else.
        ready = min(speakable(text, self._offered), self._watch.certain)
        if ready > self._passed:
            passed, self._passed = text[self._passed : ready], ready
            self._pass(passed if self.spoken else passed.lstrip())

    @property
    def stuck(self) -> bool:
        """Whether the model comes to no end: it writes the same words again and again, or far too many."""
        endless = self._taken > _LONGEST_REPLY or len(self._watch.text) > _LONGEST_ANSWER
        return self._watch.looping or endless

    def _visible(self) -> str:
        """What of the raw text is certainly outside think blocks; the rest waits for more."""
        visible = ""
        while mark := (_CLOSING if self._thinking else _OPENING).search(self._raw):
            visible += "" if self._thinking else self._raw[: mark.start()]
            self._raw = self._raw[mark.end() :]
            self._thinking = not self._thinking
        kept = _overlap(self._raw, *_TAGS)
        visible += "" if self._thinking else self._raw[: len(self._raw) - kept]
        self._raw = self._raw[len(self._raw) - kept :]
        return visible

    def _pass(self, text: str) -> None:
        self.spoken += text
        if self._on_token:
            self._on_token(text)


class Listener:
    """Passes an answer on as it comes, and knows what of it has not been heard yet."""

    def __init__(self, on_token: OnToken) -> None:
        self._on_token = on_token
        self.heard = ""

    def hear(self, piece: str) -> None:
        self.heard += piece
        self._on_token(piece)

    def complete(self, answer: str) -> None:
        """Pass on what is missing of the whole answer."""
        if missing := answer[_overlap(self.heard.rstrip(), answer + "\0") :]:
            self._on_token(missing)


def _overlap(text: str, *wholes: str) -> int:
    """How many characters at the end of the text may be the beginning of one of these."""
    longest = 0
    for whole in wholes:
        for length in range(min(len(text), len(whole) - 1), longest, -1):
            if text.endswith(whole[:length]):
                longest = length
                break
    return longest
