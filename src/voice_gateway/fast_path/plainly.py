"""A sentence in plainer words: without slang, with its verbs written out, and with places before things."""

import re
from typing import Final

from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.stutter import without_stutter

_WRITTEN_OUT: Final = {
    "gimme": "give me", "lemme": "let me", "gonna": "going to", "wanna": "want to", "gotta": "have to",
    "d'you": "do you", "d'ya": "do you", "whaddya": "what do you", "cuz": "because", "coz": "because",
    "y'all": "you", "will ya": "will you", "would ya": "would you", "could ya": "could you",
    "owt": "anything", "nowt": "nothing", "summat": "something", "most cold": "coldest",
    "most warm": "warmest", "tell to me": "tell me", "at the minute": "at the moment",
    "dunno": "don't know", "outta": "out of", "can you like": "can you", "could you like": "could you",
    "tmrw": "tomorrow", "tmr": "tomorrow", "whats": "what's", "whens": "when's", "hows": "how's",
    "starting now": "now", "beginning now": "now", "back up to": "up to", "back down to": "down to",
}  # fmt: skip
_SLANG: Final = re.compile(rf"(?<![\w']){'|'.join(_WRITTEN_OUT)}(?![\w'])")
_GREETED: Final = re.compile(r"^(?:yo|oi|ey|hiya|heya|g'day|oo+h|aa+h|brr+)[,!]? +(?=\w)")
_HESITATED: Final = re.compile(r"\b(and|then|the|a|an|my|our|to|for)(?: er\b,?)+")
_WHAT_IS: Final = re.compile(
    r"\b(what time|(?:which|what) [a-z]+|how (?:warm|cold|hot|long|much|bright|loud))'s (?=\w)"
)
_EVERY_MORNING: Final = re.compile(
    r"(?<!the )(?<!in )(?<!\w day )\b(?P<part>morning|evening|night|afternoon)s(?= at\b)"
)
_IN_THE_EVENING: Final = re.compile(r"\bin (?=(?:morning|evening|afternoon)\b)")
_OF_A_PLACE: Final = re.compile(
    r"\b(?P<article>(?:the|my|our) )?(?P<thing>[a-z]+) of (?P<whose>the|my|our) (?P<place>[a-z]+)\b"
)


_I_MEAN_LAST: Final = re.compile(
    r"(?P<turn>\b(?:no|wait|sorry|oh|oops|what am i (?:saying|thinking|doing|on about))\b[ ,]+.+?)"
    r",? i (?:mean|meant)$"
)


def plainly(sentence: str) -> str:
    """A lower-case sentence as most would say it."""
    text = _GREETED.sub("", sentence)
    text = without_stutter(_HESITATED.sub(r"\1", text))
    text = _SLANG.sub(lambda match: _WRITTEN_OUT[match[0]], text)
    text = _I_MEAN_LAST.sub(r"\g<turn>", _WHAT_IS.sub(r"\1 is ", text))
    text = _IN_THE_EVENING.sub("in the ", _EVERY_MORNING.sub(r"every \g<part>", text))
    return _OF_A_PLACE.sub(_place_first, text)


def _place_first(match: re.Match[str]) -> str:
    """ "The light of the yard" is the yard light."""
    thing = {*roots(match["thing"])} & ALL_NOUNS
    return f"{match['whose']} {match['place']} {match['thing']}" if thing else match[0]
