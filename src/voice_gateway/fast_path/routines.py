"""Reads routines: taught by voice, given up, started by name."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.conditions import divided
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.timed import Known, named
from voice_gateway.wishes import Asking, Deed, Errand, Question, Step, Target, Thing, Verb, Wish

_ABOUT: Final = re.compile(
    r"\b(?:say|tell you|shout|call|ask|routines?|scene|means?|run|activate|trigger|execute|teach|learn"
    r"|remember)\b"
)
_SAID_OF_IT: Final = re.compile(
    r"\b(?P<verb>"
    + "|".join(STARTS)
    + r"|play|mute|warm)(?:s|es)\b(?= (?:the|my|our|on|off|up|down|all|every|\w))"
)
_STARTED: Final = re.compile(r"(?:(?:run|do|start|play|activate|trigger|begin|execute) )?(?P<name>.+)")
_ONLY: Final = re.compile(r"^(?:only|just|instead)(?: ,)? ")
_LONGEST_NAME: Final = 5
_NO_NAME: Final = re.compile(
    r"(?:it|that|this|them|away|out|the|an?|i|you|so|something|anything|by|on)(?: .*)?|.*,.*"
    r"|.*\b(?:by me|for the)\b.*"
)


def read_taught(
    text: str, read: Callable[[str], Wish | None], known: frozenset[str] = frozenset()
) -> Wish | None:
    """ "When I say movie time, dim the lounge": what it comes to is read by `read`."""
    if not _ABOUT.search(text):
        return None
    # One that there is already gets other steps, and no other name.
    for said, does in sorted(_taught(text), key=lambda each: named(each[0]) not in known):
        name = named(said)
        if _is_name(name) and (
            wish := read(
                _SAID_OF_IT.sub(r"\g<verb>", _ONLY.sub("", does.strip(" ,").removesuffix(" instead")))
            )
        ):
            return Wish((Errand(Thing.ROUTINE, Deed.SET, name, does=wish),))
    return None


def _taught(text: str) -> Iterator[tuple[str, str]]:
    """What is said, and what it comes to, for every place where the one may end."""
    for slots in _matching(text, "said"):
        yield from divided(slots["rest"])
        words = slots["rest"].split()
        yield from ((" ".join(words[:end]), " ".join(words[end:])) for end in range(1, len(words)))
    for slots in _matching(text, "set"):
        yield slots["name"], slots["does"]


def read_routine(text: str) -> Wish | None:
    """A routine that is given up, asked for or started."""
    text = without_politeness(text)
    if not _ABOUT.search(text):
        return None
    if next(_matching(text, "planned routines"), None) is not None:
        return Wish((Asking(Question.PLANNED, Target("routines")),))
    for slots in _matching(text, "cancel"):
        if _is_name(name := named(slots["name"])):
            return Wish((Errand(Thing.ROUTINE, Deed.CANCEL, name),))
    for slots in _matching(text, "start"):
        if _is_name(name := named(slots["name"])):
            return Wish((Step(Verb.ACTIVATE, Target(name)),))
    return None


def read_started(text: str, known: Known, routines: frozenset[str] = frozenset()) -> Wish | None:
    """ "Run good night", where nothing else is meant by it."""
    started = _STARTED.fullmatch(without_politeness(text))
    if started and named(started["name"]) in routines:
        return Wish((Step(Verb.ACTIVATE, Target(named(started["name"]))),))
    for slots in _matching(without_politeness(text), "start bare"):
        name = slots["name"]
        # With an article, or called after a kind of device, it is a device that is not there.
        if _is_name(name) and not known(name) and not {*roots(name)} & ALL_NOUNS:
            return Wish((Step(Verb.ACTIVATE, Target(name)),))
    return None


def _matching(text: str, meaning: str) -> Iterator[dict[str, str]]:
    for template in templates("routines"):
        if template.meaning == meaning and (slots := template.match(text)) is not None:
            yield slots


def _is_name(name: str) -> bool:
    return bool(name) and len(name.split()) <= _LONGEST_NAME and not _NO_NAME.fullmatch(name)
