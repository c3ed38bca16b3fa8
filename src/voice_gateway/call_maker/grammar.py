"""The language of wishes as a GBNF grammar, so that the model can write nothing else."""

from collections.abc import Iterable
from functools import cache

from voice_gateway.wishes import Question, Verb
from voice_gateway.wishes.errand_text import ERRANDS
from voice_gateway.wishes.text import MOST_PARTS
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

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HEADS = frozenset(
    {
        "in",
        "at",
        "on",
        "when",
        "if",
        "unless",
        "today",
        "tonight",
        "tomorrow",
        "daily",
        "every",
        "next",
        "this",
    }
    | {"weekdays", "weekends", *_DAYS, *(f"{day}s" for day in _DAYS)}
)
"""How a time, an event or a condition begins."""


@cache
def wish_grammar() -> str:
    """Verbs and questions are those of the language; names are any words."""
    named = frozenset(Verb) - VALUED - WORDED - SPOKEN - ALONE - PERHAPS_NAMED
    worded = {*WORDED, *SPOKEN, *ERRANDS} - {"move"}
    perhaps_alone = {*WORDED, *ERRANDS} - {Verb.SEARCH, Verb.CALCULATE, "remind", "list", "move"}
    rules = {
        "root": '"none" | (head ": "){0,2} part ("; " part)' + f"{{0,{MOST_PARTS - 1}}}",
        "part": "named | loose | valued | measured | worded | alone | routine | asking",
        "named": f"{_either(named | PERHAPS_VALUED)} words lasting?",
        "loose": f"{_either(PERHAPS_NAMED)} words? lasting?",
        "valued": f'{_either(VALUED - MEASURED)} words? " " value lasting?',
        "measured": f'{_either(MEASURED)} words " " (number | grade) lasting?',
        "worded": f"{_either(worded)} words lasting?",
        "alone": _either(ALONE | perhaps_alone),
        "routine": '"routine" words ": " [^\\n]+',
        "asking": f'"ask " ({_either(Question)} | {_either(STATES)}) words?',
        "lasting": '" for " ([0-9] [0-9hms.]* | "until" words)',
        "head": f"({_either(_HEADS)} | [0-9]+) words?",
        "number": '[+x-]? [0-9]{1,6} ("." [0-9]{1,3})? "f"?',
        "grade": _either(GRADES),
        "value": "number | [a-z0-9-]+",
        "words": '(" " (char | ":" [0-9])+)',
        "char": "[^\\n;:]",
    }
    return "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())


def _either(words: Iterable[str]) -> str:
    return "(" + " | ".join(f'"{word}"' for word in sorted(map(str, words))) + ")"
