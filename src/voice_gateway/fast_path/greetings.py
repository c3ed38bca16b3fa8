"""What people say before they ask for something, and that asks for nothing: "good night, …"."""

import re
from functools import cache

from voice_gateway import languages


@cache
def _greeting() -> re.Pattern[str]:
    said = dict(languages.pairs("fast_path/greetings"))
    whom = rf"(?:[ ,]+(?:{said['whom']}))*"
    return re.compile(rf"^\s*(?:{said['greeting']}){whom}\s*[,.!;]+\s+(?=\w)", re.IGNORECASE)


def without_greeting(sentence: str) -> str:
    """The sentence without greetings and thanks before it, which a mark must set apart from it."""
    while (shorter := _greeting().sub("", sentence)) != sentence:
        sentence = shorter
    return sentence


@cache
def _address() -> re.Pattern[str]:
    said = dict(languages.pairs("fast_path/greetings"))
    return re.compile(rf"^\s*(?:{said['beginning']}),? (?:{said['fondly']}),? +(?=\w)", re.IGNORECASE)


def without_address(sentence: str) -> str:
    """The sentence without a fond word to whoever listens, with which it only begins: "right love, …"."""
    return _address().sub("", sentence)
