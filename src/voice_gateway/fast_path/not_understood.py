"""What is said when a sentence about the home led to nothing: what was unclear, and what comes nearest."""

from voice_gateway.devices import Resolver, Unknown
from voice_gateway.devices.resolution import either
from voice_gateway.fast_path.clauses import is_name, read_clause
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import UNNAMED, WHAT, Asking, Step

_PHRASAL = frozenset({"go", "come", "carry", "hold", "hang", "move", "get", "keep", "dream", "log", "sign"})
"""Verbs that go with "on", "off" or "up", and are no names."""

NOT_UNDERSTOOD = "I didn't understand what to do, so I haven't changed anything."


def not_understood(sentence: str, resolver: Resolver | None) -> str:
    """The name that no device has, where the sentence has one; else that it was not understood at all."""
    if resolver is None:
        return NOT_UNDERSTOOD
    said = spoken(sentence)
    parts: list[Step | Asking] = [*read_clause(said), *read_question(said)]
    for part in parts:
        name = part.target.name
        if name in UNNAMED:
            return WHAT
        if is_name(name) and name not in _PHRASAL and isinstance(found := resolver.resolve(name), Unknown):
            return found.sentence
    found = resolver.resolve(said)
    near = found.suggestions if isinstance(found, Unknown) else ()
    return f"{NOT_UNDERSTOOD} Is it about {either(near)}?" if near else NOT_UNDERSTOOD
