"""A sentence as it is read where words of it are kept: lower case, with its own numbers and its commas."""

import re
from typing import Final

from voice_gateway.fast_path.stated import with_states

_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MEND: Final = (
    (re.compile(r"\b([ap])\s?\.\s?m\b\.?"), r"\1m"),
    (re.compile(r"(?<=\d) ([ap]) m\b|(?<=\d)([ap]) m\b"), r" \1\2m"),
    (re.compile(rf"\b({_HOURS}|\w+teen|twenty|thirty|forty|fifty) ([ap]) m\b"), r"\1 \2m"),
    (
        re.compile(
            r"(?<=\b(?:at|it|by) )(\d\d?) ([0-5]\d)(?= ?[ap]m\b| (?:this|tonight|tomorrow|in the|on)\b|$)"
        ),
        r"\1:\2",
    ),
    (re.compile(r"(?<=\bfor )(\d\d?) ([0-5]\d)(?= ?[ap]m\b| (?:tonight|tomorrow)\b|$)"), r"\1:\2"),
    (re.compile(r"[“”\"]"), ""),
    (re.compile(r"(?<=\d)[.](?!\d)|(?<!\d)[.](?!\w)|[!?;]+|:(?!\d)|\s[-–—]+\s|…"), " , "),
    (re.compile(r"\b(?:um+|uh+|erm+|hmm+)\b,?"), " "),
    (re.compile(r"\bple+a+se+\b"), "please"),
    (re.compile(r"\b(turn|switch|shut) of (?=the|my|our)"), r"\1 off "),
    (
        re.compile(
            r"\b(?:like|just) (?=(?:in|at|for|after|around) (?:\d|an? |half|one|two|three|five|ten|twenty))"
        ),
        "",
    ),
    (re.compile(r"\s*,[\s,]*"), " , "),
    (re.compile(r"\s+"), " "),
)
_AT: Final = (
    (
        re.compile(
            r"^(?:(?:could|can|would) you |please )*(?:(?:give|let) (?:it|me|us)(?: have)?|wait) "
            r"(?P<long>[^,]+?) "
            r"(?:, )?(?:(?:and )?then|before you|and) "
        ),
        r"in \g<long> ",
    ),
    (re.compile(r"(?: ,)? at the same time(?: as well| too)?$"), ""),
    (re.compile(r"\b(?:whenever|every time|each time) the sun (?:goes down|sets)\b"), "every day at sunset"),
    (re.compile(r"\b(?:whenever|every time|each time) the sun (?:comes up|rises)\b"), "every day at sunrise"),
    (
        re.compile(
            r"\b(?:when|once|as soon as) "
            r"(?:it(?:'s| is| gets| has got) dark|the sun(?:'s| is| goes| has gone) (?:down|set))\b"
            r"|\bafter dark\b"
        ),
        "at sunset",
    ),
    (
        re.compile(
            r"\b(?:when|once|as soon as) (?:(?:it gets|it is|it's) light|the sun(?:'s| is| comes) up)\b"
            r"|\bat first light\b"
        ),
        "at sunrise",
    ),
    (
        re.compile(
            r"\b(?:as soon as|once|when) (?:it|the clock)(?:'s| is)? ?"
            r"(?:hits|strikes|turns|reaches|(?:has )?gone)\b"
            r"|\b(?:no later than|on the stroke of|come|round about)(?= (?:about |half|quarter|a quarter|\d"
            rf"|{_HOURS}|sun|midnight|noon|midday|dawn|dusk))"
        ),
        "at",
    ),
)
"""Other words for "in" and "at"."""

_STUTTER = re.compile(
    r"\b(?P<said>(?:at|the|to|an?|in|on|every|and|is|it|i|i'm|my|for|of|get|put|those|that|when|if|how|each|with"
    r"|[a-z']{1,12}(?: [a-z']{1,12}){1,3})) (?P=said)(?= )"
)
_COUNTED = re.compile(rf"\b(?:{_HOURS}|\w+teen|twenty|thirty|forty|fifty|sixty)\b")


def tidy(sentence: str) -> str:
    """Without stuttering and odd marks; every comma stands by itself."""
    text = sentence.lower().replace("’", "'")
    for pattern, written in (*_MEND, *_AT):
        text = pattern.sub(written, text)
    text = with_states(text)
    text = _STUTTER.sub(lambda match: match[0] if _COUNTED.search(match[0]) else match["said"], text)
    return text.strip(" ,")
