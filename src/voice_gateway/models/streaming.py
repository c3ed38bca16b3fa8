"""Lets an answer through to the person as it comes, and holds back what may not be heard."""

import re
from collections.abc import Callable, Sequence

OnToken = Callable[[str], None]

_CALL_STARTS = ("{", "[", "<", "`")
_OPEN_TAG = re.compile(r"<[^>]{0,16}\Z")


class TokenGate:
    """Feeds an answer to `on_token` without think blocks, and never a tool call printed as text.

    While tools are bound, nothing passes until it is clear that the reply is not a call. Whatever was let
    through is kept in `spoken`.
    """

    def __init__(self, on_token: OnToken | None, bound: Sequence[str] = ()) -> None:
        self._on_token = on_token
        self._bound = bound
        self._raw = ""
        self._thinking = False
        self._undecided = bool(bound)
        self._waiting = ""
        self.spoken = ""

    def feed(self, piece: str) -> None:
        """Take the next piece of the reply."""
        self._raw += piece
        self._waiting += self._visible()
        if not self._waiting.strip() or (self._undecided and self._may_be_call(self._waiting.lstrip())):
            return
        self._undecided = False
        self._pass(self._waiting if self.spoken else self._waiting.lstrip())
        self._waiting = ""

    def _visible(self) -> str:
        """What of the raw text is certainly outside think blocks; the rest waits for more."""
        visible = ""
        while self._raw:
            mark = "</think>" if self._thinking else "<think>"
            before, found, after = self._raw.partition(mark)
            if found:
                visible += "" if self._thinking else before
                self._thinking = not self._thinking
                self._raw = after
                continue
            cut = _OPEN_TAG.search(self._raw)
            kept = self._raw[cut.start() :] if cut else ""
            visible += "" if self._thinking else self._raw[: len(self._raw) - len(kept)]
            self._raw = kept
            break
        return visible

    def _may_be_call(self, text: str) -> bool:
        if text.startswith(_CALL_STARTS):
            return True
        head = re.split(r"[\s(:]", text, maxsplit=1)[0]
        return any(name == head or (text == head and name.startswith(head)) for name in self._bound)

    def _pass(self, text: str) -> None:
        self.spoken += text
        if self._on_token:
            self._on_token(text)
