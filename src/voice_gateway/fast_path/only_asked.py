"""Sentences after which nothing may be done, whatever a reader makes of them: they only ask, or break off."""

import re
from typing import Final

from voice_gateway.fast_path.clauses import STARTS

_BEFORE: Final = re.compile(
    r"^(?:(?:hey|hi|hello|oi|so|and|but|well|oh|ok|okay|um|uh|er|please|sorry|honey|love|mum|dad|darling|mate)\b[\s,]*)+"
)
_BEGINS: Final = "|".join((*STARTS, "do", "cancel", "add", "remind", "wake", "play", "pause", "mute"))
_COMMAND_BEHIND: Final = re.compile(
    rf"(?:[,.?!;]|\b(?:and|then|so|if so|if not|otherwise|else|please))\s+"
    rf"(?:(?:then|please|just|also|if so|if not|can you|could you|would you)\b,?\s+)*(?:{_BEGINS})\b"
)
""" "Is the lamp on? If so, turn it off"."""

_OF_THE_PAST: Final = re.compile(
    r"(?:did|didn't|has|hasn't|had|hadn't|was|wasn't|were|weren't|have(?:n't)? (?:i|we|you|they))\b"
)
_OF_SOMETHING: Final = re.compile(
    r"(?:what|what's|whats|which|who|who's|where|where's|how|how's)\b(?! about| if| say| would you say)"
)
_OF_A_STATE: Final = re.compile(
    r"(?:is|are|isn't|aren't|does|doesn't)\b"
    r"|(?:(?:can|could|would|will) you )?(?:tell me|let me know|see|check|find out|look) (?:if|whether)\b"
)
_OF_ABILITY: Final = re.compile(
    rf"(?:can|could|does|do) (?:the|my|our|that|this) [\w' ]+ (?:{'|'.join(STARTS)})\Z"
)
_WISE: Final = r"(?:a |an |any )?(?:good|bad|better|ok|okay|fine|wise|worth|smart|sensible|safe)\b"
_OF_ADVICE: Final = re.compile(
    rf"(?:should|shall|ought|must|need) (?:i|we)\b|would (?:it|that) be {_WISE}|is it {_WISE}"
    r"|do you (?:think|reckon) (?:i|we|it)\b"
)
_NEVER_A_WISH: Final = (_OF_THE_PAST, _OF_SOMETHING, _OF_ABILITY, _OF_ADVICE)
_OR_IS_IT: Final = re.compile(
    r"\bor (?:is|are|isn't|does|do|did|can|will|was|were) (?:it|they|that|there|he|she|i|we|you)\b"
)
""" "Can it be dimmed, or is it only on and off?"."""
_NO_STATE: Final = frozenset(STARTS) - {"open", "shut", "set", "put", "run", "heat", "cool"}
"""Verbs of commands that are not also said of how something is."""
_NEXT: Final = re.compile(r"(?:and|what about|how about|(?:the )?same)\b")
_SAYS_HOW: Final = frozenset(STARTS) | {"on", "off", "up", "down", "closed", "locked", "unlocked"}
_SHORT = 6
_RELATIVE: Final = re.compile(r"\b(?:what|that|where|which) (?:i|we|you|he|she|they)\b")
_NOTHING: Final = re.compile(
    r"\b(?:turn|switch|put|set|open|close|shut|lock|unlock|touch|change|start|stop|do|run|play|move)"
    r" (?:absolutely )?(?:nothing|none of|neither)\b"
)
_SEARCHING: Final = re.compile(r"\bwhat(?:'s| was| is| do you call) (?:it|its name|it called)$")
"""Who ends so looks for the word for what is meant: "turn off the … what was it"."""
_OPEN_END: Final = re.compile(r".*\b(?:at|until|till|for|by|from|the|my|and|or|if|when|unless|because)")


def only_asks(sentence: str) -> bool:
    """Whether it asks how something is or was, what can be done, or what would be wise."""
    said = _plain(sentence)
    if _COMMAND_BEHIND.search(said):
        return False
    asked = said.strip(" ?.!")
    if _OR_IS_IT.search(asked) or any(of.match(asked) for of in _NEVER_A_WISH):
        return True
    return bool(_OF_A_STATE.match(asked)) and _NO_STATE.isdisjoint(asked.split()[:-1])


def only_points_on(sentence: str) -> bool:
    """Whether it says of something else only that it is the next: "and the hall?", "same upstairs"."""
    said = sentence.lower().strip(" ?.!")
    words = said.split()
    return bool(_NEXT.match(said)) and len(words) <= _SHORT and _SAYS_HOW.isdisjoint(words)


def breaks_off(sentence: str) -> bool:
    """Whether its last word calls for another: "turn off the lamp at"; not so "what I want it at"."""
    said = _plain(sentence).rstrip(" .,?")
    return bool(_SEARCHING.search(said) or _OPEN_END.fullmatch(said)) and not _RELATIVE.search(said)


def wants_none(sentence: str) -> bool:
    """Whether it is said that nothing is to be done: "turn nothing on"."""
    return bool(_NOTHING.search(_plain(sentence)))


def _plain(sentence: str) -> str:
    return _BEFORE.sub("", sentence.lower().replace("’", "'").strip())
