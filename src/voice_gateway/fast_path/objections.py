"""Reads an objection to one part of what was done: "I didn't ask for the blinds", "I never said the fan".

Only that part is taken back. Of a plan that was made last, only that part is given up.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.devices import Ambiguous, Matched
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import each_name
from voice_gateway.fast_path.plans import waits
from voice_gateway.fast_path.repairs import asks_undo
from voice_gateway.wishes import LEAVE_IT, Deed, Errand, Step, Target, Thing, Verb, Wish
from voice_gateway.wishes.part_of import kept_named

_GIVE_UP: Final = Errand(Thing.PLAN, Deed.CANCEL, "last")
_ARTICLE: Final = re.compile(r"^(?:(?:the|a|an|my|our|any|that|this|about) )+")
_OR: Final = re.compile(r" (?:or|nor) ")


def objected(text: str) -> str:
    """What is objected to; nothing where a sentence is no objection."""
    said = " ".join(text.replace("’", "'").strip(" .!").replace(",", " , ").split())
    match = _objection().fullmatch(said)
    if match is None:
        return ""
    first, *others = match["rest"].split(" , ")
    meant = all(asks_undo(each) or _words("instead").match(f"{each} ") for each in others)
    return _OR.sub(" and ", first) if meant else ""


@dataclass(frozen=True)
class Objecting:
    """Reads a sentence beside what was done last."""

    commands: CommandReader
    again: Callable[[str], Wish | None]
    """Reads a part of the sentence by itself."""

    def read(self, text: str) -> Wish | None:
        rest = objected(text)
        if not rest:
            return None
        name, verb = self._named(rest)
        if not name:
            return None
        last = self.commands.context.last
        if last and last.when and not last.also and waits(last):
            return self._given_up(last, name, verb)
        done = [step.verb for step in last.steps] if last else []
        if verb and done and verb not in done:
            return LEAVE_IT  # what was done is not what is objected to
        return Wish((Step(Verb.UNDO, Target(name)),))

    def _named(self, rest: str) -> tuple[str, Verb | None]:
        """The thing, and what was done to it where that is said: "lock the door"."""
        for said in dict.fromkeys((rest, _words("state at the end").sub("", rest))):
            name = _ARTICLE.sub("", said)
            if kept_named(name) or self.commands.is_known(name):
                return name, None
        wish = self.again(rest)
        if wish is None or len(wish.steps) != 1 or len(wish.parts) != 1 or wish.also or wish.when:
            return "", None
        [step] = wish.steps
        return step.target.words, step.verb

    def _given_up(self, last: Wish, name: str, verb: Verb | None) -> Wish:
        """A plan that was just made without the part that is named; as a whole, where it has no other."""
        meant = self._devices(name)
        parts = []
        for part in last.parts:
            if not isinstance(part, Step) or (verb and part.verb is not verb):
                parts.append(part)
                continue
            names = each_name(part.target)
            left = [each for each in names if not meant & self._devices(each)]
            if left == names:
                parts.append(part)
            elif left:
                parts.append(replace(part, target=Target(" and ".join(left))))
        if parts == [*last.parts]:
            return Wish((Step(Verb.UNDO, Target(name)),))
        return Wish((_GIVE_UP,), also=replace(last, parts=tuple(parts)) if parts else None)

    def _devices(self, name: str) -> set[str]:
        """The devices that a name may stand for."""
        found = self.commands.resolve(name)
        if isinstance(found, Matched):
            return {device.id for device in found.devices}
        return {device.id for device in found.candidates} if isinstance(found, Ambiguous) else set()


@cache
def _objection() -> re.Pattern[str]:
    before, who, did, behind = (_any(kind) for kind in ("before", "who", "did", "behind"))
    who = rf"(?:{before}(?: ,)? )*{who}(?: (?:ever|even|actually|really))?"
    return re.compile(rf"{who} {did} (?P<rest>.+?)(?:(?: ,)? {behind})*")


@cache
def _words(kind: str) -> re.Pattern[str]:
    if kind == "state at the end":
        return re.compile(rf"(?: to be| being)? {_any('state')}$")
    return re.compile(rf"{_any(kind)} ")


def _any(kind: str) -> str:
    phrases = dict(languages.pairs("fast_path/words/objections"))[kind].split("|")
    return f"(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True)))})"
