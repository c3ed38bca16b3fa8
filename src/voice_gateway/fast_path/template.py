"""Sentence templates: `(turn|switch) [back] on <target>`, kept in text files beside the code.

`[…]` may be left out, `(a|b)` is either, `<name>` is a slot, and a line `<name> = a|b` says once for a whole
file which words a slot stands for. The notation is a small part of what Home Assistant's hassil has; compiled
to regular expressions, a whole file is tried in microseconds.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from voice_gateway.devices.colours import colour_names

_SLOT = re.compile(r"<\w+>")
_SPOKEN = re.compile(r"[a-z][a-z']+")
_TOKEN = re.compile(r"[\[\]()|]|<\w+>|[^\s\[\]()|<>]+")

_WORDS = re.compile(r"<(?P<name>\w+)> = (?P<words>.+)")
STATES = (
    "on", "off", "lit", "burning", "running", "open", "opened", "closed", "shut", "locked", "unlocked",
    "occupied", "empty", "wet", "dry", "leaking", "up", "down",
)  # fmt: skip
_COLOURS = "|".join(sorted((name.replace(" ", r"[ -]") for name in colour_names()), key=len, reverse=True))
SLOTS: Mapping[str, str] = {
    "degrees": r"(?P<value>\d+(?:\.\d+)?) (?:degrees? |(?P<fahrenheit>fahrenheit ))",
    "percent": r"(?:(?P<value>\d+(?:\.\d+)?) percent |(?P<amount>half|full|max(?:imum)?|min(?:imum)?) )",
    "times": r"(?P<value>\d+(?:\.\d+)?) times ",
    "number": r"(?P<value>\d+(?:\.\d+)?) ",
    "state": rf"(?P<state>{'|'.join(STATES)}) ",
    "extreme": r"(?P<extreme>warmest|hottest|coldest|coolest|dampest|driest|brightest|darkest) ",
    "grade": r"(?P<grade>low|medium|high|max|min) ",
    "mode": r"(?P<mode>heat|cool|auto|eco) ",
    "no": r"(?:(?P<no>not) )?",
    "compared": r"(?P<how>below|under|beneath|above|over|past"
    r"|(?:less|colder|cooler|dimmer|darker|lower|more|warmer|hotter|brighter|higher) than) "
    r"(?P<value>-?\d+(?:\.\d+)?) (?:degrees? |percent |fahrenheit )?",
    "colour": rf"(?P<colour>{_COLOURS}) ",
    "amount": r"(?P<value>\d+(?:\.\d+)?) (?:percent )?",
    "word": r"(?P<word>(?!(?:on|off|up|down|it|them)\b)[^,]{1,40}?) ",
    "arming": r"(?P<arming>home|away|night|stay|vacation) ",
    "span": r"(?P<span>§) ",
    "list": r"(?P<list>(?:(?:the |my |our |this |that |today's )?"
    r"(?:to (?:do|buy|get|watch|read) |(?!(?:on|onto|in|to|of|off|the|my|our|them|it|that|an?|and|from|for"
    r"|update|remove|delete|open|your|new|put|add|is|are) )[\w'&-]+ ){0,3}?(?:list|to[- ]?dos?|groceries)"
    r"(?: (?:of|for|called|named) (?:(?!list)[\w'&-]+ ?){1,3})?"
    r"|(?:the |my |our )?(?:weekly )?shop(?:ping)?)) ",
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
    lines = files(__package__).joinpath(f"sentences/{name}.txt").read_text(encoding="utf-8").splitlines()
    made = []
    slots = dict(SLOTS)
    for line in lines:
        if named := _WORDS.fullmatch(line):
            slots[named["name"]] = f"(?:{to_regex(named['words'], slots)})"
        elif line.strip() and not line.startswith("#"):
            meaning, _, sentence = line.partition(":")
            made.append(Template(meaning.strip(), re.compile(to_regex(sentence, slots))))
    return tuple(made)


def compile_all() -> None:
    """Have the templates of every file at hand."""
    for file in files(__package__).joinpath("sentences").iterdir():
        templates(file.name.removesuffix(".txt"))


def to_regex(template: str, slots: Mapping[str, str] = SLOTS) -> str:
    """Every word takes the space behind it along, so that leaving it out leaves no space behind."""
    tokens = _TOKEN.findall(template)
    expression, rest = _alternatives(tokens, slots)
    if rest:
        raise ValueError(f"a bracket is closed that was not opened: {template}")
    return expression


def _alternatives(tokens: list[str], slots: Mapping[str, str]) -> tuple[str, list[str]]:
    options, words = [], ""
    while tokens:
        piece, *tokens = tokens
        if piece in "])":
            tokens = [piece, *tokens]
            break
        if piece == "|":
            options.append(words)
            words = ""
        elif piece in "[(":
            inside, tokens = _alternatives(tokens, slots)
            tokens = tokens[1:]  # its closing bracket
            words += f"(?:{inside})" + ("?" if piece == "[" else "")
        elif piece.startswith("<"):
            name = piece[1:-1]
            words += slots.get(name, f"(?P<{name}>.+?) ")
        else:
            words += f"{re.escape(piece)} "
    # The longest first: in "lock up the door", "up" is no part of a name.
    return "|".join(sorted([*options, words], key=len, reverse=True)), tokens


@cache
def spoken_words() -> frozenset[str]:
    """Every word that the sentences of these files are made of."""
    kept = (files(__package__).joinpath(folder) for folder in ("sentences", "words"))
    texts = (file.read_text(encoding="utf-8") for folder in kept for file in folder.iterdir())
    lines = (
        line.partition(":")[2] for text in texts for line in text.splitlines() if not line.startswith("#")
    )
    return frozenset(word for line in lines for word in _SPOKEN.findall(_SLOT.sub(" ", line)))
