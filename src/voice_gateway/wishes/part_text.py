"""The text form of the parts of a wish that are about the home: steps and questions."""

import re
from typing import Final

from voice_gateway.times import For, NotATime, Until, read_when, write_when
from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.fact_text import read_event, write_awaited
from voice_gateway.wishes.tree import Asking, Event, Lasting, Step, Target, Value
from voice_gateway.wishes.verbs import (
    ALONE,
    ASPECTS,
    GRADES,
    MEASURED,
    PERHAPS_NAMED,
    PERHAPS_VALUED,
    SPOKEN,
    STATES,
    VALUED,
    WORDED,
)
from voice_gateway.wishes.words import Question, Verb

BARE: Final = frozenset({Question.PLANNED, Question.WHY})
"""Questions that need no “ask”."""

ASK: Final = "ask"
_OF_THINGS: Final = frozenset(
    {Question.READ, Question.WHICH, Question.ANY, Question.ALL, Question.COUNT, Question.WHY}
)
"""Questions that may be about an aspect of things."""

_EXCEPT, _AT = "except", "@"
_NUMBER = re.compile(r"(?P<sign>[+x-])?(?P<digits>\d{1,6}(?:\.\d{1,3})?)(?P<fahrenheit>f)?")
_SIGNS = re.compile(r";|: ")
"""What would end a part."""

_TOKEN = re.compile(r'"[^"]*"|[^\s"]+')


def read_named(piece: str) -> Step | Asking:
    """A step or a question, which begins with a verb, with “ask”, or with one of `BARE`."""
    first, _, rest = piece.partition(" ")
    if first == ASK or first in BARE:
        return _asking(rest if first == ASK else piece)
    verb = Verb(first)
    if verb in WORDED:
        return Step(verb, words=rest)
    tokens = _TOKEN.findall(rest)
    lasting = _lasting(tokens)
    if verb in SPOKEN:
        where = tokens.index(_AT) if _AT in tokens else len(tokens)
        target = _target(tokens[where + 1 :])
        return Step(verb, target, words=" ".join(tokens[:where]), lasting=lasting)
    value = _value(tokens.pop()) if tokens and _ends_in_value(verb, tokens) else None
    if verb in VALUED and value is None:
        raise NotAWish(f"“{piece}” says not how much.", fix=f"Write: {verb} lounge lamp 40")
    target = _target(tokens)
    if not target.name and verb not in ALONE | VALUED | PERHAPS_NAMED:
        raise NotAWish(f"“{piece}” says not what.", fix=f"Write: {verb} kitchen light")
    return Step(verb, target, value, lasting=lasting)


def write_named(part: Step | Asking) -> str:
    """The text; a name that could be misread is put in quotes."""
    plain = _spelled(part, part.target)
    try:
        if not _SIGNS.search(plain) and read_named(plain) == part:
            return plain
    except NotAWish:
        pass
    quoted = Target(f'"{part.target.name}"', tuple(f'"{each}"' for each in part.target.but))
    return _spelled(part, quoted)


def _ends_in_value(verb: Verb, tokens: list[str]) -> bool:
    number = _NUMBER.fullmatch(tokens[-1]) is not None
    if verb in MEASURED:
        return number or tokens[-1] in GRADES
    return number if verb in PERHAPS_VALUED else verb in VALUED and not tokens[-1].startswith('"')


def _lasting(tokens: list[str]) -> Lasting | None:
    """ "for 5m", "until 22:00" or "until lounge < 18" at the end, taken away."""
    for at in (at for at, token in enumerate(tokens) if token in ("for", "until")):
        if lasting := _ends(tokens[at], tokens[at + 1 :]):
            del tokens[at:]
            return lasting
    return None


def _ends(word: str, rest: list[str]) -> Lasting | None:
    said = " ".join(rest)
    try:
        lasting = read_when(f"{word} {said}")
        return lasting if isinstance(lasting, For | Until) else None
    except NotATime:
        return read_event(f"when {said}") if word == "until" and rest else None


def _target(tokens: list[str]) -> Target:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == _EXCEPT:
            parts.append([])
        else:
            parts[-1].append(token.strip('"'))
    name, *but = (" ".join(part) for part in parts)
    return Target(name, tuple(each for each in but if each))


def _value(token: str) -> Value:
    match = _NUMBER.fullmatch(token)
    if match is None:
        return Value(word=token)
    number, sign = float(match["digits"]), match["sign"]
    return Value(
        -number if sign == "-" else number,
        by=sign in ("+", "-"),
        times=sign == "x",
        fahrenheit=bool(match["fahrenheit"]),
    )


def _asking(rest: str) -> Asking:
    first, _, about = rest.partition(" ")
    if first not in set(Question):
        # “ask front door” and “ask warmest room” are short for the usual questions.
        first, about = (Question.MOST, rest) if first in STATES else (Question.READ, rest)
    question, tokens = Question(first), _TOKEN.findall(about)
    state = ""
    if tokens and question is Question.MOST:
        state = tokens.pop(0)
    elif tokens and (tokens[-1] in STATES or (question in _OF_THINGS and tokens[-1] in ASPECTS)):
        state = tokens.pop()
    return Asking(question, _target(tokens), state)


def _spelled(part: Step | Asking, target: Target) -> str:
    name = f" {_EXCEPT} ".join([target.name, *target.but])
    if isinstance(part, Asking):
        if part.question is Question.MOST:
            pieces = [ASK, part.state, name]
        else:
            pieces = ["" if part.question in BARE else ASK, part.question, name, part.state]
    elif part.verb in SPOKEN:
        pieces = [part.verb, part.words, _AT if name else "", name]
    else:
        pieces = [part.verb, part.words, name, _written_value(part.value)]
    lasting = _written_end(part.lasting) if isinstance(part, Step) and part.lasting else ""
    return " ".join(str(piece) for piece in (*pieces, lasting) if piece)


def _written_end(lasting: Lasting) -> str:
    if isinstance(lasting, Event):
        return f"until {write_awaited(lasting)}"
    return write_when(lasting)


def _written_value(value: Value | None) -> str:
    if value is None:
        return ""
    if value.number is None:
        return value.word
    sign = "x" if value.times else ("-" if value.number < 0 else "+") if value.by else ""
    return f"{sign}{abs(value.number):g}{'f' if value.fahrenheit else ''}"
