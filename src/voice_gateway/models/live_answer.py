"""An answer on its way to the person while it is still being written."""

import re
from collections.abc import Callable

_END = re.compile(r"[.!?](?=\s)|(?<=\S)(?=\n)")


class LiveAnswer:
    """Passes it on sentence by sentence, and stops before one that must not be said."""

    def __init__(self, on_token: Callable[[str], None], may_be_said: Callable[[str], bool]) -> None:
        self._on_token = on_token
        self._may_be_said = may_be_said
        self._waiting = ""
        self._stopped = False

    def hear(self, piece: str) -> None:
        """Take the next piece. The last sentence waits for whoever has the whole answer."""
        self._waiting += piece
        while not self._stopped and (end := _END.search(self._waiting)):
            sentence, self._waiting = self._waiting[: end.end()], self._waiting[end.end() :]
            self._stopped = not self._may_be_said(sentence)
            if not self._stopped:
                self._on_token(sentence)
