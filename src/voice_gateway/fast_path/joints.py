"""Where one command ends and the next begins, and what is only said around them."""

import re
from collections.abc import Iterator

from voice_gateway.fast_path.clauses import STARTS

_JOINT = re.compile(
    r"\s*(?:,\s*(?:and|then|so|but)?|\band (?:then|also|after that)\b"
    r"|\b(?:after that|afterwards|and|then|also|so"
    rf"|but(?= (?:don't|do not|leave|keep|{'|'.join(STARTS)}) ))\b)\s+"
)
_BEGINS = re.compile(rf"{_JOINT.pattern}(?=(?:{'|'.join(STARTS)}) )")
_MOST_BEGUN = 2
"""So many commands may begin within one: "leave the lamp and switch off the rest"."""

_SWITCHED = re.compile(r"(?<=\s)(?:on|off|up|down|shut|open|percent|degrees|fahrenheit)(?=\s)")
"""Words at which a command without a joint may end: "plotter off heater on"."""

_ENDED = re.compile(
    rf"{_SWITCHED.pattern}|(?<=\s)(?:closed|locked|unlocked)(?=\s)"
    r"|(?<=\s)(?:to|at) (?:\d+|full|half|max|maximum|min|minimum|low|medium|high)"
    r"(?=\s)(?! (?:percent|degrees)\b)"
)
"""The same, and amounts: "island to 30 sink light off"."""

_PLACES = re.compile(
    r"(?:in|inside|on|at|by|over|under|above|below|behind|beside|near|next to|of|from)(?: \w+)*? \w+"
)
"""What says where something is, if nothing sets it apart from what stands before it."""

_EACH_SWITCHED = re.compile(
    r"(?<![\w'-])(?P<name>(?!(?:on|off) )[\w'-]++(?: (?!(?:on|off) )[\w'-]++)*+) (?P<state>on|off) "
)
_MANY = 3

_REMARK = re.compile(
    r"(?:because|cos|cause|since|as|never mind|forget|about|as for)\b.*"
    r"|.*\bthat'(?:s|ll|d)\b.*"
    r"|.*\b(?:i|we|it|they|he|she|you|there|nobody|somebody|everybody|someone|everyone)(?:'s|'re|'m|'ve|'ll|'d)?\b.*"
    r"|.*(?:\b(?:is|are|was|were|has|have|had|isn't|aren't|needs?|wants?|goes|comes|keeps|went|came|got)\b|\w's\s+\w).*"
)
_SPARES = re.compile(
    r"\b(?:leave|leaving(?!(?: now| soon| early| home| for| in| at| so| and| then)\b| ,|$)"
    r"|keep(?:ing)?|spar(?:e(?! (?:bed)?rooms?\b)|ing)"
    r"|except|only|not|without)\b"
)
"""Words that take something out of a wish, and so are never skipped."""

_TURNS = re.compile(r"\b(?:mean|meant|sorry|wait|actually|instead|rather|scratch|(?<!has )(?<!have )no)\b")
"""Words at which somebody changes their mind."""

_ASKS = re.compile(
    r"(?:how|what|what's|who|who's|where|why|when|which|is|are|was|were|does|do|did|has|have|can|could|would|should)\b"
)
ASKED = re.compile(
    r"\b(?:tell me|let me know|how(?:'s)?|what(?:'s)?|where(?:'s)?|which"
    r"|is|are|was|were|did|does|do|has|have)\b"
)
"""How something begins that is to be told."""
_REPORTS = re.compile(
    r"\b(?:said|says|say|saying|told|tells?|asked|asks?|shouted|wrote|goes|like|if|when|whenever|unless|don't|never"
    r"|dreamt|dreamed|imagine|pretend|suppose|wish|wonder|heard|read)\b"
)
"""Words after which a command is somebody else's, or none at all."""

_UNFINISHED = re.compile(
    r".*\b(?:i|we|you|he|she|they|it|who|that|which|people|everyone|to|not|let|lets|please|always|usually|often|also"
    r"|just|never|still|ever|really|only|even|then|so|probably|maybe|sometimes|and|or|but"
    r"|can|could|should|shall|would|will|may|might|must|do|does|did|have|has|had|is|are|was|were|am|be|been|gonna)"
    r"|.*(?:n't|'d|'ll|'m|'re|'ve)"
)
"""Such an end waits for its verb: in "should I turn on the light" no command stands behind a remark."""


def cuts(text: str) -> list[tuple[int, int]]:
    """Where the first command may end and the next begin; the longest first, then ever shorter ones.

    Where others have clearly begun behind it, it ends at the latest.
    """
    found = [(joint.start(), joint.end()) for joint in _JOINT.finditer(text)]
    places = [(word.start(), word.start()) for word in re.finditer(r"(?<=\s)\w+", text) if word[0] in STARTS]
    begins = {after for _, after in found}
    places += [(word.end(), word.end() + 1) for word in _ENDED.finditer(text) if word.start() not in begins]
    for start, after in places:
        if not any(left <= start <= right for left, right in found):
            found.append((start, after))
    begun = [joint.end() for joint in _BEGINS.finditer(text)]
    end = begun[_MOST_BEGUN] if len(begun) > _MOST_BEGUN else len(text)
    inner = sorted({cut for cut in found if 0 < cut[0] < end and cut[1] < len(text)}, reverse=True)
    return [(len(text), len(text)), *inner] if end == len(text) else inner


def each_switched(text: str) -> list[tuple[str, str]]:
    """What is told to be on or off, each with its word behind it, where there are three or more."""
    told = [(each["name"], each["state"]) for each in _EACH_SWITCHED.finditer(f"{text} ")]
    whole = "".join(f"{name} {state} " for name, state in told) == f"{text} "
    return told if whole and len(told) >= _MANY else []


def stated(text: str) -> Iterator[str]:
    """What stands before each word that something may be told to be: "kettle" in "kettle on it's late"."""
    for word in _SWITCHED.finditer(f" {text} "):
        yield text[: word.start() - 1].strip(" ,")


def places(text: str) -> bool:
    """Whether it begins as what says where a thing is, and so narrows what stands right before it."""
    return bool(_PLACES.match(text))


def is_remark(text: str) -> bool:
    """Whether the clause only tells something, so that what stands beside it may still be a command."""
    return is_aside(text) and is_finished(text)


def is_finished(text: str) -> bool:
    """Whether a clause does not wait for the verb behind it."""
    return not _UNFINISHED.fullmatch(text)


def is_aside(text: str) -> bool:
    """The same of a clause that commas set apart, wherever it ends."""
    words = text.split()
    # A verb at its very end is none of a command: "I think I left the garage open".
    single = "," not in text and bool(words) and not any(word in STARTS for word in (words[0], *words[1:-1]))
    whole = bool(_REMARK.fullmatch(text))
    skipped = (
        _TURNS.search(text)
        or _REPORTS.search(text.removeprefix("never mind"))
        or _SPARES.search(text)
        or _ASKS.match(text)
    )
    return single and whole and not skipped
