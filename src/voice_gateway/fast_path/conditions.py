"""Reads "if the back door is unlocked": a fact that can be looked at, now or when the time comes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.facts import Fact, read_fact
from voice_gateway.wishes import Condition

_WORD = r"(?:but )?(?:only )?(?P<word>if|unless|provided(?: that)?|as long as|assuming|in case)"
_BEHIND = re.compile(rf"(?P<body>.+?)(?:\s*,)?\s+{_WORD} (?P<fact>.+)")
_IN_FRONT = re.compile(rf"{_WORD} (?P<rest>.+)")
_OTHERWISE = re.compile(
    r"(?:leave|do nothing|don't|do not|keep)\b[^,]*? ,? ?(?:otherwise|or else|else|if not) ,? ?(?P<body>.+)"
)
"""What is done only where it is not so: "if the window is open leave it, otherwise …"."""
_LEAVE_IT_ELSE = re.compile(
    r"(?: ,)? (?:and |but )?if (?:it|they)(?:'s| is| are|'re) (?:not|\w+)(?: ,)? (?:just )?(?:leave|keep)"
    r" (?:it|them|that)(?: (?:alone|be|so|as it is|as they are))?(?: please)?$"
)
"""The other case, in which nothing is done: "if it's off leave it"."""
NOTHING_ELSE = re.compile(
    r"(?:(?:just )?(?:leave|keep) (?:it|them|that|everything)(?: (?:alone|be|on|off|as it is|as they"
    r" are|so))?"
    r"|do nothing|don't(?: bother| do anything)?|do not(?: do anything)?|nothing)(?: please)?"
)
"""What is said of the other case where nothing is to be done then."""
_ELSE = re.compile(r"(?: ,)? (?:and |but )?(?:otherwise|or else|else|if not)(?: ,)? ")
_CUT = re.compile(
    r"\s*,\s*(?:then\s+)?(?:just\s+)?|\s+(?:then|just)\s+|\s+(?=(?:please\s+)?"
    rf"(?:{'|'.join(STARTS)}|tell (?:me|us)|let (?:me|us) know|warn|remind|say|announce|give (?:me|us) a)\b)"
)
_IF_SO = re.compile(
    r"(?:(?:please )?(?:check|see|look|have a look|take a look|find out|tell me)(?: ,)? )?"
    r"(?:(?:if|whether|that|i (?:bet|think|guess|reckon|suspect)(?: that)?|maybe|perhaps) (?P<told>.+?)"
    r"|(?P<is>is|are) (?P<asked>.+?))(?: again)?(?: ,)?(?: and)? "
    r"if (?:so|yes|that's so|that's the case|(?:it|they|he|she|somebody|someone) (?:is|are|has|have|did)"
    r"|it's)(?: ,)?(?: then)?(?: just)? (?P<body>.+)"
)
"""A question whose answer decides: "is the lounge below 20? if so, …"."""


def otherwise(body: str) -> tuple[str, str]:
    """What is done where it is so, and what where it is not."""
    first, *second = _ELSE.split(body, maxsplit=1)
    return first, second[0] if second else ""


def conditional(text: str) -> Iterator[tuple[str, Condition]]:
    """The command and its condition, for every place where the sentence could be cut."""
    text = _LEAVE_IT_ELSE.sub("", text)
    if match := _IF_SO.fullmatch(text):
        for fact in _stated(match):
            yield from ((match["body"], each) for each in _conditions("if", fact))
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


def _stated(asked: re.Match[str]) -> Iterator[str]:
    """What is asked, as it is told: "is the lounge below 20" is "the lounge is below 20"."""
    if asked["told"]:
        yield asked["told"]
        return
    words = asked["asked"].split()
    yield from (f"{' '.join(words[:at])} {asked['is']} {' '.join(words[at:])}" for at in range(1, len(words)))


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
