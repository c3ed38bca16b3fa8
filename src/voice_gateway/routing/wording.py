"""How a sentence is written down before anything looks at it: one spelling, whoever typed or heard it."""

import re

from voice_gateway.number_words import ONES, TENS

_WAKE_WORDS = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay)\s+)?"
    r"(?:alexa|assistant|bixby|computer|cortana|google|home assistant|jarvis|mycroft|nabu|olly|siri)\b[\s,]*"
)
_POLITE_START = re.compile(
    r"^(?:(?:please|kindly|hey|ok|okay|just|go ahead and|"
    r"(?:can|could|would|will) (?:you|u)(?: (?:please|kindly|just|help me|mind))?|"
    r"i(?: would|'d) (?:like|love|appreciate it if)(?: you)?(?: to)?|i (?:want|need)(?: you)? to)\s+)+"
)
_POLITE_END = re.compile(r"(?:\s+(?:please|thanks|thank you|for me|now|right now))+$")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'"})
_UNSPOKEN = re.compile(r"[^\w\s'%°$€£+*/.:-]|(?<!\d)[.:](?!\d)|[.:](?!\d)|_")
_SPACE = re.compile(r"\s+")
_QUESTION = re.compile(
    r"^(?:what|what's|whats|who|who's|whos|where|where's|wheres|when|when's|why|which|whose|how|how's|"
    r"is|isn't|are|aren't|am|was|were|do|does|did|has|have|had|any|should)\b"
    r"|^(?:tell me|let me know|check|see|find out|do you know|show me)\b"
    r".*\b(?:if|whether|what|who|where|how|which)\b"
)
_REQUEST_IN_QUESTION = re.compile(
    r"^(?:how about|what about|why (?:don't|not)|do me a favou?r|have (?:the|my)|do (?:a|some))\b"
)
_TOKEN = re.compile(r"[^\W_]+(?:['.:/][^\W_]+)*|[%°$€£]")
_NUMBER = re.compile(rf"\d+(?:[.:]\d+)*|{'|'.join((*ONES, *TENS))}|hundred|thousand")
_CONTRACTIONS = {
    **{
        form: (word, "is")
        for word in ("what", "who", "where", "when", "how", "it", "that", "there", "he", "she")
        for form in (
            f"{word}'s",
            f"{word}s" if word in ("what", "who", "where", "when", "how", "there") else "",
        )
    },
    "i'd": ("i", "would"),
    "i'm": ("i", "am"),
    "im": ("i", "am"),
    "i'll": ("i", "will"),
    "we're": ("we", "are"),
    "you're": ("you", "are"),
    "can't": ("can", "not"),
    "don't": ("do", "not"),
    "isn't": ("is", "not"),
    "percent": ("%",),
    "degrees": ("°",),
    "degree": ("°",),
    "colour": ("color",),
    "colours": ("colors",),
    "u": ("you",),
}
_LONGEST = 2000
"""Characters that are looked at; nobody says more in one breath, and a pasted page must not cost time."""


def normalise(text: str) -> str:
    """The sentence in lower case, without punctuation that is not spoken."""
    lowered = text[:_LONGEST].lower().translate(_APOSTROPHES)
    return _SPACE.sub(" ", _UNSPOKEN.sub(" ", lowered)).strip()


def without_address(sentence: str) -> str:
    """The normalised sentence without the wake word in front of it; a wake word alone stays."""
    return _WAKE_WORDS.sub("", sentence) or sentence


def without_politeness(sentence: str) -> str:
    """The normalised sentence without wake word, "could you please" and "for me"."""
    bare = without_address(sentence)
    return _POLITE_END.sub("", _POLITE_START.sub("", bare)) or bare


def is_question(text: str) -> bool:
    """Whether the sentence asks for an answer; "could you turn it on?" asks for an action and is none."""
    bare = without_politeness(normalise(text))
    return bool(_QUESTION.search(bare)) and not _REQUEST_IN_QUESTION.search(bare)


def tokens(text: str) -> list[str]:
    """The words of a sentence in one spelling: contractions written out, every number a `#`, no wake word."""
    words: list[str] = []
    for word in _TOKEN.findall(without_address(normalise(text))):
        if _NUMBER.fullmatch(word):
            if not words or words[-1] != "#":
                words.append("#")
        else:
            words.extend(_CONTRACTIONS.get(word) or (word,))
    return words
