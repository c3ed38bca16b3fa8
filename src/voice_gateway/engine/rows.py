"""Which row of llama.cpp's prompt cache a request uses when there is an adapter.

llama.cpp picks the row with the longest common prefix by itself, but does not look at the adapter: a row that
was computed with it and is then used without is thrown away. So the two kinds of rows are kept apart.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile


class Rows:
    """The rows of one loaded model. The first half is without the adapter, the second with it."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._prompts = [""] * (slots * 2)
        self._scales = [0.0] * slots + [1.0] * slots
        self._busy: set[int] = set()
        self._lock = threading.Lock()

    @contextmanager
    def row(self, prompt: str, scale: float) -> Iterator[int]:
        """The free row whose prompt has most in common with this one. There is one for every turn."""
        first = self._slots if scale else 0
        with self._lock:
            free = [row for row in range(first, first + self._slots) if row not in self._busy]
            row = max(free, key=lambda row: (self._scales[row] == scale, self._common(row, prompt)))
            self._busy.add(row)
            self._prompts[row], self._scales[row] = prompt, scale
        try:
            yield row
        finally:
            with self._lock:
                self._busy.discard(row)

    def _common(self, row: int, prompt: str) -> int:
        pairs = zip(self._prompts[row], prompt, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
