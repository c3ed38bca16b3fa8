"""A sentence as it is compared: lower case, without politeness, numbers as digits."""

import re

_POLITE = re.compile(
    r"""^(?:
        (?:hey|hi|hello|ok|okay|oh)\b(?:\s+(?:jarvis|nabu|mycroft|computer|there|assistant))?
      | (?:jarvis|computer|olly|alexa)\b
      | please | kindly | just | now | and | then | so | well | right
      | (?:can|could|would|will)\s+you(?:\s+(?:please|kindly|just|maybe))? | would\s+you\s+mind
      | (?:i\s+(?:want|need|would\s+like)|i'?d\s+like)\s+(?:you\s+)?to | i\s+want\s+you\s+to
      | (?:please\s+)?be\s+so\s+kind\s+(?:and|as\s+to) | (?:could|would)\s+you\s+be\s+so\s+kind\s+as\s+to
      | go\s+ahead\s+and | let'?s | make\s+sure\s+(?:to|you) | do\s+me\s+a\s+favou?r\s+and
    )\s+""",
    re.X,
)
_THANKS = re.compile(
    r"\s+(?:please|thanks|thank\s+you|for\s+me|right\s+now|now|again|will\s+you|would\s+you|if\s+you\s+can)$"
)
_MISHEARD = (
    (re.compile(r"\b(turn|switch|shut) of\b"), r"\1 off"),
    (re.compile(r"\btern\b"), "turn"),
    (re.compile(r"\blite(s?)\b"), r"light\1"),
)
"""What a speech recogniser writes for words that sound alike."""

_DO = {
    "turning": "turn", "switching": "switch", "opening": "open", "closing": "close", "setting": "set",
    "locking": "lock", "unlocking": "unlock", "dimming": "dim", "shutting": "shut", "putting": "put",
}  # fmt: skip
_DOING = re.compile(rf"^(?:{'|'.join(_DO)})(?= )")
"""Would you mind *turning* it off?"""

_ONE_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_ONES = {word: number for number, word in enumerate(_ONE_WORDS)}
_TEN_WORDS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_TENS = {word: 10 * number for number, word in enumerate(_TEN_WORDS, 2)}
_DIGIT = "|".join(list(_ONES)[:10])
_NUMBER = re.compile(
    rf"""\b(?:
        (?:a|one)\s+hundred
      | (?P<tens>{"|".join(_TENS)})(?:[\s-]+(?P<unit>{_DIGIT}))?
      | (?P<ones>{"|".join(_ONES)})
    )(?:\s+point\s+(?P<tenth>{_DIGIT})|\s+and\s+a\s+(?P<half>half))?\b""",
    re.X,
)


def spoken(sentence: str) -> str:
    """Fold a sentence to its essential words."""
    text = sentence.lower().replace("’", "'")
    text = re.sub(r"(?<=\d)\s*(?:%|per\s?cent\b)", " percent", text)
    text = re.sub(r"(?<=\d)\s*°\s*(?:c\b)?", " degrees ", text)
    text = re.sub(r"(?<=\d)[.](?!\d)|[?!;]|(?<!\d)[.]", " ", text)
    text = " ".join(text.replace(",", " , ").split())
    for heard, meant in _MISHEARD:
        text = heard.sub(meant, text)
    return _number_words(without_politeness(text.strip(" ,")))


def without_politeness(text: str) -> str:
    while True:
        shorter = _THANKS.sub("", _POLITE.sub("", text)).strip(" ,")
        shorter = _DOING.sub(lambda match: _DO[match[0]], shorter)
        if shorter == text:
            return text
        text = shorter


def _number_words(text: str) -> str:
    """ "twenty one point five" becomes 21.5."""

    def digits(match: re.Match[str]) -> str:
        value = 100 if "hundred" in match[0] else _TENS.get(match["tens"] or "", 0)
        value += _ONES.get(match["unit"] or "", 0) + _ONES.get(match["ones"] or "", 0)
        if match["half"]:
            return f"{value}.5"
        return f"{value}.{_ONES[match['tenth']]}" if match["tenth"] else str(value)

    return _NUMBER.sub(digits, text)
