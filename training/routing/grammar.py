"""A small grammar: templates in `sentences/*.txt` are drawn at random into sentences with their label."""

from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random

from training.templates import expanded, tidied
from voice_gateway.routing.lexicon import classes

SENTENCES = Path(__file__).parent / "sentences"
LABELS = ("device", "datetime", "volume", "search", "general", "other")

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
            sentence.text = tidied(expanded(template, partial(self._value, sentence), self._random))
            if sentence.text:
                drawn.setdefault(sentence.text, sentence)
            if len(drawn) >= count:
                break
        return list(drawn.values())

    def _value(self, sentence: Sentence, name: str) -> str:
        if name == "device":
            device = self._device_name()
            sentence.devices.append(device)
            return device
        value = self._random.choice(self._lists[name])
        if name == "room":
            sentence.rooms.append(value)
        if "{" in value:
            value = expanded(value, partial(self._value, sentence), self._random)
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
