"""Reads which side of a thing a question asks for: "how loud is the telly", "what mode is the washer in"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.amounts import in_digits
from voice_gateway.devices import Resolver, Unknown
from voice_gateway.devices.words import roots
from voice_gateway.wishes import Asking, Question, Wish

MEASURED: Final = frozenset({"temperature", "humidity", "battery", "power", "volume", "pressure"})
"""What is part of a name: "bath temperature"."""

_COMPARED: Final = re.compile(
    r"\b(?:is|are|isn't|aren't)\b.* (?:over|above|under|below|past|(?:warm|cold|hott)er than) "
    r"(?:minus )?(?P<number>\d+|\w+)"
)
_IS: Final = r"(?:'s|'re| is| are| was| were| has| have| does| do| did)\b"
_WHAT: Final = re.compile(rf"\b(?:what|which) (?P<word>\w+?){_IS} (?!you\b)")
_WHATS_THE: Final = re.compile(r"\bwhat(?:'s| is)(?: the)? (?P<word>\w+)(?: like)? (?:of|on|in|at|for)\b")
_BEHIND: Final = re.compile(r"\b(?:is|are|was|were|has|have|isn't|aren't|hasn't|haven't)\b.*")
_SINCE: Final = re.compile(
    r"(?:[\s,?!.]|\b(?:yet|now|again|already|today|tonight|please|then|still|properly|right|or not|up"
    r"|at all)\b)+$"
)
_WORDS: Final = r"[a-z][\w-]*(?: [a-z][\w-]*)?"
_EITHER: Final = re.compile(rf"(?:\bon|\bdoing ,?) (?P<one>{_WORDS}) or (?:on )?(?P<other>{_WORDS})$")
"""Two settings of one thing: "is the fan on breeze or normal"."""

_NO_SETTING: Final = frozenset(
    {"on", "off", "the", "a", "an", "my", "our", "your", "in", "at", "not", "what"}
)


def with_its_aspect(wish: Wish, sentence: str, resolver: Resolver | None, room: str = "") -> Wish:
    """The wish with the side of the one thing that is asked for; it asks for the same thing still.

    What already says so, and what asks anything else, stays as it is.
    """
    asked = wish.parts[0] if len(wish.parts) == 1 else None
    if not isinstance(asked, Asking) or asked.question is not Question.READ or asked.state:
        return wish
    if resolver is None or not asked.target.name:
        return wish
    own = {*roots(asked.target.name)}
    said = sentence.lower().replace("’", "'").strip(" ?!.")
    for aspect, word in _aspects(said):
        if own & {*roots(word), aspect} or own & MEASURED:
            continue
        if aspect not in MEASURED:
            return replace(wish, parts=(replace(asked, state=aspect),))
        measured = replace(asked, target=replace(asked.target, name=f"{asked.target.name} {aspect}"))
        if is_there(measured.target.words, resolver, room):
            return replace(wish, parts=(measured,))
    return wish


def is_there(name: str, resolver: Resolver, room: str = "") -> bool:
    """Whether a question can be about it: it is known, or it is a side of a single thing that is known."""
    if not isinstance(resolver.resolve(name, room=room), Unknown):
        return True
    thing, _, side = name.rpartition(" ")
    return side in MEASURED and resolver.is_one(thing, room=room)


def _aspects(said: str) -> Iterator[tuple[str, str]]:
    """Every side that is asked for, and the words that say so."""
    known = _table()
    for word, aspect in known["how"].items():
        if re.search(rf"\bhow {word}\b", said):
            yield aspect, word
    for match in (*_WHAT.finditer(said), *_WHATS_THE.finditer(said)):
        if aspect := known["what"].get(match["word"], ""):
            yield aspect, match["word"]
    if (told := _BEHIND.search(_SINCE.sub("", said))) is not None:
        for word, aspect in known["is"].items():
            if told[0].endswith(f" {word}"):
                yield aspect, word
    compared = _COMPARED.search(said)
    if compared and in_digits(compared["number"])[0].isdigit():
        yield "temperature", "temperature"  # what is compared with a bare number is how warm it is
    either = _EITHER.search(said)
    if either and _NO_SETTING.isdisjoint({*either["one"].split(), *either["other"].split()}):
        yield "mode", either["one"]


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    """The words behind "how", "what" and "is", and the sides that they ask for."""
    found: dict[str, dict[str, str]] = {"how": {}, "what": {}, "is": {}}
    for key, words in languages.pairs("fast_path/words/aspects"):
        asked, _, aspect = key.partition(" ")
        for word in words.split("|"):
            found[asked].setdefault(word, aspect)
    return found
