"""Keeps the last words of a server."""

import re

_KEPT = 16 * 1024
_LONGEST_LINE = 300
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")


class StderrTail:
    """The end of what was written to stderr. Old bytes go as new ones come, so a flood costs no memory."""

    def __init__(self) -> None:
        self._bytes = b""

    def feed(self, data: bytes) -> None:
        self._bytes = (self._bytes + data)[-_KEPT:]

    def lines(self, count: int = 8) -> list[str]:
        """The last lines that say something."""
        text = _CONTROL.sub("", self._bytes.decode("utf-8", errors="replace"))
        said = [line.rstrip()[:_LONGEST_LINE] for line in text.splitlines() if line.strip()]
        return said[-count:]
