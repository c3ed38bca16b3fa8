"""The one text form of wishes. Reading what was written gives the same tree; so does writing what was read.

    on kitchen light                      level lounge lamp +20
    off lights except bedroom light       temp bedroom 70f
    in 10m: off hall light                if back door unlocked: on shed light
    ask count lights on                   on kettle for 5m

A name that could be misread (it ends in a number, or has a sign of the language in it) is put in quotes.
"""

import re
from typing import Final

from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.tree import NOTHING, Asking, Condition, Question, Step, Target, Value, Verb, Wish
from voice_gateway.wishes.verbs import (
    ALONE,
    GRADES,
    MEASURED,
    PERHAPS_NAMED,
    PERHAPS_VALUED,
    SPOKEN,
    STATES,
    VALUED,
    WORDED,
)

LONGEST: Final = 600
MOST_PARTS: Final = 12

_NONE, _ASK, _EXCEPT, _AT, _FOR = "none", "ask", "except", "@", "for"
_SPAN = re.compile(r"\d+(?:\.\d+)?(?:s|m|h|d)(?:\d+(?:s|m))?|until \S.*")
_NUMBER = re.compile(r"(?P<sign>[+x-])?(?P<digits>\d{1,6}(?:\.\d{1,3})?)(?P<fahrenheit>f)?")
_COMPARED = re.compile(r"(?P<about>.+?) (?P<sign>[<>]) (?P<number>-?\d+(?:\.\d+)?)")
_TOKEN = re.compile(r'"[^"]*"|[^\s"]+')
_OUTSIDE_QUOTES = r'(?=(?:[^"]*"[^"]*")*[^"]*$)'


def read_wish(text: str) -> Wish:
    """The wish that a line stands for. Raises `NotAWish` with what is wrong."""
    line = " ".join(text[:LONGEST].split())
    if not line or line == _NONE:
        return NOTHING
    heads, body = _heads(line)
    when, only_if = "", None
    for head in heads:
        first = head.split(" ", 1)[0]
        if first in ("if", "unless"):
            only_if = _condition(head)
        else:
            when = head
    # A routine keeps its steps to itself, semicolons and all.
    whole = body.startswith(f"{Verb.ROUTINE} ")
    pieces = [body] if whole else re.split(r"\s*;\s*" + _OUTSIDE_QUOTES, body)
    if len(pieces) > MOST_PARTS:
        raise NotAWish(f"There are {len(pieces)} steps; at most {MOST_PARTS} go into one wish.")
    return Wish(tuple(_part(piece) for piece in pieces if piece), when, only_if)


def write_wish(wish: Wish) -> str:
    """The line for a wish."""
    if not wish.parts:
        return _NONE
    heads = [head for head in (wish.when, _written_condition(wish.only_if)) if head]
    return ": ".join([*heads, "; ".join(_written_part(part) for part in wish.parts)])


def _heads(line: str) -> tuple[list[str], str]:
    """What stands before colons (those of times and of `routine good night:` are none), and the rest."""
    pieces = re.split(r":\s+" + _OUTSIDE_QUOTES, line)
    heads: list[str] = []
    while len(pieces) > 1 and pieces[0].split(" ", 1)[0] not in _STARTS:
        heads.append(pieces.pop(0))
    return heads, ": ".join(pieces)


_STARTS: Final = frozenset({*Verb, _ASK})


def _part(piece: str) -> Step | Asking:
    first, _, rest = piece.partition(" ")
    if first == _ASK:
        return _asking(rest)
    if first not in set(Verb):
        from difflib import get_close_matches

        near = get_close_matches(first, _STARTS, n=1)
        raise NotAWish(f"“{first}” is no verb.", fix=f"Did you mean “{near[0]}”?" if near else None)
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


def _ends_in_value(verb: Verb, tokens: list[str]) -> bool:
    number = _NUMBER.fullmatch(tokens[-1]) is not None
    if verb in MEASURED:
        return number or tokens[-1] in GRADES
    return number if verb in PERHAPS_VALUED else verb in VALUED and not tokens[-1].startswith('"')


def _lasting(tokens: list[str]) -> str:
    """ "for 5m" at the end, taken away."""
    if _FOR not in tokens:
        return ""
    at = len(tokens) - 1 - tokens[::-1].index(_FOR)
    span = " ".join(tokens[at + 1 :])
    if not _SPAN.fullmatch(span):
        return ""
    del tokens[at:]
    return span


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
    elif tokens and tokens[-1] in STATES:
        state = tokens.pop()
    return Asking(question, _target(tokens), state)


def _condition(head: str) -> Condition:
    word, _, fact = head.partition(" ")
    negated = word == "unless"
    if match := _COMPARED.fullmatch(fact):
        number = float(match["number"])
        about = match["about"].strip('"')
        return (
            Condition(about, below=number, negated=negated)
            if match["sign"] == "<"
            else Condition(about, above=number, negated=negated)
        )
    tokens = _TOKEN.findall(fact)
    state = tokens.pop() if len(tokens) > 1 and tokens[-1] in STATES else ""
    if not tokens:
        raise NotAWish(f"“{head}” names no fact.", fix="Write: if back door unlocked: on shed light")
    return Condition(" ".join(token.strip('"') for token in tokens), state, negated=negated)


def _written_condition(condition: Condition | None) -> str:
    if condition is None:
        return ""
    word = "unless" if condition.negated else "if"
    about = _safe(condition.about, lambda name: _condition(f"{word} {name}").about == condition.about)
    if condition.below is not None:
        return f"{word} {about} < {condition.below:g}"
    if condition.above is not None:
        return f"{word} {about} > {condition.above:g}"
    return " ".join(piece for piece in (word, about, condition.state) if piece)


def _written_part(part: Step | Asking) -> str:
    plain = _spelled(part, part.target)
    if _part_or_none(plain) == part:
        return plain
    quoted = Target(f'"{part.target.name}"', tuple(f'"{each}"' for each in part.target.but))
    return _spelled(part, quoted)


def _spelled(part: Step | Asking, target: Target) -> str:
    name = f" {_EXCEPT} ".join([target.name, *target.but])
    if isinstance(part, Asking):
        if part.question is Question.MOST:
            pieces = [_ASK, part.state, name]
        else:
            pieces = [_ASK, part.question, name, part.state]
    elif part.verb in SPOKEN:
        pieces = [part.verb, part.words, _AT if name else "", name]
    else:
        pieces = [part.verb, part.words, name, _written_value(part.value)]
    lasting = f"{_FOR} {part.lasting}" if isinstance(part, Step) and part.lasting else ""
    return " ".join(str(piece) for piece in (*pieces, lasting) if piece)


def _part_or_none(text: str) -> Step | Asking | None:
    try:
        wish = read_wish(text)
    except NotAWish:
        return None
    return wish.parts[0] if len(wish.parts) == 1 and not (wish.when or wish.only_if) else None


def _written_value(value: Value | None) -> str:
    if value is None:
        return ""
    if value.number is None:
        return value.word
    sign = "x" if value.times else ("-" if value.number < 0 else "+") if value.by else ""
    return f"{sign}{abs(value.number):g}{'f' if value.fahrenheit else ''}"


def _safe(name: str, reads_back: object) -> str:
    try:
        return name if callable(reads_back) and reads_back(name) else f'"{name}"'
    except NotAWish:
        return f'"{name}"'
