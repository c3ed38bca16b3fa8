"""How much, in one spelling: "three quarters" is 75 percent, "seventy degrees f" is 70 fahrenheit."""

import re
from functools import lru_cache

from voice_gateway.number_words import ONES, TENS

_ONES = {word: number for number, word in enumerate(ONES)}
_TENS = {word: 10 * number for number, word in enumerate(TENS, 2)}
_DIGIT = "|".join(list(_ONES)[:10])
_NUMBER = re.compile(
    rf"""\b(?:
        (?P<tens>{"|".join(_TENS)})(?:[\s-]+(?P<unit>{_DIGIT}))?
      | (?P<ones>{"|".join(word for word in _ONES if word != "one")}
          |one(?=\s+(?:percent|per\s?cent|degree|point|and\s+a\s+half|minute|hour|second|hundred|thousand))
          |a(?=\s+(?:hundred|thousand)\b))
    )(?:\s+point\s+(?P<tenth>{_DIGIT})|\s+and\s+a\s+(?P<half>half))?\b""",
    re.X,
)
_DIGIT_BY_DIGIT = re.compile(r"\b(\d) (\d)(?= (?:percent|per cent|degree))")
_LARGE = re.compile(
    r"\b(?P<many>\d{1,3}) (?P<scale>thousand|hundred)(?:(?: and)? (?P<more>\d{1,3})(?P<hundred> hundred)?)?\b"
)
_HUNDRED_UNSAID = re.compile(r"\b(?P<hundreds>one|[1-4]) (?P<rest>[6-9]\d)\b(?! ?(?:%|percent|per cent|:))")
"""An oven is set to "one eighty"; what could be minutes is a time of the day."""

_AND_PART = re.compile(
    r"\b(?P<whole>\d+)(?P<unit> (?:degrees?|percent|points?))? and "
    r"(?:(?:(?:an? |one )?(?P<part>half|quarter))|(?P<quarters>[13]) quarters?)\b"
    r"(?! (?:past|after|to|till|before|of|the|my|our|an?|hours?|minutes?)\b)"
)
"""A half or a quarter more than a number: "21 degrees and a half"."""

_PARTS = {"half": 50, "third": 100 / 3, "quarter": 25, "fifth": 20, "tenth": 10}
_FRACTION = re.compile(
    r"\b(?:(?P<count>a|one|\d) (?P<part>third|quarter|fifth|tenth|half|halve)s?"
    r"|(?:(?<=to )|(?<=at ))half(?! (?:of )?(?:what|its|the))|half[- ]?way(?! (?:closed|shut|down|up))"
    r"|half(?= (?:open|brightness|power|speed|volume)))"
    r"(?! (?:of )?an? |\s*past| degree| hour| minute)\b"
)
_COUPLE = re.compile(r"\ba couple(?: of)?(?: more)?(?= (?:degrees?|percent|per cent|points?|notches)\b)")
_OF_IT = re.compile(
    r"\b(?P<part>(?:half|(?:a |one )?(?:third|quarter|fifth|tenth))(?: of)?|twice|double) "
    r"(?:what (?:it|they|that)(?:'s| is| are)?|its(?: current)? (?:brightness|level|speed|strength)|that|this"
    r"|the (?:current )?(?:brightness|level|speed|strength)(?: (?:it|they)(?:'s|'re| is| are))?)"
    r"(?: (?:doing|running|at|on|going))?(?: (?:right )?now| at the moment| currently)?(?=$| ?,| and\b)"
)
"""A part of what is there: "a third of what it is now"."""

_SPELLINGS = (
    (re.compile(r"(?<=\d)\s*(?:%|per\s?cent\b)"), " percent"),
    (re.compile(r"(?<=\d)\s*(?:°\s*f\b|degrees? (?:fahrenheit|f)\b|fahrenheit\b|f\b)"), " fahrenheit"),
    (re.compile(r"(?<=\d)\s*(?:°\s*c?\b|°|degrees? (?:celsius|centigrade|c)\b|celsius\b|centigrade\b|c\b)"),
     " degrees"),
    (re.compile(r"(?<=\d\d\d\d)\s*k\b"), " kelvin"),
    (re.compile(r"\bhalf an? degree\b"), "0.5 degrees"),
    (re.compile(r"\b(?:an?|1) degrees? and an? half\b"), "1.5 degrees"),
    (re.compile(r"\bhalf(?:[- ]?way)? (?:closed|shut|down|up)\b"), "50 percent open"),
    (re.compile(r"\b(?:an?|1) degree\b"), "1 degrees"),
)  # fmt: skip


SAID_AT_ONCE = 32
"""Sentences and parts of one that several readers look at, one after the other: each is made ready once."""


@lru_cache(maxsize=SAID_AT_ONCE)
def in_digits(text: str) -> str:
    """Every amount of a lower-case sentence as digits with its unit behind it."""
    return _spelled(_FRACTION.sub(_percent, _spelled(_OF_IT.sub(_times, numbers_in_digits(text)))))


def numbers_in_digits(text: str) -> str:
    """Every number of it as digits, and all else as it was said."""
    text = _COUPLE.sub("2", text)
    text = _DIGIT_BY_DIGIT.sub(r"\1\2", _NUMBER.sub(_digits, text))
    return _AND_PART.sub(_with_part, _HUNDRED_UNSAID.sub(_joined, _LARGE.sub(_large, text)))


def _with_part(match: re.Match[str]) -> str:
    quarters = 2 if match["part"] == "half" else int(match["quarters"] or 1)
    return f"{int(match['whole']) + quarters / 4:g}{match['unit'] or ''}"


def _joined(match: re.Match[str]) -> str:
    return ("1" if match["hundreds"] == "one" else match["hundreds"]) + match["rest"]


def _large(match: re.Match[str]) -> str:
    more = int(match["more"] or 0) * (100 if match["hundred"] else 1)
    return str(int(match["many"]) * (1000 if match["scale"] == "thousand" else 100) + more)


def _times(match: re.Match[str]) -> str:
    word = match["part"].removesuffix(" of").split()[-1]
    return f"{_PARTS[word] / 100:.3g} times" if word in _PARTS else "2 times"


def _spelled(text: str) -> str:
    for said, written in _SPELLINGS:
        text = said.sub(written, text)
    return text


def _digits(match: re.Match[str]) -> str:
    value = _TENS.get(match["tens"] or "", 0) + _ONES.get(match["unit"] or "", 0)
    value += 1 if match["ones"] == "a" else _ONES.get(match["ones"] or "", 0)
    if match["half"]:
        return f"{value}.5"
    return f"{value}.{_ONES[match['tenth']]}" if match["tenth"] else str(value)


def _percent(match: re.Match[str]) -> str:
    part = (match["part"] or "half").replace("halve", "half")
    many = int(match["count"]) if (match["count"] or "").isdigit() else 1
    share = many * _PARTS[part]
    return f"{round(share)} percent" if 0 < share <= 100 else match[0]
