"""Reads "when the front door opens, turn on the hall light": what is waited for, once or every time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from voice_gateway.fast_path.conditions import divided
from voice_gateway.fast_path.facts import Fact, read_fact
from voice_gateway.times import For, Span, take_times
from voice_gateway.wishes import Condition

_ALWAYS = (
    r"whenever|(?:(?:each and )?every|each|any) ?(?:single )?time(?: that)?|anytime"
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
    r"(?:^|(?:\s*,)?\s*)\b(?:from now on|in future|every single time|always)\b(?:\s*,\s*|\s+|$)"
)
_FOR = re.compile(
    r"(?P<fact>.+?)(?: for(?: more than| longer than| over| at least| a full)?| longer than| more than) "
    r"(?P<long>.+?)(?: or (?:more|longer))?"
)
_LONG_AFTER = re.compile(
    r"(?:(?P<body>.+?)(?: ,)? )??(?P<long>(?:an?|half an|a quarter of an|a couple of|\w+(?: and a half)?)"
    r" (?:minutes?|hours?|seconds?)) after (?P<rest>.+)"
)
_LEFT = re.compile(r" (?:has been(?: left)?|is left|was left|gets left|stays|remains|is standing|stands) ")
_BY_THE_CLOCK = re.compile(r"(?P<fact>.+?) (?P<side>after|past|before) (?P<time>.+?)(?: tonight| today)?")
_THIS_EVENING = re.compile(r" (?:tonight|this evening|today|later|later on|in the night|during the night)$")
_ANY_DAY = datetime(2026, 1, 1, 18, tzinfo=UTC)
_IF = frozenset({"if", "in case"})
_LONGEST_FACT = 12
"""Words."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A fact to wait for, and what is to be done then."""

    fact: Fact
    body: str
    always: bool
    held: Span | None = None
    """It must have been so for so long."""
    only_if: Condition | None = None
    """The time of day at which it counts."""


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
    if match := _LONG_AFTER.fullmatch(plain):
        yield from _long_after(match, always=lasting)


def _long_after(match: re.Match[str], *, always: bool) -> Iterator[Awaited]:
    """ "Ten minutes after the door closes": it has then been closed for so long."""
    span = take_times(f"for {match['long']}", _ANY_DAY).lasting
    if not isinstance(span, For):
        return
    body, rest = match["body"], match["rest"]
    for said, then in [(rest, body)] if body else [*divided(rest), *_anywhere(rest)]:
        for fact in read_fact(said):
            if fact.becomes and not fact.condition.is_of_the_clock:
                yield Awaited(fact, then.strip(" ,"), always, span.span)


def _anywhere(rest: str) -> Iterator[tuple[str, str]]:
    """Where no comma and no verb says where the fact ends: "when the door opens hall light on"."""
    words = rest.split()
    for end in range(min(len(words) - 1, _LONGEST_FACT), 1, -1):
        yield " ".join(words[:end]), " ".join(words[end:])


def _events(match: re.Match[str], said: str, body: str, *, always: bool) -> Iterator[Awaited]:
    this_evening = bool(_THIS_EVENING.search(said))
    said, held = _held(_THIS_EVENING.sub("", said))
    said, only_if = _at_a_time(said)
    for fact in read_fact(said, bare=match["once"] not in _IF):
        if fact.condition.is_of_the_clock:
            continue
        # "If the door is open" is looked at; "if the door opens", or is open for long, is waited for.
        if fact.becomes or match["once"] not in _IF or always or held or only_if or this_evening:
            yield Awaited(fact, body.strip(" ,"), bool(match["always"]) or always, held, only_if)


def _held(said: str) -> tuple[str, Span | None]:
    """ "The door is left open for more than ten minutes": the fact, and how long."""
    match = _FOR.fullmatch(said.strip(" ,"))
    time = take_times(f"for {match['long']}", _ANY_DAY) if match else None
    if match and time and isinstance(time.lasting, For) and not time.what:
        return _LEFT.sub(" is ", match["fact"]), time.lasting.span
    return said, None


def _at_a_time(said: str) -> tuple[str, Condition | None]:
    """ "There's motion on the landing after eleven tonight": the fact, and at what time of the day."""
    match = _BY_THE_CLOCK.fullmatch(said.strip(" ,"))
    facts = read_fact(f"it is {match['side']} {match['time']}") if match else []
    if match and facts and facts[0].condition.is_of_the_clock:
        return match["fact"], facts[0].condition
    return said, None
