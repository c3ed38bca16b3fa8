"""The text form of facts: conditions, which are looked at, and events, which are waited for.

if back door unlocked           when front door opens
unless lounge > 21              whenever lounge < 18
if after 22:00                  when garage door open for 10m
"""

import re
from typing import Final

from voice_gateway.times import NotATime, Span, read_clock, read_span, write_clock, write_span
from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.tree import Condition, Event
from voice_gateway.wishes.verbs import STATES

CONDITIONS: Final = ("if", "unless")
EVENTS: Final = {"when": False, "whenever": True}
"""Whether it is every time."""

_COMPARED = re.compile(r"(?P<about>.+?) (?P<sign>[<>]) (?P<number>-?\d+(?:\.\d+)?)")
_TOKEN = re.compile(r'"[^"]*"|[^\s"]+')
_BECOMES: Final = {"open": "opens", "closed": "closes", "locked": "locks", "unlocked": "unlocks"}
_BECOMING: Final = frozenset({"turns", "goes", "gets", "is", "switches", "becomes"})
_STATE_OF: Final = {becomes: state for state, becomes in _BECOMES.items()}


def read_condition(head: str) -> Condition:
    """The condition that begins with "if" or "unless"."""
    word, _, fact = head.partition(" ")
    return _of_the_clock(fact, negated=word == "unless") or _fact(fact, negated=word == "unless")


def read_event(head: str) -> Event:
    """The event that begins with "when" or "whenever"."""
    word, _, fact = head.partition(" ")
    fact, held = _held(fact)
    *about, last = fact.split(" ") if fact else [""]
    if about[-1:] and about[-1] in _BECOMING and last in STATES:
        about.pop()
    return Event(_fact(" ".join([*about, _STATE_OF.get(last, last)])), EVENTS[word], held)


def write_condition(condition: Condition) -> str:
    return f"{'unless' if condition.negated else 'if'} {_written(condition)}"


def write_event(event: Event) -> str:
    word = next(word for word, always in EVENTS.items() if always is event.always)
    return f"{word} {write_awaited(event)}"


def write_awaited(event: Event) -> str:
    """What is waited for: "front door opens", "garage door open for 10m"."""
    if event.held:
        return f"{_written(event.fact)} for {write_span(event.held)}"
    about, _, state = _written(event.fact).rpartition(" ")
    return f"{about} {_BECOMES.get(state, state)}".strip()


def _of_the_clock(fact: str, *, negated: bool) -> Condition | None:
    side, _, clock = fact.partition(" ")
    try:
        if side == "after":
            return Condition(after=read_clock(clock), negated=negated)
        if side == "before":
            return Condition(before=read_clock(clock), negated=negated)
    except NotATime:
        pass
    return None


def _held(fact: str) -> tuple[str, Span | None]:
    """The fact, and for how long it must have been so."""
    about, _, span = fact.rpartition(" for ")
    try:
        return (about, read_span(span)) if about else (fact, None)
    except NotATime:
        return fact, None


def _fact(fact: str, *, negated: bool = False) -> Condition:
    if match := _COMPARED.fullmatch(fact):
        number, about = float(match["number"]), match["about"].strip('"')
        below = match["sign"] == "<"
        return Condition(
            about, below=number if below else None, above=None if below else number, negated=negated
        )
    tokens = _TOKEN.findall(fact)
    state = tokens.pop() if len(tokens) > 1 and tokens[-1] in STATES else ""
    if not tokens:
        raise NotAWish(f"“{fact}” names no fact.", fix="Write: if back door unlocked: on shed light")
    return Condition(" ".join(token.strip('"') for token in tokens), state, negated=negated)


def _written(condition: Condition) -> str:
    if clock := condition.after or condition.before:
        return f"{'after' if condition.after else 'before'} {write_clock(clock)}"
    plain = _spelled(condition.about, condition)
    return (
        plain
        if _fact(plain, negated=condition.negated) == condition
        else _spelled(f'"{condition.about}"', condition)
    )


def _spelled(about: str, condition: Condition) -> str:
    if condition.below is not None:
        return f"{about} < {condition.below:g}"
    if condition.above is not None:
        return f"{about} > {condition.above:g}"
    return f"{about} {condition.state}".strip()
