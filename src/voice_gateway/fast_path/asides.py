"""What people tell around a wish: why they want it, what else goes on, and to whom they speak."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.times import Place

_WHO: Final = (
    r"(?:i|we|it|they|he|she|you|there|that|this|those|these|nobody|no one|somebody|someone|everybody"
    r"|everyone|people|who)"
)
_BEGINS: Final = rf"(?:{_WHO}(?:'\w+)?|the|my|our|his|her|their|a|an|[\w]+(?:'s|'re|'ll|'ve))"
_JOINT: Final = re.compile(
    r"(?: ,)+ "
    r"|(?: ,)? (?=(?:so that|because|cos|cause|since|as|while|whilst|before) "
    rf"(?:{_BEGINS}|mum|dad|nan|gran|people|everyone)\b)"
    rf"|(?<=\w) (?=so (?!that\b|much\b|many\b|long\b))"
    rf"|(?<=\blist) (?={_WHO}(?:'\w+)? )"
    r"|(?:(?<= on)|(?<= off)|(?<= up)|(?<= down)|(?<= open)|(?<= shut)|(?<= closed)|(?<= locked)|(?<="
    r" percent)|(?<= degrees))"
    rf" (?={_WHO}'\w+ )"
)
_LED: Final = re.compile(
    r"^(?:that's (?:when|why|because)|which is (?:when|why)|so that|so|because|cos"
    r"|cause|since|as|while|whilst|and|but|oh|well|then|for|before|,) "
)
_JOINED: Final = re.compile(r"^(?:so|then) (?!that\b)")
_SUBJECT: Final = re.compile(rf"{_WHO}(?:'\w+)? ")
_FINITE: Final = re.compile(
    rf"\b{_WHO}(?:'s|'re|'m|'ve|'ll|'d)\b|\b{_WHO} \w|\w's \w"
    r"|\b(?:is|are|was|were|has|have|had|isn't|aren't|won't|can't|don't|doesn't|didn't|will|would"
    r"|should|must|do|does|did|starts|begins|ends|finishes|arrives|leaves|returns"
    r"|needs?|wants?|goes|go|comes?|keeps|went|came|got|gets?|never|always|likes?|hates?|sleeps?|feels?"
    r"|looks?|says so)\b"
)
_DOES: Final = re.compile(
    r"(?:(?:the|my|our|his|her) [a-z']+|(?!all\b|both\b|two\b|three\b)[a-z]{3,})"
    r" [a-z]{3,}[^s\W]s\b"
)
"""Whoever does whatever: "Baba showers early"."""

_HYPOTHESIS: Final = re.compile(
    r"\b(?:said|says|say|saying|told|tells?|asked|asks?|shouted|yells?|wrote|if|when|whenever|unless"
    r"|until|till|dreamt|dreamed"
    r"|imagine|pretend|suppose|wish|wonder|heard|mean|meant|sorry|(?<!won't )(?<!can't )(?<!to )wait"
    r"|instead|rather|scratch|hang on|hold on"
    r"|otherwise|else|or|cancel|forget it|what|how|why|which|where|remind|tell me|timer|alarm|reminder"
    r"|list|quote|unquote|never mind|actually)\b|^(?:don't|do not|dont|never|no|not)\b|\bnot$|\b(?:goes"
    r"|went|is like|was like|'s like)$"
)
"""With these a clause is no mere remark: somebody else's words, a condition, a change of mind, a question."""

_PURPOSE: Final = re.compile(
    r"for (?:the|my|our|his|her|their|a|an|[\w]+'s) (?!next\b|first\b)[a-z']+(?:"
    r" [a-z']+)?"
)
"""What it is good for: "for the cleaner"."""

_SPARES: Final = re.compile(
    r"\b(?:except|without|leave|leaving|keep|keeping|sparing|only|not|but|just the"
    r"|apart)\b"
)
_OWN_SPARING: Final = re.compile(
    rf"\b{_WHO}(?:'\w+)?(?: (?:am|is|are|was|do|does|did|have|has|can|could|always|usually"
    r"|often))? (?:only|keep|not|just|leave|leaving)\b"
    r"|\b(?:if|whether) not\b"
)
_COMMAND: Final = re.compile(
    r"(?<!\bto )(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?<!'ll )(?<!\bcan )(?<!\bmust"
    r" )(?<!\bwill )"
    rf"\b(?:{'|'.join(STARTS)})\b(?! (?:of|from)\b)(?!$)"
)
_STATE: Final = re.compile(r"\b(?:on|off|locked|unlocked|open|closed|shut|percent|degrees)$")


