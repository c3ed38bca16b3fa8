"""A small grammar: templates in `sentences/*.txt` are drawn at random into sentences with their label."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from voice_gateway.routing.lexicon import classes

SENTENCES = Path(__file__).parent / "sentences"
LABELS = ("device", "datetime", "volume", "search", "general", "other")
_TEMPLATE_TOKEN = re.compile(r"[\[\]()|]|\{\w+\}|[^\[\]()|{}]+")

_STARTS = ("b", "br", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w", "z")
_ENDS = ("r", "n", "x", "ble", "tron", "ster", "ky", "", "ra", "lo", "mo", "by", "nt", "stral", "rent", "ver")


@dataclass
class Sentence:
    """One drawn sentence and the names of a home that went into it."""

    text: str
    label: str
    devices: list[str] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)


class Grammar:
    """Draws sentences of the templates in a folder; the same seed draws the same ones."""

    def __init__(self, seed: int, folder: Path = SENTENCES) -> None:
        self._random = Random(seed)
        self._folder = folder
        self._lists = _lists(folder)

    def draw(self, label: str, count: int) -> list[Sentence]:
        """Sentences of one label, each different."""
        templates, weights = _templates(self._folder, label)
        drawn: dict[str, Sentence] = {}
        for _ in range(count * 3):
            sentence = Sentence("", label)
            template = self._random.choices(templates, weights)[0]
            sentence.text = _tidy(self._expand(_TEMPLATE_TOKEN.findall(template), sentence))
            if sentence.text:
                drawn.setdefault(sentence.text, sentence)
            if len(drawn) >= count:
                break
        return list(drawn.values())

    def _expand(self, pieces: list[str], sentence: Sentence) -> str:
        """One of the alternatives of a template, its groups and lists filled in."""
        chosen = self._random.choice(_split(pieces))
        text = ""
        here = 0
        while here < len(chosen):
            piece = chosen[here]
            if piece in ("[", "("):
                end = _closing(chosen, here)
                if piece == "(" or self._random.random() < 0.5:
                    text += self._expand(chosen[here + 1 : end], sentence)
                here = end
            elif piece.startswith("{"):
                text += self._value(piece[1:-1], sentence)
            else:
                text += piece
            here += 1
        return text

    def _value(self, name: str, sentence: Sentence) -> str:
        if name == "device":
            device = self._device_name()
            sentence.devices.append(device)
            return device
        value = self._random.choice(self._lists[name])
        if name == "room":
            sentence.rooms.append(value)
        if "{" in value:
            value = self._expand(_TEMPLATE_TOKEN.findall(value), sentence)
        return value

    def _device_name(self) -> str:
        """A name as people give them: by room, by owner, by a word of their own, or simply invented."""
        pick = self._random.choice
        thing = pick(self._lists[pick(("light", "plug", "cover", "climate", "appliance", "valve", "vacuum"))])
        style = self._random.random()
        if style < 0.4:
            return f"{pick(self._lists['room'])} {thing}"
        if style < 0.5:
            return f"{pick(self._lists['person'])}'s {thing}"
        if style < 0.62:
            return f"{pick(self._lists['word'])} {thing}"
        if style < 0.75:
            owner = pick((pick(self._lists["room"]), thing, self._invented()))
            return f"{owner} {pick(self._lists['sensorkind'])}{pick((' sensor', ''))}"
        if style < 0.8:
            return f"{thing} {pick(('one', 'two', '1', '2', 'left', 'right', 'power', 'switch', 'current'))}"
        return self._invented() if style < 0.95 else f"{self._invented()} {self._invented()}"

    def _invented(self) -> str:
        pick = self._random.choice
        middle = pick(_STARTS) + pick("aeiou") if self._random.random() < 0.5 else ""
        return pick(_STARTS) + pick("aeiou") + middle + pick(_ENDS)


@cache
def _templates(folder: Path, label: str) -> tuple[list[str], list[float]]:
    templates: list[str] = []
    weights: list[float] = []
    for line in _lines(folder / f"{label}.txt"):
        weight, star, template = line.partition("* ")
        templates.append(template if star else line)
        weights.append(float(weight) if star else 1.0)
    return templates, weights


@cache
def _lists(folder: Path) -> dict[str, tuple[str, ...]]:
    """The router's lists, and those of the folder in their place where both have one."""
    lists = {name: words for name, words in classes().items() if name in ("room", "colour", "place", "kind")}
    for path in dict.fromkeys((SENTENCES / "lists.txt", folder / "lists.txt")):
        for line in _lines(path):
            name, _, values = line.partition(":")
            lists[name] = tuple(value.strip() for value in values.split("|"))
    return lists


def _lines(path: Path) -> list[str]:
    return [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]


def _split(pieces: list[str]) -> list[list[str]]:
    """The alternatives at the outermost level."""
    alternatives: list[list[str]] = [[]]
    depth = 0
    for piece in pieces:
        depth += (piece in "[(") - (piece in "])")
        if piece == "|" and depth == 0:
            alternatives.append([])
        else:
            alternatives[-1].append(piece)
    return alternatives


def _closing(pieces: list[str], start: int) -> int:
    depth = 0
    for here in range(start, len(pieces)):
        depth += (pieces[here] in "[(") - (pieces[here] in "])")
        if depth == 0:
            return here
    raise ValueError(f"a bracket is never closed in {''.join(pieces)!r}")


def _tidy(text: str) -> str:
    return " ".join(text.split()).replace(" 's", "'s")
