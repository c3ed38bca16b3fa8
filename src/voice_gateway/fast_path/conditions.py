"""Reads "if the back door is unlocked": a fact that can be looked at now."""

import re
from collections.abc import Iterator

from voice_gateway.amounts import in_digits
from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.wishes import Condition

_WORD = r"(?:but )?(?:only )?(?P<word>if|unless|provided(?: that)?|as long as|assuming|in case)"
_BEHIND = re.compile(rf"(?P<body>.+?)\s*,?\s+{_WORD} (?P<fact>.+)")
_IN_FRONT = re.compile(rf"{_WORD} (?P<rest>.+)")
_CUT = re.compile(rf"\s*,\s*(?:then\s+)?|\s+then\s+|\s+(?=(?:please\s+)?(?:{'|'.join(STARTS)})\b)")
_STATE = re.compile(
    r"(?:the |my |our )?(?P<about>.+?) (?:is|are|'s) (?:(?P<no>not|n't) )?(?:still |currently |left )?"
    r"(?P<state>on|off|open|closed|shut|locked|unlocked|running|occupied|empty|wet|dry)"
)
_COMPARED = re.compile(
    r"(?:(?:the |my |our )?(?P<about>.+?) |)(?:is|are|'s|drops|falls|gets|goes) (?:(?P<no>not|n't) )?"
    r"(?P<how>below|under|above|over"
    r"|(?:less|colder|cooler|dimmer|darker|more|warmer|hotter|brighter|higher) than) "
    r"(?P<number>\d+(?:\.\d+)?)(?: degrees?| percent| fahrenheit)?"
)
_NOBODY = re.compile(
    r"(?P<who>nobody|no one|somebody|someone|anyone|anybody)(?: is|'s) (?:still )?in "
    r"(?:the |my |our )?(?P<about>.+)"
)
_BELOW = frozenset(
    {"below", "under", "less than", "colder than", "cooler than", "dimmer than", "darker than"}
)


def conditional(text: str) -> Iterator[tuple[str, Condition]]:
    """The command and its condition, for every place where the sentence could be cut."""
    if match := _BEHIND.fullmatch(text):
        if condition := _read(match["word"], match["fact"]):
            yield match["body"], condition
    elif match := _IN_FRONT.fullmatch(text):
        rest = match["rest"]
        for cut in _CUT.finditer(rest):
            if condition := _read(match["word"], rest[: cut.start()]):
                yield rest[cut.end() :], condition


def _read(word: str, fact: str) -> Condition | None:
    said = re.sub(r"\b(is|are)n't\b", r"\1 not", in_digits(fact.strip(" ,")))
    said = re.sub(r"\b(it|that|there)'s\b", r"\1 is", said)
    said = re.sub(r"\s+(?:there|in there|now|right now|at the moment)$", "", said)
    negated = word == "unless"
    if match := _NOBODY.fullmatch(said):
        state = "empty" if match["who"] in ("nobody", "no one") else "occupied"
        return Condition(match["about"], state, negated=negated)
    if match := _STATE.fullmatch(said):
        state = {"shut": "closed"}.get(match["state"], match["state"])
        return Condition(match["about"], state, negated=negated is not bool(match["no"]))
    if match := _COMPARED.fullmatch(said):
        about = match["about"] or ""
        about = "" if about in ("it", "temperature", "the temperature") else about
        flipped = negated is not bool(match["no"])
        number = float(match["number"])
        if match["how"] in _BELOW:
            return Condition(about, below=number, negated=flipped)
        return Condition(about, above=number, negated=flipped)
    return None
