"""What is said when a sentence about the home led to nothing: what was unclear, and what comes nearest."""

import re

from rapidfuzz import fuzz

from voice_gateway.devices import Device, Resolver, Unknown
from voice_gateway.devices.resolution import either
from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.fast_path.clauses import STARTS, is_name, read_clause
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import UNNAMED, WHAT, Asking, Step

_PHRASAL = frozenset({"go", "come", "carry", "hold", "hang", "move", "get", "keep", "dream", "log", "sign"})
"""Verbs that go with "on", "off" or "up", and are no names."""

_SAID_OF_IT = re.compile(r"\s+(?:to|at|for|by|until|till|from)\s+")
"""Behind these stands how or when, and no part of a name."""

_NO_NAME = re.compile(
    rf"\b(?:{'|'.join(STARTS)}|keep|remember|so|because|when|if)\b|(?:\S+\s+){{4}}|'s (?!\w+$)"
)
""" "Baby's asleep so keep it" is no name: it has a verb, or too many words."""

NOT_UNDERSTOOD = "I didn't understand that."

_ALIKE = 80
"""How alike two words must be, in percent, for one to be the other misspelled or misheard."""

_SHORTEST = 4
"""Letters; of shorter words, too many are alike."""


def not_understood(sentence: str, resolver: Resolver | None) -> str:
    """The name that no device has, where the sentence has one; else that it was not understood at all."""
    if resolver is None:
        return NOT_UNDERSTOOD
    said = spoken(sentence)
    parts: list[Step | Asking] = [*read_clause(said), *read_question(said)]
    for part in parts:
        name = _SAID_OF_IT.split(part.target.name, maxsplit=1)[0]
        if name in UNNAMED:
            return WHAT
        called = is_name(name) and name not in _PHRASAL and not _NO_NAME.search(part.target.name)
        if called and isinstance(found := resolver.resolve(name), Unknown):
            return found.sentence
    found = resolver.resolve(said)
    nearest = found.suggestions if isinstance(found, Unknown) else ()
    near = [device for device in nearest if _has_to_do_with(device, said)]
    return f"{NOT_UNDERSTOOD} Is it about {either(near)}?" if near else NOT_UNDERSTOOD


def _has_to_do_with(device: Device, said: str) -> bool:
    """Whether a word of the sentence is one of its name, or almost: letters in common are not enough."""
    names = {*roots(" ".join((device.name, device.room, *device.aliases)))} - FILLERS
    words = [word for word in {*roots(said)} - FILLERS if len(word) >= _SHORTEST]
    return any(
        word == name or fuzz.ratio(word, name) >= _ALIKE
        for word in words
        for name in names
        if len(name) >= _SHORTEST
    )
