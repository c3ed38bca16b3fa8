"""Templates: `[optional]`, `(one|of|these)`, `{slot}`."""

import re
from collections.abc import Callable
from random import Random

_TOKEN = re.compile(r"[\[\]()|]|\{\w+\}|[^\[\]()|{}]+")


def expanded(template: str, value: Callable[[str], str], random: Random) -> str:
    """One of the texts that a template stands for; `value` says what a slot is filled with."""
    return _expand(_TOKEN.findall(template), value, random)


def tidied(text: str) -> str:
    return " ".join(text.split()).replace(" 's", "'s")


def _expand(pieces: list[str], value: Callable[[str], str], random: Random) -> str:
    chosen = random.choice(_alternatives(pieces))
    text = ""
    here = 0
    while here < len(chosen):
        piece = chosen[here]
        if piece in ("[", "("):
            end = _closing(chosen, here)
            if piece == "(" or random.random() < 0.5:
                text += _expand(chosen[here + 1 : end], value, random)
            here = end
        elif piece.startswith("{"):
            text += value(piece[1:-1])
        else:
            text += piece
        here += 1
    return text


def _alternatives(pieces: list[str]) -> list[list[str]]:
    """What stands between the bars at the outermost level."""
    found: list[list[str]] = [[]]
    depth = 0
    for piece in pieces:
        depth += (piece in "[(") - (piece in "])")
        if piece == "|" and depth == 0:
            found.append([])
        else:
            found[-1].append(piece)
    return found


def _closing(pieces: list[str], start: int) -> int:
    depth = 0
    for here in range(start, len(pieces)):
        depth += (pieces[here] in "[(") - (pieces[here] in "])")
        if depth == 0:
            return here
    raise ValueError(f"a bracket is never closed in {''.join(pieces)!r}")
