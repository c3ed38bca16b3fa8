"""What was said or typed, made fit to be understood."""

import re
import unicodedata
from typing import Final

from voice_gateway.errors import InputError

_MOST_WORDS: Final = 150
_MOST_CHARACTERS: Final = 1200
_ENDLESS: Final = re.compile(r"\d[\d,]{39}")
"""A number that is none of a home, and that nothing can count with."""


def is_readable(sentence: str) -> bool:
    """Whether rules can read it: who says more tells a story, and means none of it for them."""
    short = len(sentence) <= _MOST_CHARACTERS and sentence.count(" ") <= _MOST_WORDS
    return short and not _ENDLESS.search(sentence)


def clean_sentence(text: str, limit: int) -> str:
    """One line of readable text; raises `InputError` when there is none, or too much."""
    if len(text) > limit:
        raise InputError(
            f"That is {len(text):,} characters; at most {limit:,} can be taken at once.",
            fix="Say it in fewer words, or allow more with VOICE_GATEWAY_TURN_MAX_INPUT.",
        )
    sentence = _in_one_line(text)
    if not sentence:
        raise InputError(
            "There is nothing to answer: the text is empty.", fix='Try: voice-gateway ask "what time is it?"'
        )
    return sentence


def clean_past(text: str, limit: int, *, ending: bool = False) -> str:
    """What somebody else remembers of a conversation, in one line: the first of it, or its `ending`."""
    return _in_one_line(text[-limit:] if ending else text[:limit])


def _in_one_line(text: str) -> str:
    readable = "".join(
        character if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " "
        for character in unicodedata.normalize("NFC", text)
    )
    return re.sub(r"\s+", " ", readable).strip()
