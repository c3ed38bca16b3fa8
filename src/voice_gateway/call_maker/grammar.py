"""The language of wishes as a GBNF grammar, so that the model can write nothing else."""

from collections.abc import Iterable
from functools import cache

from voice_gateway.times.when import WEEKDAYS, Sun
from voice_gateway.wishes import Question, Verb
from voice_gateway.wishes.errand_text import ERRANDS
from voice_gateway.wishes.fact_text import CONDITIONS, EVENTS
from voice_gateway.wishes.part_text import BARE
from voice_gateway.wishes.text import MOST_PARTS
from voice_gateway.wishes.verbs import (
    ALONE,
    GRADES,
    MEASURED,
    PERHAPS_NAMED,
    SPOKEN,
    STATES,
    VALUED,
    WORDED,
)

_ALWAYS_WORDED = frozenset({Verb.SEARCH, Verb.CALCULATE, "remind"})
"""Of what takes words, these say nothing without them."""

_NAMED = frozenset(Verb) - VALUED - WORDED - SPOKEN - ALONE - PERHAPS_NAMED
_KINDS = ("named", "loose", "valued", "measured", "worded", "looked", "spoken", "alone")
"""Steps by what follows their verb."""


@cache
def wish_grammar(verbs: frozenset[Verb] = frozenset()) -> str:
    """All of the language, or only steps with these verbs; names are any words."""
    rules = {**_whole(), **_steps(), **_errands(), **_times(), **_words()}
    if verbs:
        steps = _steps(verbs)
        rules |= steps | {"root": "head body", "part": " | ".join(name for name in _KINDS if name in steps)}
    return "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())


def _whole() -> dict[str, str]:
    """What a line is made of: when, only if, the parts, and what is wished besides."""
    return {
        "root": '"none" | head (routine | body)',
        "head": '((time | event) ": ")? (fact ": ")?',
        # A routine keeps all that follows to itself, so nothing comes after it.
        "routine": '"routine" (" " plain)+ ": " head body',
        "body": f'part ("; " part){{0,{MOST_PARTS - 1}}} ("; also " head (routine | body))?',
        "part": " | ".join((*_KINDS, "asking", "errand")),
        "event": f"{_either(EVENTS)} words compared? held?",
        "fact": f'{_either(CONDITIONS)} (" " ("after" | "before") " " clock | words compared?)',
        "compared": '" " [<>] " " "-"? [0-9]{1,6} ("." [0-9]{1,3})?',
        "held": '" for " span',
    }


def _steps(verbs: frozenset[Verb] = frozenset(Verb)) -> dict[str, str]:
    """What is done to the home, or told about it, with these verbs."""
    kinds = {
        "named": (_NAMED, "words lasting?"),
        "loose": (PERHAPS_NAMED, "words? lasting?"),
        "valued": (VALUED - MEASURED, 'words? " " value lasting?'),
        "measured": (MEASURED, 'words? " " (number | grade) lasting?'),
        "worded": (WORDED - _ALWAYS_WORDED, "words?"),
        "looked": (WORDED & _ALWAYS_WORDED, "words"),
        "spoken": (SPOKEN, 'words? (" @" words)? lasting?'),
        "alone": (ALONE, ""),
    }
    return {
        name: f"{_either(those & verbs)} {rest}" for name, (those, rest) in kinds.items() if those & verbs
    } | {
        "asking": f'"ask " ({_either(Question)} | {_either(STATES)}) words? | {_either(BARE)} words?',
        "lasting": '" for " span | " until " (day " ")? clock',
        "number": '[+x-]? [0-9]{1,6} ("." [0-9]{1,3})? "f"?',
        "grade": _either(GRADES),
        "value": "number | plain",
    }


def _errands() -> dict[str, str]:
    """What is done to what is kept."""
    loose = ERRANDS - _ALWAYS_WORDED - {"list", "move"}
    return {
        "errand": f'{_either(loose)} words? | "remind" words | list | move',
        "list": '"list" words? ((" add" | " remove" | " read") words? | " clear" | " drop")',
        "move": '"move" words? " " (moment | [+-] span)',
        "moment": '(day " ")? clock | time',
    }


def _times() -> dict[str, str]:
    """The text form of times."""
    return {
        "time": '"in " span | "every " span (" from " clock)? | ("at" | day | days) " " clock',
        "span": 'count "d" hours? minutes? seconds? | hours minutes? seconds? | minutes seconds? | seconds',
        "hours": 'count "h"',
        "minutes": 'count "m"',
        "seconds": 'count "s"',
        "count": "[1-9] [0-9]{0,2}",
        "clock": f'([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] | {_either(Sun)} ([+-] away)?',
        # The sun is told at most a day off.
        "away": '[1-9] "h" ([1-9] [0-9]? "m")? | minutes',
        "day": '"today" | "tomorrow" | weekday | "20" [0-9] [0-9] "-" date',
        "days": '"daily" | "weekdays" | "weekends" | weekday "s" | weekday ("," weekday){1,5}',
        "weekday": _either(WEEKDAYS),
        "date": '("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" [0-9] | "2" [0-8])'
        ' | ("0" [13-9] | "1" [0-2]) "-" ("29" | "30") | ("0" [13578] | "10" | "12") "-31"',
    }


def _words() -> dict[str, str]:
    """Names and other free text. What could be misread stands in quotes."""
    return {
        "words": '(" " (plain | quoted ","?))+',
        "plain": '(char | ":" [0-9])+',
        "quoted": '"\\"" [^"\\n]+ "\\""',
        "char": '[^ \\n;:"]',
    }


def _either(words: Iterable[str]) -> str:
    return "(" + " | ".join(f'"{word}"' for word in sorted(map(str, words))) + ")"
