"""Templates: `[optional]`, `(one|of|these)`, `{slot}`; `3*` in front is drawn three times as often.

A file has sections (`= verb`). A line that begins with `~` is held out: no training example is made from it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

SENTENCES = Path(__file__).parent / "sentences"
_TOKEN = re.compile(r"[\[\]()|]|\{\w+\}|[^\[\]()|{}]+")

Slots = Mapping[str, str | Callable[[], str]]
"""What a slot is filled with, or what draws it anew each time."""


@dataclass(frozen=True)
class Template:
    text: str
    weight: float
    held_out: bool


@cache
def sections(path: Path) -> dict[str, tuple[Template, ...]]:
    """The templates of a file by section; those before the first section are in the section “”."""
    found: dict[str, list[Template]] = {"": []}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            section = line[2:].strip()
            found.setdefault(section, [])
        elif line.strip() and not line.startswith("#"):
            held_out = line.startswith("~")
            weight, star, text = line.lstrip("~ ").partition("* ")
            starred = bool(star) and weight.isdigit()
            template = Template(
                text if starred else line.lstrip("~ "), float(weight) if starred else 1.0, held_out
            )
            found[section].append(template)
    return {name: tuple(templates) for name, templates in found.items()}


@cache
def choices(path: Path, section: str, held_out: bool) -> tuple[tuple[Template, ...], tuple[float, ...]]:
    """The templates of one side, with their weights; all of them where nothing was put on that side."""
    every = sections(path)[section]
    templates = tuple(each for each in every if each.held_out is held_out) or every
    return templates, tuple(each.weight for each in templates)


def draw(path: Path, section: str, slots: Slots, random: Random, *, held_out: bool) -> str:
    """One sentence of a section."""
    templates, weights = choices(path, section, held_out)
    return fill(random.choices(templates, weights)[0].text, slots, random)


def fill(template: str, slots: Slots, random: Random) -> str:
    """One of the sentences that a template stands for."""
    return " ".join(_expand(_TOKEN.findall(template), slots, random).split()).replace(" 's", "'s")


def _expand(pieces: list[str], slots: Slots, random: Random) -> str:
    chosen = random.choice(_alternatives(pieces))
    text = ""
    here = 0
    while here < len(chosen):
        piece = chosen[here]
        if piece in ("[", "("):
            end = _closing(chosen, here)
            if piece == "(" or random.random() < 0.5:
                text += _expand(chosen[here + 1 : end], slots, random)
            here = end
        elif piece.startswith("{"):
            value = slots[piece[1:-1]]
            text += value if isinstance(value, str) else value()
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
