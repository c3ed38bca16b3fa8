"""A sentence as it is read where words of it are kept: lower case, with its own numbers and its commas."""

import re
from typing import Final

_MEND: Final = (
    (re.compile(r"\b([ap])\s?\.\s?m\b\.?"), r"\1m"),
    (re.compile(r"[“”\"]"), ""),
    (re.compile(r"(?<=\d)[.](?!\d)|(?<!\d)[.](?!\w)|[!?;]+|:(?!\d)|\s[-–—]+\s|…"), " , "),
    (re.compile(r"\b(?:um+|uh+|erm+|hmm+)\b,?"), " "),
    (re.compile(r"\s*,[\s,]*"), " , "),
    (re.compile(r"\s+"), " "),
)
_STUTTER = re.compile(r"\b(?P<said>[a-z']{1,12}(?: [a-z']{1,12}){0,2}) (?P=said)(?= )")
_COUNTED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|twenty|thirty|forty|fifty|sixty)\b"
)


def tidy(sentence: str) -> str:
    """Without stuttering and odd marks; every comma stands by itself."""
    text = sentence.lower().replace("’", "'")
    for pattern, written in _MEND:
        text = pattern.sub(written, text)
    text = _STUTTER.sub(lambda match: match[0] if _COUNTED.search(match[0]) else match["said"], text)
    return text.strip(" ,")
