"""What a sentence speaks of in this home: devices and rooms by name, and whether a remark names any."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from voice_gateway.devices import Action, Ambiguous, Device, Matched, Resolution, Resolver, can
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.clauses import is_name
from voice_gateway.fast_path.context import Context, each_name
from voice_gateway.fast_path.effort import spend
from voice_gateway.fast_path.joints import stated
from voice_gateway.fast_path.names import Masked
from voice_gateway.fast_path.template import spoken_words
from voice_gateway.wishes import Asking, Question, Step, Target, Verb
from voice_gateway.wishes.actions import action_of

ARTICLE = re.compile(r"^(?:the|my|our|in the|for the|in)\s+")
_HERE = re.compile(r"\s+(?:in )?here$")
_SOMEBODYS = re.compile(r"\b(?:her|his|their|the|my|our) (\w+)")
_SOMEBODY = re.compile(r"\b(?:i|we|he|she|they|it|you|there|that)\b|\b(?:is|are|was|were|has|have|left)\b")
_LONGEST_NAME = 4
STAIRS = ("upstairs", "downstairs")


_LOOKING = frozenset({Question.ANY, Question.WHICH, Question.COUNT})
_ENDS = {
    Verb.OFF: "on", Verb.ON: "off", Verb.CLOSE: "open", Verb.OPEN: "closed", Verb.LOCK: "unlocked",
    Verb.UNLOCK: "locked",
}  # fmt: skip
"""Which state is over when something was done."""


@dataclass(frozen=True)
class HomeNames:
    """Knows the home's names, those that are set aside in the sentence, and what was said before."""

    resolver: Resolver
    context: Context
    masked: Masked
    found: dict[tuple[str, Action | None, str], Resolution] = field(
        default_factory=dict, kw_only=True, repr=False, compare=False
    )
    """What was looked up for this sentence, which is tried in many ways."""

    def resolve(self, target: str, action: Action | None = None) -> Resolution:
        asked = (self.masked.unmask(target), action, self.context.room)
        spend()
        if asked not in self.found:
            spend(target)
            self.found[asked] = self.resolver.resolve(asked[0], action=action, room=asked[2])
        return self.found[asked]

    def is_known(self, target: str, step: Step | None = None) -> bool:
        """Whether every word of it is explained by devices of this home; several that fit are named later."""
        if not target:
            return False
        action = action_of(step) if step else None
        if not self.context.room:
            target = _HERE.sub("", target)  # which is asked about
        found = self.resolve(target, action)
        return isinstance(found, Ambiguous) or (isinstance(found, Matched) and bool(found.devices))

    def is_spelled(self, name: str) -> bool:
        """Whether all its words are words of the home as they stand: "heaven" is no misspelled heater."""
        return all(word in self.resolver.index.by_word for word in roots(self.masked.unmask(name)))

    def is_room(self, name: str) -> bool:
        return self.resolver.is_room(name) or (name in STAIRS and self.resolver.is_place(name))

    def mentioned(self, text: str) -> str:
        """The device that a remark speaks of: "I think I left the garage open"."""
        words = text.split()
        for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                name = ARTICLE.sub("", " ".join(words[start : start + length]))
                if is_name(name) and self.is_spelled(name) and self._is_all_of(name, text):
                    return name
        return ""

    def _is_all_of(self, name: str, text: str) -> bool:
        """Whether the name is no larger group than the one that the text speaks of."""
        found = self.resolve(name)
        if not isinstance(found, Matched) or len(found.devices) < 2:
            return isinstance(found, Matched)
        rooms = self.resolver.rooms_in(self.masked.unmask(text))
        return " that " not in text and all(
            device.room.lower() in rooms or not rooms for device in found.devices
        )

    def says_nothing(self, remark: str) -> bool:
        """Whether a remark behind a command names no other device: "it was the garage light I wanted on"."""
        name = self.mentioned(remark)
        known_place = bool(name) and self.resolver.is_place(self.masked.unmask(name))
        # "She doesn't need her lamp": whose, is not known; "I have light in my eyes" is no lamp.
        unnamed = not name and {*roots(" ".join(_SOMEBODYS.findall(remark)))} & ALL_NOUNS
        return not re.search(r"\d", remark) and not unnamed and (not name or known_place)

    def has_a_command(self, remark: str) -> bool:
        """Whether something is told to be so among what is only told: "everybody kids' room off"."""
        for before in stated(remark):
            words = before.split()
            for length in range(1, min(_LONGEST_NAME, len(words)) + 1):
                name = " ".join(words[-length:])
                told = _SOMEBODY.search(" ".join(words[:-length]))  # "I left the kettle on"
                if not told and is_name(name) and self.is_spelled(name) and self.is_known(name):
                    return True
        return False

    def is_address(self, part: str) -> bool:
        """ "…, bud": one word that names nothing at home. In front, somebody else may be told to do it."""
        return part.isalpha() and part not in spoken_words() and not self.is_spelled(part)

    def spoken_of_for(self, step: Step) -> str:
        """What "it" is, for this step, beside what the last wish was about."""
        return self._topic(step) or self._found(step)

    def _topic(self, step: Step) -> str:
        """What was spoken of just before, if it can do what is asked."""
        if not self.context.topic:
            return ""
        found, action = self.resolve(self.context.topic), action_of(step)
        able = isinstance(found, Matched) and action and any(can(each, action) for each in found.devices)
        return self.context.topic if able else ""

    def _found(self, step: Step) -> str:
        """Those that a question was after, where the step ends just that: "is anything on? Turn it off"."""
        part = self.context.parts[0] if len(self.context.parts) == 1 else None
        if (
            not isinstance(part, Asking)
            or part.question not in _LOOKING
            or _ENDS.get(step.verb) != part.state
        ):
            return ""
        among = part.target.name
        those = among if {*roots(among)} & ALL_NOUNS else f"everything {among}".strip()
        return f"{those} that are {part.state}"

    def able_of(self, name: str, step: Step) -> str:
        """Those that can do it, of several that were spoken of: the door, of a door and a lamp."""
        action, names = action_of(step), each_name(Target(name))
        found = {each: self.resolve(each, action) for each in names if action and len(names) > 1}
        able = [
            each
            for each, one in found.items()
            if isinstance(one, Matched) and action and any(can(device, action) for device in one.devices)
        ]
        return " and ".join(able) or name

    def other_than(self, step: Step) -> str:
        """What the other one of two of a kind is called; nothing when there are not two."""
        one = self.resolve(step.target.words, action_of(step))
        if not isinstance(one, Matched) or len(one.devices) != 1:
            return ""
        [device] = one.devices
        if sibling := _only_sibling(device, self.resolver.devices):
            return sibling.label
        name, room = device.name.lower(), device.room
        nouns = [word for word in name.split() if {*roots(word)} & ALL_NOUNS]
        noun = nouns[0] if nouns and " by " in name else name.rsplit(maxsplit=1)[-1]
        for pair in (f"all {name}s", f"all {room} {noun}", f"{noun}s in the {room}", f"all {noun}"):
            found = self.resolve(pair, action_of(step))
            if isinstance(found, Matched) and len(found.devices) == 2 and device in found.devices:
                other = next(each for each in found.devices if each != device)
                return f"{other.label} in the {other.room}" if other.name.lower() == name else other.label
        return ""


def _only_sibling(device: Device, devices: Iterable[Device]) -> Device | None:
    """The one of its kind and room that is called like it but for one word: "lamp left", "lamp right"."""
    name = {*roots(device.name)}
    found = [
        other
        for other in devices
        if other.id != device.id
        and (other.room, other.kind) == (device.room, device.kind)
        and len(name ^ {*roots(other.name)}) == 2
    ]
    return found[0] if len(found) == 1 else None
