"""The grammar of a sentence as hashed features: who does what, in which mood, before or after a name."""

import re
from collections.abc import Sequence
from zlib import crc32

from voice_gateway.routing.act_words import flags, kept, openings, verb_forms
from voice_gateway.routing.features import letters, ngrams, together
from voice_gateway.routing.home_words import Gazetteer, HomeWords
from voice_gateway.routing.wording import tokens

BUCKETS = 1 << 17
_MASK = BUCKETS - 1
_LONGEST = 40
"""Words that are looked at."""

_PAUSE = re.compile(r"[,.;:!?]+(?=\s|$)| - ")
_MOST = 2000
"""Characters that are looked at."""

_MOST_CLAUSES = 6
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'"})
_NOT = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|ai|wo|sha|ca)n'?t\b"
)
_SHORT = tuple(
    (re.compile(short), long)
    for short, long in (
        (r"(?<=\w)'ve\b|(?<=\b[iw])ve\b", " have"),
        (r"(?<=\w)'ll\b", " will"),
        (r"(?<=\w)'re\b", " are"),
        (r"(?<=\w)'d\b", " d"),
        (r"\blet'?s\b", "let us"),
        (r"(?<!\bwhat)(?<!\bwho)(?<!\bwhere)(?<!\bhow)(?<!\bwhen)(?<=\w)'s\b", " s"),
    )
)
_IS = re.compile(r"\b(it|that|there|he|she|here)s\b(?= )")
_BLANKS = (("ing", "_ing"), ("ed", "_ed"), ("ly", "_ly"), ("s", "_s"))
_CLASSES = {
    "@device": "@", "@kind": "@", "@mode": "@", "@room": "@room", "@colour": "@colour",
    "@measure": "@measure", "@person": "@person", "@day": "@day",
}  # fmt: skip
"""Names that are one item; of states and places every word counts by itself."""

_ALSO_VERBS = frozenset(("lock", "light", "vacuum", "hoover", "mop", "cover", "iron", "fan", "shade", "heat"))
_OBJECTS = frozenset(
    ("the", "my", "our", "up", "all", "every", "this", "that", "it", "them", "a", "his", "her")
)
"""After these, "lock" is what is done and no name."""

_ONCE = frozenset(("_", "@", "#"))
_NOUNS = frozenset(
    ("@", "@room", "@colour", "@measure", "@state", "@sound", "@person", "a", "an", "the", "this", "that",
     "these", "those", "them", "my", "your", "our", "his", "her", "their", "all", "both", "every", "one",
     "of", "in", "by", "#", "_", "_s", "_ing", "_ed", "s", "other", "left", "right", "first", "second",
     "last", "it")
)  # fmt: skip
"""What a subject is made of: the first item that is none of these is what is said about it."""


def act_features(text: str, gazetteer: Gazetteer) -> list[int]:
    """The buckets of every feature of the sentence; the same text and names always give the same."""
    words = tokens(spread(text))[:_LONGEST]
    shape = act_shape(words, gazetteer)
    found = ngrams(["w", "^", *words, "$"], 2)
    found += ngrams(["s", "^", *shape, "$"], 5)
    for word in words:
        if word not in kept():
            found += letters(word)
    found += together(shape)
    found += [crc32(mark.encode()) for mark in (*_marks(text, words, shape), *_clauses(text, gazetteer))]
    return [bucket & _MASK for bucket in found]


def act_gazetteer(home: HomeWords) -> Gazetteer:
    """Finds the names of the home in sentences whose short forms are written out."""
    spelled = (tuple(map(spread, names)) for names in (home.devices, home.rooms, home.kinds))
    return Gazetteer(HomeWords(*spelled))


def spread(text: str) -> str:
    """The sentence with its short forms written out: "the lamp's on" is "the lamp s on"."""
    lowered = text[:_MOST].lower().translate(_APOSTROPHES)
    lowered = _NOT.sub(r"\1 not", lowered)
    lowered = _IS.sub(r"\1 is", lowered)
    for short, long in _SHORT:
        lowered = short.sub(long, lowered)
    return lowered


def act_shape(words: Sequence[str], gazetteer: Gazetteer) -> list[str]:
    """Names become `@` or their class, verbs their form, words of grammar stay, others become blanks."""
    shape: list[str] = []
    here = 0
    for name, length in gazetteer.spans(words):
        said = words[here : here + length]
        here += length
        follower = words[here] if here < len(words) else ""
        if name in _CLASSES and not (name == "@kind" and said[0] in _ALSO_VERBS and follower in _OBJECTS):
            items = [_CLASSES[name]]
        else:
            items = [_item(word) for word in said]
        for item in items:
            if not (item in _ONCE and shape and shape[-1] == item):
                shape.append(item)
    return shape


def _item(word: str) -> str:
    if word == "#" or word in kept():
        return word
    if form := verb_forms().get(word):
        return form
    return next((blank for ending, blank in _BLANKS if word.endswith(ending) and len(word) > 4), "_")


def _marks(text: str, words: Sequence[str], shape: Sequence[str]) -> list[str]:
    """What the whole sentence is like: how it begins, what its first subject does, and every flag of it."""
    start = 0
    while start < len(shape) - 1 and shape[start] in openings():
        start += 1
    body = shape[start:]
    head = body[0] if body else ""
    second = body[1] if len(body) > 1 else "$"
    raised = {flag for word in words for flag in flags().get(word, ())}
    raised |= {item for item in shape if item in ("!did", "!doing", "!does", "!do", "_ed", "@")}
    if text.rstrip().endswith("?"):
        raised.add("?")
    predicate = _predicate(body)
    length = f"n{min(len(words), 14)}"
    marks = [length, f"h{head}", f"h{head} {second}", f"p{predicate}", f"e{shape[-1] if shape else ''}"]
    ordered = sorted(raised)
    for number, flag in enumerate(ordered):
        marks += [f"x{flag}", f"h{head}x{flag}", f"p{predicate}x{flag}"]
        marks += [f"x{flag}x{other}" for other in ordered[number + 1 :]]
    marks += [f"m{flag}" for flag in ("!do", "negation", "condition", "past", "@") if flag not in raised]
    marks += [f"h{head}{length}", f"p{predicate}{length}"]
    return marks


def _clauses(text: str, gazetteer: Gazetteer) -> list[str]:
    """How every part between commas and full stops begins: what asks may come last, or first."""
    parts = [part for part in _PAUSE.split(text[:_MOST]) if part.strip()][:_MOST_CLAUSES]
    if len(parts) < 2:
        return ["c1"]
    marks = [f"c{len(parts)}"]
    for number, part in enumerate(parts):
        shape = act_shape(tokens(spread(part))[:_LONGEST], gazetteer)
        place = "last" if number == len(parts) - 1 else "first" if number == 0 else "middle"
        head = " ".join(shape[:2])
        marks += [f"c{head}", f"c{place} {head}", f"c{place} {_predicate(shape)}"]
    return marks


def _predicate(body: Sequence[str]) -> str:
    """What is said of the first subject: "the lamp is" gives `2 is`, "lamp on" `1 on`, a command `0 !do`."""
    for number, item in enumerate(body):
        following = body[number + 1] if number + 1 < len(body) else "$"
        # "Emma s lamp" goes on, "the lamp s on" has said what it says.
        if item not in _NOUNS or (item == "s" and following not in _NOUNS):
            return f"{min(number, 3)} {item} {following}"
    return f"{min(len(body), 3)} $"
