"""Reads "when the front door opens, turn on the hall light": what is waited for, once or every time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voice_gateway.fast_path.conditions import divided
from voice_gateway.fast_path.facts import Fact, read_fact

_ALWAYS = (
    r"whenever|(?:(?:each and )?every|each|any) ?(?:single )?time(?: that)?"
    r"|always (?:when|if)|from now on ,? ?(?:when|if)"
    r"|in future ,? ?(?:when|if)"
)
_ONCE = (
    r"when|as soon as|once|the (?:very )?(?:moment|minute|second|instant)(?: that)?"
    r"|(?:the )?(?:next|first) time(?: that)?|if|in case"
)
_WORD = rf"(?:and |but )?(?:(?P<always>{_ALWAYS})|(?P<once>{_ONCE}))"
_IN_FRONT = re.compile(rf"{_WORD} (?P<rest>.+)")
_BEHIND = re.compile(rf"(?P<body>.+?)(?: ,)? {_WORD} (?P<fact>.+)")
_MEANS = re.compile(r"(?P<fact>.+?) means (?P<body>.+)")
_FROM_NOW_ON = re.compile(
    r"(?:^|\s*,?\s*)\b(?:from now on|in future|every single time|always)\b(?:\s*,\s*|\s+|$)"
)
_IF = frozenset({"if", "in case"})
_LONGEST_FACT = 12
"""Words."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A fact to wait for, and what is to be done then."""

    fact: Fact
    body: str
    always: bool


def awaited(text: str) -> Iterator[Awaited]:
    """Every way to cut a sentence into an event and what is to be done."""
    plain = _FROM_NOW_ON.sub(lambda match: " " if match.start() else "", text).strip(" ,")
    lasting = plain != text
    if match := _MEANS.fullmatch(plain):
        yield from (Awaited(fact, match["body"], True) for fact in read_fact(match["fact"], bare=True))
    if match := _IN_FRONT.fullmatch(plain):
        for said, body in [*divided(match["rest"]), *_anywhere(match["rest"])]:
            yield from _events(match, said, body, always=lasting)
    for match in _BEHIND.finditer(plain):
        yield from _events(match, match["fact"], match["body"], always=lasting)


def _anywhere(rest: str) -> Iterator[tuple[str, str]]:
    """Where no comma and no verb says where the fact ends: "when the door opens hall light on"."""
    words = rest.split()
    for end in range(min(len(words) - 1, _LONGEST_FACT), 1, -1):
        yield " ".join(words[:end]), " ".join(words[end:])


def _events(match: re.Match[str], said: str, body: str, *, always: bool) -> Iterator[Awaited]:
    for fact in read_fact(said, bare=match["once"] not in _IF):
        # "If the door is open" is looked at; "if the door opens" is waited for.
        if fact.becomes or match["once"] not in _IF or always:
            yield Awaited(fact, body.strip(" ,"), bool(match["always"]) or always)