_SOMEBODY_BEGINS: Final = re.compile(
    rf" (?=(?:{_WHO}(?:'\w+| \w)"
    r"|(?:the|my|our|his|her|their) [a-z']+(?:'s| (?:is|are|was|were|has|have|keeps|needs))\b"
    r"|[a-z]{3,} (?:is|was|has|keeps|wants|needs|likes|hates|gets|said (?:it's|that's)) ))"
)
_ASKING_BEGINS: Final = re.compile(
    rf" (?=(?:{'|'.join(STARTS)}|have|could you|can you|would you|please|is there|are there|did i|did we"
    r"|what|which|how many|how|remind me|set|add|stick|cancel) )"
)


@dataclass(frozen=True)
class Clause:
    text: str
    joint: str
    """What stands before it."""


def clauses(text: str, places: list[Place]) -> list[Clause]:
    """A sentence at every place where something that is only told may begin or end."""
    cuts = {(joint.start(), joint.end()) for joint in _JOINT.finditer(text)}
    for place in places:
        # "Unlock the door tomorrow at eight the plumber's coming": behind a time somebody may go on talking.
        behind = re.match(rf" (?={_BEGINS} )", text[place.end :])
        begins = place.start == 0 or any(end == place.start for _, end in cuts)
        if behind and not begins and is_told(text[place.end + 1 :].split(" , ", maxsplit=1)[0]):
            cuts.add((place.end, place.end + 1))
    purpose = re.search(rf" (?={_PURPOSE.pattern}$)", text)
    if purpose and (
        any(place.end == purpose.start() for place in places) or _STATE.search(text[: purpose.start()])
    ):
        cuts.add(purpose.span())
    found, at, joint = [], 0, ""
    for start, end in sorted(cuts):
        if start < at or any(place.start < start < place.end for place in places):
            continue
        found.append(Clause(text[at:start].strip(), joint))
        at, joint = end, text[start:end]
    return [clause for clause in (*found, Clause(text[at:].strip(), joint)) if clause.text]


def run_on(text: str) -> Iterator[tuple[str, str]]:
    """Where nothing sets a remark apart: what stands before somebody begins to tell something, and that."""
    for begins in _SOMEBODY_BEGINS.finditer(text):
        yield text[: begins.start()].strip(" ,"), text[begins.end() :]


def ran_on(text: str) -> Iterator[tuple[str, str]]:
    """What is told first, and what stands behind it and may be asked for."""
    for begins in _ASKING_BEGINS.finditer(text) if _SUBJECT.match(_bare(text)) else ():
        yield text[: begins.start()].strip(" ,"), text[begins.end() :]


def has_subject(clause: str) -> bool:
    """Whether somebody does something in it beyond doubt: "weekends we have a lie-in"."""
    return bool(_FINITE.search(_bare(clause)))


def is_told(clause: str) -> bool:
    """Whether a clause that names nothing of the home only tells something."""
    if _PURPOSE.fullmatch(clause):
        return True
    bare = _bare(clause).removesuffix(" otherwise").removesuffix(" till then")
    spares = _SPARES.search(_OWN_SPARING.sub(" ", bare))
    return not (spares or _HYPOTHESIS.search(bare) or _COMMAND.search(bare) or _STATE.search(bare)) and bool(
        _FINITE.search(bare) or _DOES.match(bare)
    )


def without_reason(words: str) -> str:
    """Something to be remembered without what is told behind it: "phone the plumber, I always forget"."""
    what, _, reason = words.rpartition(" , ")
    return what if what and _SUBJECT.match(reason) and is_told(reason) else words


def without(found: list[Clause], told: Iterator[bool]) -> tuple[str, str]:
    """What is left of a sentence without the clauses that only tell something, and these."""
    kept: list[Clause] = []
    left: list[Clause] = []
    for clause, is_only_told in zip(found, told, strict=True):
        (left if is_only_told else kept).append(clause)
    text = "".join(f"{clause.joint if at else ''}{clause.text}" for at, clause in enumerate(kept))
    return _JOINED.sub("", text).strip(" ,"), " ".join(clause.text for clause in left)


def _bare(clause: str) -> str:
    while (bare := _LED.sub("", clause)) != clause:
        clause = bare
    return clause
