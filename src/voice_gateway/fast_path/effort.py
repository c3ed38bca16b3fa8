"""How much is done to read one sentence: what takes more is left to others.

Readers try what stands before and behind every joint, again and again. Nobody says anything that takes long;
a recogniser that repeats itself, and whoever means harm, would keep the gateway from all else.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

MOST: Final = 4000
"""What took most of some thousand sentences that people have said took a quarter of it."""

_left: ContextVar[list[int] | None] = ContextVar("voice_gateway_effort", default=None)


class TooMuch(Exception):
    """The sentence takes more than any that people say."""


@contextmanager
def bounded() -> Iterator[None]:
    """Bound what is done inside."""
    token = _left.set([MOST])
    try:
        yield
    finally:
        _left.reset(token)


def cost(text: str) -> int:
    """What it takes to read a text, or to look at what was read already."""
    return 2 + len(text) // 8 if text else 1


def spend(text: str = "") -> None:
    """Count something that takes its time."""
    left = _left.get()
    if left is not None:
        left[0] -= cost(text)
        if left[0] < 0:
            raise TooMuch
