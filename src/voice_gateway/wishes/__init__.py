"""The language of wishes: one small typed tree for everything that is asked of a home, with one text form.

`tree` holds the types, `text` writes and reads them, `carry_out` does what they ask. Who reads a
sentence into a wish (templates, the call maker, a page, a file) is of no matter here.
"""

from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.text import read_wish, write_wish
from voice_gateway.wishes.tree import (
    LEAVE_IT,
    NOTHING,
    UNNAMED,
    WHAT,
    Asking,
    Condition,
    Errand,
    Event,
    Lasting,
    Part,
    Step,
    Target,
    Value,
    Wish,
)
from voice_gateway.wishes.understanding import LOOKED_UP, Understanding
from voice_gateway.wishes.words import Deed, Question, Thing, Verb

__all__ = [
    "LEAVE_IT",
    "LOOKED_UP",
    "NOTHING",
    "UNNAMED",
    "WHAT",
    "Asking",
    "Condition",
    "Deed",
    "Errand",
    "Event",
    "Lasting",
    "NotAWish",
    "Part",
    "Question",
    "Step",
    "Target",
    "Thing",
    "Understanding",
    "Value",
    "Verb",
    "Wish",
    "read_wish",
    "write_wish",
]
