"""The notation of sentences: `(turn|switch) [back] on <target>`.

`[…]` may be left out, `(a|b)` is either, and `<name>` is a slot. It is a small part of what Home Assistant's
hassil has.
"""

import re
from dataclasses import dataclass
from typing import Union

_TOKEN = re.compile(r"[\[\]()|]|<\w+>|[^\s\[\]()|<>]+")

Way = tuple[Union[str, "Group"], ...]
"""Words, slots and groups, one after another."""


@dataclass(frozen=True, slots=True)
class Group:
    """One of these ways; or none of them, where it may be left out."""

    ways: tuple[Way, ...]
    optional: bool


def parse(line: str) -> tuple[Way, ...]:
    """The ways in which a line can be said."""
    ways, rest = _ways(_TOKEN.findall(line))
    if rest:
        raise ValueError(f"a bracket is closed that was not opened: {line}")
    return ways


def is_slot(piece: str) -> bool:
    return piece.startswith("<")


def _ways(tokens: list[str]) -> tuple[tuple[Way, ...], list[str]]:
    """Up to the bracket that closes them, and what follows from there."""
    found: list[Way] = [()]
    while tokens and tokens[0] not in "])":
        piece, *tokens = tokens
        if piece == "|":
            found.append(())
        elif piece in "[(":
            inside, tokens = _ways(tokens)
            tokens = tokens[1:]  # its closing bracket
            found[-1] = (*found[-1], Group(inside, optional=piece == "["))
        else:
            found[-1] = (*found[-1], piece)
    return tuple(found), tokens
