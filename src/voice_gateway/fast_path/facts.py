"""Reads facts of the home: how something is, and how it becomes so."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from voice_gateway.amounts import in_digits
from voice_gateway.fast_path.template import STATES, templates
from voice_gateway.fast_path.timed import in_the_half_meant
from voice_gateway.times import At, Clock, take_times
from voice_gateway.wishes import Condition, Event, Wish

_BELOW: Final = frozenset(
    {"below", "under", "beneath", "less than", "colder than", "cooler than", "dimmer than", "darker than"}
    | {"lower than"}
)
_SAME: Final = {
    "shut": "closed",
    "opened": "open",
    "lit": "on",
    "leaking": "wet",
    "up": "open",
    "down": "closed",
}
_CLOCK: Final = re.compile(
    r"(?:it|the time)(?:'s| is|s) (?:already |still |not yet )?"
    r"(?P<side>after|past|gone|later than|before|earlier than) (?P<time>.+)"
)
_SOME_EVENING: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
"""Which half of the day is meant by "after ten", where nobody says: that of the evening."""

_SOUNDER: Final = re.compile(r"\b(?:alarm|siren|detector|bell|doorbell|buzzer|sounder)$")
_GOES_OFF: Final = re.compile(r"\b(?:goes|going|gone|go|went) off\b")
_MINUS: Final = re.compile(r"\b(?:minus|negative) (?=\d)")
_LONGEST: Final = 300
"""Characters: who says more tells no fact."""

_ARTICLE = re.compile(r"^(?:the|my|our|a|an|that|this)\s+")
_STATE: Final = "|".join(
    (*STATES, "done", "finished", "ready", "through", "playing", "going", "working", "turned on",
     "turned off", "switched on", "switched off", "wide open")
)  # fmt: skip
_IS = (
    (re.compile(r"\b(is|are|has)n't\b"), r"\1 not"),
    (re.compile(r"(?<=\w)'s (?=(?:gone|come|switched|turned|finished|stopped|ended|been|left)\b)"), " has "),
    (
        re.compile(
            r"(?<=\w)'s(?= (?:not |still |all |currently |already |been )*"
            rf"(?:\w+ than\b.*|(?:under|below|over|above) .+|{_STATE})$)"
        ),
        " is",
    ),
    (re.compile(r"\b(it|that|there|(?:no|some|any)(?:body|one| one)|something|anything)'s\b"), r"\1 is"),
    (
        re.compile(
            r"(?:\s+(?:there|in there|now|right now|at the (?:moment|minute)|by then|yet|again|any ?more"
            r"|already|still|then"
            r"|at (?:that (?:time|point|moment)|the (?:time|point))|by that time|by any chance))+$"
        ),
        "",
    ),
    (
        re.compile(r"\b(is|are)( not)? (?:(?:standing|sitting|lying|left|wide|fully|all|still) )+(?=\w)"),
        r"\1\2"
        r" ",
    ),
    (re.compile(r"^(it\b.+) (?:outside|outdoors|out there|out)$"), r"\1 in outside"),
    (re.compile(r"\bhappens? to be\b|\b(?:is|has|have) been\b"), "is"),
    (re.compile(r"\b(?:ever|suddenly|actually|somehow) "), ""),
    (
        re.compile(r"^(?P<who>\w+) (?P<does>\w+) (?:her|his|their) (?P<thing>.+)$"),
        r"\g<who>'s \g<thing> \g<does>",
    ),
)


@dataclass(frozen=True, slots=True)
class Fact:
    """What must be so."""

    condition: Condition
    becomes: bool = False
    """Whether it is said as a change, which can only be waited for."""

    words: str = ""
    """As it was said, where that tells how something is."""


def read_fact(said: str, *, bare: bool = False) -> list[Fact]:
    """Every way to read it, the likeliest first; with `bare`, "door open" is one too."""
    if of_the_clock := _time_of_day(said):
        return [Fact(of_the_clock)]
    text = said.strip(" ,")
    if len(text) > _LONGEST:
        return []
    for pattern, written in _IS:
        text = pattern.sub(written, text)
    found, digits = [], _MINUS.sub("-", in_digits(text))
    for template in templates("facts"):
        kind, _, fixed = template.meaning.partition(" ")
        if (kind == "bare" and not bare) or (slots := template.match(digits)) is None:
            continue
        condition = _condition(fixed, slots)
        if condition.state or condition.below is not None or condition.above is not None:
            found.append(Fact(condition, kind == "gets", text if kind == "is" else ""))
    return found


def as_it_rings(wish: Wish, sentence: str) -> Wish:
    """The wish with an alarm that "goes off" as one that sounds, for who may have taken it for silenced."""
    event = wish.when
    if not isinstance(event, Event) or event.fact.state != "off" or not _GOES_OFF.search(sentence.lower()):
        return wish
    rings = bool(_SOUNDER.search(event.fact.about))
    return replace(wish, when=replace(event, fact=replace(event.fact, state="on"))) if rings else wish


def _time_of_day(said: str) -> Condition | None:
    """ "It's after ten", "it is past midnight", "before sunrise"."""
    match = _CLOCK.fullmatch(said.strip(" ,"))
    if match is None:
        return None
    time = take_times(f"at {match['time']}", _SOME_EVENING)
    if not isinstance(time.when, At) or time.what or time.unknown:
        return None
    clock = in_the_half_meant(time.when.clock, match["time"], Clock(60 * _SOME_EVENING.hour))
    return Condition(before=clock) if match["side"] in ("before", "earlier than") else Condition(after=clock)


def told(fact: Fact, about: str) -> str:
    """The fact in a sentence, for it to be said once it has become so."""
    condition = fact.condition
    if fact.words and not condition.negated:
        return fact.words
    if condition.below is not None or condition.above is not None:
        low = condition.below is not None
        return f"the {about} is {'below' if low else 'above'} {condition.below if low else condition.above:g}"
    return f"the {about} is {'not ' if condition.negated else ''}{condition.state}"


def _condition(fixed: str, slots: dict[str, str]) -> Condition:
    about = _ARTICLE.sub("", slots.get("about", ""))
    about = "" if about in ("it", "temperature") else about
    negated = "no" in slots
    if "value" in slots:
        number = float(slots["value"])
        if fixed == "<" or slots.get("how") in _BELOW:
            return Condition(about, below=number, negated=negated)
        return Condition(about, above=number, negated=negated)
    state = fixed or slots.get("state", "")
    return Condition(about, _SAME.get(state, state), negated=negated)
