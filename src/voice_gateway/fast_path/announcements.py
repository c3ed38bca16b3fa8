"""Reads what is to be said aloud now: "tell the kitchen that dinner is ready", "announce …"."""

import re
from collections.abc import Callable
from typing import Final

from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.wishes import Step, Target, Verb, Wish

_WORDS: Final = (
    r"(?P<words>(?!(?:if|when|what|who|how|why|where|whether|which|about|to|as|once|so|me|us)\b).+)"
)
_PLACE: Final = r"(?:the |my |our )?(?P<place>[\w' ]+?)"
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?:announce|broadcast|say|call out|shout) (?:in|to|into|for) {_PLACE}(?: that|:| ,)? {_WORDS}",
        rf"(?:announce|broadcast|say|call out|shout)(?: that)? {_WORDS} (?:in|to|into|for) {_PLACE}",
        rf"(?:tell|inform) {_PLACE}(?: that|:| ,)? {_WORDS}",
        rf"let {_PLACE} know(?: that)? {_WORDS}",
        rf"(?:announce|broadcast|make an announcement)(?: that|:| ,)? {_WORDS}",
    )
)
_EVERYWHERE: Final = re.compile(
    r"(?:everyone|everybody|all|all of them|(?:whole |entire )?(?:house|home|family)|every room|all rooms)"
)


def read_announcement(
    text: str, is_place: Callable[[str], bool], is_device: Callable[[str], bool]
) -> Wish | None:
    """Who is told is a room or everybody; who tells somebody else something does not speak to us."""
    said = without_politeness(text)
    for form in _FORMS:
        for match in _matches(form, said):
            place = match.groupdict().get("place") or ""
            everywhere = not place or bool(_EVERYWHERE.fullmatch(place))
            thing = f"{place} {match['words'].split()[0]}"  # "tell the kitchen light to turn off"
            if everywhere or (is_place(place) and not is_device(thing)):
                target = Target("" if everywhere else place)
                return Wish((Step(Verb.ANNOUNCE, target, words=match["words"]),))
    return None


def _matches(form: re.Pattern[str], said: str) -> list[re.Match[str]]:
    """The reading with each length that the place may have, the longest one first."""
    found = [
        re.fullmatch(form.pattern.replace(r"[\w' ]+?", rf"(?:[\w']+ ){{{more}}}[\w']+"), said)
        for more in (2, 1, 0)
    ]
    return [match for match in found if match]
