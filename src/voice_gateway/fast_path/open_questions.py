"""A command and the answer to what was asked about it, as one sentence: "remind me to call", "at five"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.fast_path.spoken import without_politeness

_MOST_WORDS: Final = 9
_AROUND: Final = re.compile(
    r"^(?:(?:um+|uh+|er+m?|oh|ok(?:ay)?|well|hm+|let's say|say|make it|maybe|i'd say|i think) ,? ?)+"
    r"|(?: please| then)+$"
)
_REASON: Final = re.compile(
    r" , (?:so|because|cause|since|it's|it is|that's|i'm|i've|he's|she's|they're|my|no more|not) .+$"
)
"""What is told behind an answer, and changes nothing of it."""


def completed(command: str, question: str, answer: str) -> Iterator[str]:
    """The command with the answer in it, the likeliest first; none where nothing was left open."""
    ways = next((ways for asked, ways in _ways() if re.search(rf"\b{asked}\b", question.lower())), ())
    said = " ".join(answer.lower().replace("’", "'").strip(" .!").replace(",", " , ").split())
    if not ways or not command or len(said.split()) > _MOST_WORDS or answer.rstrip().endswith("?"):
        return
    bare = without_politeness(_AROUND.sub("", said))
    for part in dict.fromkeys((_REASON.sub("", bare), bare)):
        for way in ways:
            yield " ".join(f"{command.strip(' .!')} {way} {part}".split())


@cache
def _ways() -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = languages.pairs("fast_path/words/open_questions")
    return tuple((asked, tuple(way.replace("-", "") for way in ways.split("|"))) for asked, ways in found)
