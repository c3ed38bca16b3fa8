"""Sentence templates: `(turn|switch) [back] on <target>`, kept in the language's files.

A line `<name> = a|b` says once for a whole file which words a slot stands for. Compiled to regular
expressions, a whole file is tried in microseconds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from voice_gateway import languages
from voice_gateway.devices.colours import colour_names
from voice_gateway.devices.extremes import COMPARATIVES, SUPERLATIVES
from voice_gateway.languages.notation import Group, Way, is_slot, parse
from voice_gateway.number_words import ONES

_SENTENCES = "fast_path/sentences"
_SLOT = re.compile(r"<\w+>")
_SPOKEN = re.compile(r"[a-z][a-z']+")

_WORDS = re.compile(r"<(?P<name>\w+)> = (?P<words>.+)")
STATES = (
    "on", "off", "lit", "burning", "running", "open", "opened", "closed", "shut", "locked", "unlocked",
    "occupied", "empty", "wet", "dry", "leaking", "up", "down",
)  # fmt: skip


def _either_of(words: Iterable[str]) -> str:
    """The longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


_COLOURS = _either_of(name.replace(" ", r"[ -]") for name in colour_names())
_PACKS = (
    r"(?:cans?|bottles?|packs?|packets?|tins?|jars?|box(?:es)?|bags?|cartons?|tubs?|loaves|kilos?|litres?)"
)
_SO_MANY = rf"(?:\d+|an?|{'|'.join(ONES[1:])})"
SLOTS: Mapping[str, str] = {
    "degrees": r"(?P<value>\d+(?:\.\d+)?) (?:degrees? |(?P<fahrenheit>fahrenheit ))",
    "percent": r"(?:(?P<value>\d+(?:\.\d+)?) percent |(?P<amount>half|full|max(?:imum)?|min(?:imum)?) )",
    "times": r"(?P<value>\d+(?:\.\d+)?) times ",
    "number": r"(?P<value>\d+(?:\.\d+)?) ",
    "state": rf"(?P<state>{'|'.join(STATES)}) ",
    "aspect": r"(?P<state>done|finished|full|charging|charged|hot|cold|free|stuck|jammed|blocked|broken"
    r"|recording|connected|online|offline|flashing|beeping|idle|plugged in) ",
    "extreme": rf"(?P<extreme>{_either_of(SUPERLATIVES)}) ",
    "more": rf"(?P<more>{_either_of(COMPARATIVES)}) ",
    "grade": r"(?P<grade>low|medium|high|max|min) ",
    "mode": r"(?P<mode>heat|cool|auto|eco) ",
    "no": r"(?:(?P<no>not) )?",
    "compared": r"(?P<how>below|under|beneath|above|over|past"
    r"|(?:less|colder|cooler|dimmer|darker|lower|more|warmer|hotter|brighter|higher) than) "
    r"(?P<value>-?\d+(?:\.\d+)?) (?:degrees? |percent |fahrenheit )?",
    "colour": rf"(?P<colour>{_COLOURS}) ",
    "amount": r"(?P<value>\d+(?:\.\d+)?) (?:percent )?",
    "word": r"(?P<word>(?!(?:on|off|up|down|it|them)\b)[^,]{1,40}?) ",
    "brewed": r"(?P<target>coffee|espresso|cappuccino|latte|tea|toast|popcorn|rice) ",
    "alarm": r"(?P<about>(?:[^,]+ )?(?:alarm|siren|detector|bell|doorbell|buzzer|sounder)) ",
    "arming": r"(?P<arming>home|away|night|stay|vacation) ",
    "span": r"(?P<span>§) ",
    "list": r"(?P<list>(?:(?:the |my |our |this |that |today's )?"
    r"(?:to (?:do|buy|get|watch|read) |(?!(?:on|onto|in|to|of|off|the|my|our|them|it|that|an?|and|from|for"
    r"|update|remove|delete|open|your|new|put|add|is|are) )[\w'&-]+ ){0,3}?(?:list|to[- ]?dos?|groceries)"
    r"(?: (?:of|for|called|named) (?:(?!list)[\w'&-]+ ?){1,3})?"
    r"|(?:the |my |our )?(?:weekly )?shop(?:ping)?)) ",
    "packed": rf"(?P<items>.+? {_SO_MANY} {_PACKS}|{_SO_MANY} {_PACKS} of .+?) ",
    "which_day": r"(?P<day>(?:for |on |this |the |next )*(?:today|tonight|tomorrow|week|weekend|\w+day)"
    r"(?: (?:morning|afternoon|evening|night))?) ",
    "on_day": r"(?P<day>(?:today|tonight|tomorrow|later|this|the|next|on|in)(?: \w+){0,3}|\w+day) ",
}
"""Slots that are more than any words."""


@dataclass(frozen=True)
class Template:
    """One line of a file: what it means, and the sentences that say so."""

    meaning: str
    pattern: re.Pattern[str]

    def match(self, text: str) -> dict[str, str] | None:
        """The slots of a sentence that fits as a whole."""
        found = self.pattern.fullmatch(f"{text} ")
        return {name: value.strip() for name, value in found.groupdict().items() if value} if found else None


@cache
def templates(name: str) -> tuple[Template, ...]:
    """All templates of a file, in its order."""
    return tuple(
        Template(meaning, re.compile(to_regex(sentence, slots)))
        for meaning, sentence, slots in with_slots(f"{_SENTENCES}/{name}")
    )


def with_slots(file: str) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """The lines `meaning: template` of a file, each with the slots that are known where it stands."""
    slots = dict(SLOTS)
    for line in languages.lines(file):
        if named := _WORDS.fullmatch(line):
            slots[named["name"]] = f"(?:{to_regex(named['words'], slots)})"
        else:
            meaning, _, template = line.partition(":")
            yield meaning.strip(), template.strip(), slots


def compile_all() -> None:
    """Have the templates of every file at hand."""
    for file in languages.files(_SENTENCES):
        templates(file.removeprefix(f"{_SENTENCES}/"))


def to_regex(template: str, slots: Mapping[str, str] = SLOTS) -> str:
    """Every word takes the space behind it along, so that leaving it out leaves no space behind."""
    return _either(parse(template), slots)


def _either(ways: Iterable[Way], slots: Mapping[str, str]) -> str:
    """The longest first: in "lock up the door", "up" is no part of a name."""
    written = ("".join(_piece(piece, slots) for piece in way) for way in ways)
    return "|".join(sorted(written, key=len, reverse=True))


def _piece(piece: str | Group, slots: Mapping[str, str]) -> str:
    if isinstance(piece, Group):
        return f"(?:{_either(piece.ways, slots)})" + ("?" if piece.optional else "")
    if is_slot(piece):
        return slots.get(piece[1:-1], f"(?P{piece}.+?) ")
    return f"{re.escape(piece)} "


@cache
def spoken_words() -> frozenset[str]:
    """Every word that the sentences of these files are made of."""
    files = (file for folder in (_SENTENCES, "fast_path/words") for file in languages.files(folder))
    lines = (text for file in files for _, text in languages.pairs(file))
    return frozenset(word for line in lines for word in _SPOKEN.findall(_SLOT.sub(" ", line)))
