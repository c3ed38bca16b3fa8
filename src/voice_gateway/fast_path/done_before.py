"""Things called by what was done to them: "everything I turned on", "the blinds you just closed"."""

import re
from typing import Final

from voice_gateway.devices import Matched, Resolver
from voice_gateway.fast_path.context import Context, each_name
from voice_gateway.wishes import Verb

_DID: Final = {
    "turned on": Verb.ON, "switched on": Verb.ON, "put on": Verb.ON, "started": Verb.ON,
    "turned off": Verb.OFF, "switched off": Verb.OFF, "put off": Verb.OFF,
    "opened": Verb.OPEN, "closed": Verb.CLOSE, "shut": Verb.CLOSE, "locked": Verb.LOCK,
    "unlocked": Verb.UNLOCK,
}  # fmt: skip
_WHOSE_DOING: Final = (
    r"(?:that |which )?(?:i|we|you)(?:'ve| have| had)?(?: just| only just| both)? "
    rf"(?P<did>{'|'.join(_DID)})(?: (?:just now|earlier|before|today|tonight|a moment ago))?"
)
_NARROWED: Final = re.compile(
    r"\b(?P<what>everything|all(?: of)?(?: (?:the|those|these|my))?(?: \w+)?|whatever|anything"
    rf"|(?:the|those|these) \w+s) {_WHOSE_DOING}\b"
)
_ANYTHING: Final = frozenset({"", "ones", "things", "devices", "everything", "whatever", "anything"})
_ALL: Final = re.compile(r"^(?:all|of|the|those|these|my|\s)+\b")


def is_narrowed(said: str) -> bool:
    """Whether only those of a group are meant to which something was done."""
    return bool(_NARROWED.search(said))


def with_their_names(sentence: str, context: Context, resolver: Resolver | None) -> str:
    """The sentence with the names of what was done before; as it is where nothing of that is remembered."""
    match = _NARROWED.search(sentence.lower())
    if match is None or resolver is None:
        return sentence
    kind = _ALL.sub("", match["what"]).strip()
    names = [name for name in _moved(_DID[match["did"]], context) if _is_of(kind, name, resolver)]
    named = " and ".join(f"the {name}" for name in names)
    return f"{sentence[: match.start()]}{named}{sentence[match.end() :]}" if names else sentence


def _moved(verb: Verb, context: Context) -> list[str]:
    """What was told so in the last sentences, and nothing else since."""
    names: dict[str, Verb] = {}
    for step in (step for wish in context.recent if not wish.is_for_later for step in wish.steps):
        for name in each_name(step.target):
            names.pop(name, None)
            names[name] = step.verb
    return [name for name, told in names.items() if told is verb]


def _is_of(kind: str, name: str, resolver: Resolver) -> bool:
    """Whether something is among all of a kind."""
    if kind in _ANYTHING:
        return True
    all_of_them, one = resolver.resolve(f"all {kind}"), resolver.resolve(name)
    if not isinstance(all_of_them, Matched) or not isinstance(one, Matched):
        return False
    return {device.id for device in one.devices} <= {device.id for device in all_of_them.devices}
