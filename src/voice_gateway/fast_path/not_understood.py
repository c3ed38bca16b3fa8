"""What is said when a sentence about the home led to nothing: what was unclear, and what comes nearest."""

import re

from voice_gateway.devices import Resolver, Unknown
from voice_gateway.devices.resolution import either
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

NOT_UNDERSTOOD = "I didn't understand what to do, so I haven't changed anything."


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
    near = found.suggestions if isinstance(found, Unknown) else ()
    return f"{NOT_UNDERSTOOD} Is it about {either(near)}?" if near else NOT_UNDERSTOOD
