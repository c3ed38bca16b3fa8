"""Reads "if the back door is unlocked": a fact that can be looked at, now or when the time comes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.facts import Fact, read_fact
from voice_gateway.wishes import Condition

_WORD = r"(?:but )?(?:only )?(?P<word>if|unless|provided(?: that)?|as long as|assuming|in case)"
_BEHIND = re.compile(rf"(?P<body>.+?)\s*,?\s+{_WORD} (?P<fact>.+)")
_IN_FRONT = re.compile(rf"{_WORD} (?P<rest>.+)")
_OTHERWISE = re.compile(
    r"(?:leave|do nothing|don't|do not|keep)\b[^,]*? ,? ?(?:otherwise|or else|else|if not) ,? ?(?P<body>.+)"
)
"""What is done only where it is not so: "if the window is open leave it, otherwise …"."""
_ELSE = re.compile(r"(?: ,)? (?:and |but )?(?:otherwise|or else|else|if not)(?: ,)? ")
_CUT = re.compile(rf"\s*,\s*(?:then\s+)?|\s+then\s+|\s+(?=(?:please\s+)?(?:{'|'.join(STARTS)})\b)")


def otherwise(body: str) -> tuple[str, str]:
    """What is done where it is so, and what where it is not."""
    first, *second = _ELSE.split(body, maxsplit=1)
    return first, second[0] if second else ""


def conditional(text: str) -> Iterator[tuple[str, Condition]]:
    """The command and its condition, for every place where the sentence could be cut."""
    if (match := _BEHIND.fullmatch(text)) and not _ELSE.search(match["fact"]):
        yield from ((match["body"], each) for each in _conditions(match["word"], match["fact"]))
    elif (match := _BEHIND.fullmatch(text)) and (halves := otherwise(match["fact"]))[1]:
        # "Heating to 15 if the window is open, otherwise to 19".
        body = f"{match['body']} , otherwise {halves[1]}"
        yield from ((body, each) for each in _conditions(match["word"], halves[0]))
    elif match := _IN_FRONT.fullmatch(text):
        for fact, body in divided(match["rest"]):
            if other := _OTHERWISE.fullmatch(body):
                word = {"unless": "if"}.get(match["word"], "unless")
                yield from ((other["body"], each) for each in _conditions(word, fact))
            else:
                yield from ((body, each) for each in _conditions(match["word"], fact))


def divided(rest: str) -> Iterator[tuple[str, str]]:
    """A fact in front, and what is to be done, for every place where one may end."""
    for cut in _CUT.finditer(rest):
        yield rest[: cut.start()], rest[cut.end() :]


def _conditions(word: str, fact: str) -> Iterator[Condition]:
    for each in read_fact(fact):
        # A change is waited for, which is no condition; only whether it is so can be denied.
        if not each.becomes:
            yield _denied(each) if word == "unless" else each.condition


def _denied(fact: Fact) -> Condition:
    return replace(fact.condition, negated=not fact.condition.negated)
