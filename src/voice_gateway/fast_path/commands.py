"""Reads commands: one or several, to devices that this home has."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from voice_gateway.devices import Device, Matched
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.any_order import in_any_order
from voice_gateway.fast_path.clauses import is_for_later, is_name, read_clause
from voice_gateway.fast_path.dimming import as_dimmed
from voice_gateway.fast_path.effort import spend
from voice_gateway.fast_path.home_names import ARTICLE, HomeNames
from voice_gateway.fast_path.joints import cuts, each_switched, is_remark, places
from voice_gateway.fast_path.kinds import as_its_kind_does, of_its_kind
from voice_gateway.fast_path.placing import JOINED, in_place, with_place_behind, with_place_for_there
from voice_gateway.fast_path.pronouns import IT, ONE_OF_THEM, all_of, is_pointing, others, pointed_at
from voice_gateway.fast_path.repairs import means_other_one
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.wishes import Step, Target, Verb, Wish
from voice_gateway.wishes.actions import action_of

_AS_IT_WAS = re.compile(
    r"(?:put|turn|set|change|bring|switch|leave|have) (?P<name>.+?) (?:back )?(?:to )?"
    r"(?:how|as|the way|like|what) (?:it|they) (?:was|were)(?: before)?"
)
_PLACED = re.compile(r"\s+(?:in|on|at|of)\s+")
_EACH = re.compile(
    r"(?:all|both|each|every one|every single one) of (?:them|'?em|those|these)|everywhere|the lot|each one"
)
"""Says once more that all are meant."""

_BARE_ONE = re.compile(r"\s+(?:one|ones)$")
HIS = re.compile(r"(?:his|her|their) (?P<what>.+)")
_OWNER = re.compile(r"\w+'s\b|\w+s'(?= )")
_RULED_OUT = re.compile(r"not (?:the |my )?(?P<wrong>[^,]+?)\s*,\s*")


_MASKED = re.compile(r"\bname[a-j]+x\b")
_ONLY = re.compile(
    r"(?:(?P<before>(?:in the |on the )?[\w' ]{2,25}?) ,? ?)?(?:i want |i'd like |have |leave |keep )?"
    r"(?:only|just) "
    r"(?:the |my )?(?P<name>.+?) (?:should be |must be |to be |stays? )?(?:on|lit|burning)"
    r"(?: (?P<behind>upstairs|downstairs|(?:in|on) the .+))?"
)
_PLACE_TOPIC = re.compile(r"(?:(?:in|on) )?(?:the )?(?P<place>[^,]+?) , (?P<rest>.+)")
_MOST_AT_ONCE = 24
"""Nobody asks for more in one breath; a recogniser that repeats itself does."""
_LEFT_ALONE = re.compile(
    r"(?:(?:and|but) )?(?:leave|keep|(?:don't|do not) \w+(?: off| on)?) "
    r"(?:the |my |our )?(?P<name>.+?)(?: alone| be| on| off| as (?:it|they) (?:is|are)| running)?"
)


_LEAVE_FIRST = re.compile(
    r"(?:leave|keep) (?:only |just )?(?:the |my |our )?(?P<left>[^,]+?)"
    r"(?: on| off| alone| be| as (?:it|they) (?:is|are))?"
    r"(?: ,)?(?: and| but)? (?P<verb>(?:turn|switch|shut|put|close|open|lock|dim)(?: off| on)?) "
    r"(?:all )?(?:the )?(?:(?:rest|others?) of (?:the )?|other )(?P<rest>[^,]+?)(?P<way> off| on)?"
)


def _without_the_left(text: str) -> str:
    """ "Leave the piano lamp and switch off the rest of the lights": all of them but that one."""
    match = _LEAVE_FIRST.fullmatch(text)
    return f"{match['verb']}{match['way'] or ''} all {match['rest']} except {match['left']}" if match else ""


@dataclass(frozen=True)
class CommandReader(HomeNames):
    """Reads commands to what the home has."""

    remarks: bool = False
    """Whether what only tells something may stand around a command."""

    def read(self, text: str, spoken_of: str = "") -> Wish | None:
        """The text as commands to known devices, from its beginning to its end; `spoken_of` is "it"."""
        if is_for_later(text):
            return None
        if only := self._only(text):
            return only
        if (topic := _PLACE_TOPIC.fullmatch(text)) and self.is_room(topic["place"]):
            return self._there(topic["rest"], topic["place"], spoken_of)
        if each := self._each_switched(text):
            return Wish(each)
        text = with_place_behind(self._without_denied(with_place_for_there(text, self)), self)
        steps = self._steps(text, (), spoken_of)
        if not steps and (other := _without_the_left(text)):
            steps = self._steps(other, (), spoken_of)
        # What is taken back is taken back first.
        ordered = sorted(steps or (), key=lambda step: step.verb is not Verb.UNDO)
        return Wish(tuple(ordered)) if ordered else None

    def _only(self, text: str) -> Wish | None:
        """ "Upstairs only the bedside lamp should be on": the other lights there go off."""
        match = _ONLY.fullmatch(text)
        place = ((match["before"] or match["behind"] or "") if match else "").strip()
        if match is None or not place or not self.resolver.is_place(self.masked.unmask(place)):
            return None
        rest = Step(Verb.OFF, Target(f"lights {place}", (match["name"],)))
        one = Step(Verb.ON, Target(match["name"]))
        return Wish((rest, one)) if self.is_doable(one) and self.is_known(f"lights {place}") else None

    def _each_switched(self, text: str) -> tuple[Step, ...]:
        """ "Foyer on bar on lift off": of so many, each is a thing, and none is where another is."""
        told = each_switched(text)
        steps = [Step(Verb(state), Target(ARTICLE.sub("", name))) for name, state in told]
        return tuple(steps) if all(map(self.is_doable, steps)) else ()

    def _there(self, text: str, place: str, spoken_of: str) -> Wish | None:
        """ "In the hall, all lights off": everything that is asked for is meant of what is there."""
        wish = self.read(text, spoken_of)
        steps = [self._kept_to(place, step) for step in wish.steps] if wish else []
        return Wish(tuple(step for step in steps if step)) if wish and all(steps) else None

    def _kept_to(self, place: str, step: Step) -> Step | None:
        """The step for those of its devices that are in a place; none where none of them is."""
        where = in_place(place)
        near = replace(step, target=replace(step.target, name=f"{step.target.name} {where}"))
        there = {each.id for each in self._told(Step(step.verb, Target(f"everything {where}")))}
        own = {each.id for each in self._told(step)}
        if own and own <= there:
            return step
        return near if {each.id for each in self._told(near)} & there else None

    def _told(self, step: Step) -> tuple[Device, ...]:
        found = self.resolve(step.target.words)
        return found.devices if isinstance(found, Matched) else ()

    def _without_denied(self, text: str) -> str:
        """ "Not lamp two, lamp three, kill it": what was ruled out at once is not spoken of."""
        match = _RULED_OUT.match(text)
        return text[match.end() :] if match and self.is_known(match["wrong"]) else text

    def _steps(
        self, text: str, before: tuple[Step, ...], spoken_of: str, *, joined: bool = True
    ) -> list[Step] | None:
        """The text as one command after another, with remarks between; the longest reading of each first.

        `joined` says whether a comma or an "and" stands before it.
        """
        text = without_politeness(text)
        if before and text.startswith(("on ", "off ")):
            text = f"turn {text}"
        for end, after in cuts(text) if len(before) < _MOST_AT_ONCE else ():
            part, last = without_politeness(text[:end].strip(" ,")), after >= len(text)
            if before and _EACH.fullmatch(part):
                rest = [] if last else self._steps(text[after:], before, spoken_of)
                if rest is not None:
                    return rest
                continue
            step = self._command(part, before, spoken_of) or (
                self._same_again(part, before) if joined else None
            )
            if step is None and before and self._is_left_alone(part, before):
                rest = [] if last else self._steps(text[after:], before, spoken_of)
                if rest is not None:
                    return rest
                continue
            if step is not None:
                apart = bool(text[end:after].strip())
                more = (*before, step)
                rest = [] if last else self._steps(text[after:], more, spoken_of, joined=apart)
                if rest is not None:
                    return [step, *rest]
            elif not last and not before and is_name(part) and self.is_known(part):
                # "Lamp three, kill it": what it is about comes first.
                rest = self._steps(text[after:], before, part)
                if rest is not None and any(step.target.name == part for step in rest):
                    return rest
            elif (
                self.remarks
                and text[end:after].strip() != "and"  # "somebody's gone and shut the blinds" tells on
                and (joined or not places(part))
                and (is_remark(part) or (before and self.is_address(part)))
                and not self.has_a_command(part)
                and (self.says_nothing(part) if before else not last)
            ):
                rest = [] if last else self._steps(text[after:], before, self.mentioned(part) or spoken_of)
                if rest is not None:
                    return rest
        return None

    def _is_left_alone(self, part: str, before: tuple[Step, ...]) -> bool:
        """ "… and don't touch the counter lights", of what nothing was asked for anyway."""
        match = _LEFT_ALONE.fullmatch(part)
        if match is None or not self.is_known(match["name"]):
            return False
        spared = self.resolve(match["name"])
        left = {device.id for device in spared.devices} if isinstance(spared, Matched) else set()
        found = [self.resolve(step.target.words, action_of(step)) for step in before]
        told = {device.id for each in found if isinstance(each, Matched) for device in each.devices}
        return bool(left) and not left & told

    def _command(self, text: str, before: tuple[Step, ...], spoken_of: str) -> Step | None:
        spend(text)
        if self._takes_back(text):
            return Step(Verb.UNDO)
        dealt_with = tuple(step.target.words for step in before)
        it = before[-1].target.words if before else spoken_of or self.context.name
        for step in chain(read_clause(text), of_its_kind(text, self, it), in_any_order(text, self, it)):
            target = others(step.target.name, self.context, self.resolver, dealt_with) or step.target
            name = self._named(target.name, before, spoken_of or self.spoken_of_for(step))
            if is_pointing(name):
                continue
            name = self.able_of(name, step) if target.name in ONE_OF_THEM else name
            bare = _BARE_ONE.search(name) and not self.is_known(name)
            names = self.completed(name, self.context.name) if bare else (name,)
            for name in names:
                found = replace(step, target=replace(target, name=name))
                if self.is_doable(found) and (meant := as_dimmed(found, self, text)):
                    return as_its_kind_does(meant, self, text)
        return None

    def told_anew(self, step: Step, words: str) -> Step | None:
        """The step with another value, where nothing but that is said: "no, on high"."""
        axis = {Verb.FAN_MODE: "fan ", Verb.SWING: "swing ", Verb.PRESET: "preset "}.get(step.verb, "")
        told = self._command(f"{step.target.words} {axis}{words}", (), "")
        return told if told and told.verb is step.verb and told.value != step.value else None

    def _takes_back(self, text: str) -> bool:
        """ "Put the lamp back as it was", of the lamp that was spoken of last."""
        match, last = _AS_IT_WAS.fullmatch(text), self.context.name
        return match is not None and bool(last) and self.resolve(match["name"]) == self.resolve(last)

    def _named(self, target: str, before: tuple[Step, ...], spoken_of: str) -> str:
        """ "It" is what was spoken of last, if that was one thing."""
        if means_other_one(target) and self.context.parts and isinstance(self.context.parts[-1], Step):
            return self.other_than(self.context.parts[-1]) or target
        if several := all_of(target, (step.target.words for step in before)):
            return several
        if whose := HIS.fullmatch(target):
            return self.of_owner(whose["what"], before) or target
        if not IT.fullmatch(target):
            return pointed_at(target, self.context, self.resolver)
        return before[-1].target.words if before else spoken_of or self.context.name

    def of_owner(self, what: str, before: tuple[Step, ...]) -> str:
        """ "Thabo's lamp on, his fan off": a thing of whoever was spoken of last."""
        names = (*(step.target.name for step in reversed(before)), self.context.name)
        owners = (_OWNER.match(self.masked.unmask(name)) for name in names)
        name = next((f"{owner[0]} {what}" for owner in owners if owner), "")
        return name if self.is_known(name) else ""

    def _same_again(self, target: str, before: tuple[Step, ...]) -> Step | None:
        """ "… and the bedroom light": the same action, to another device."""
        return self.with_target(before[-1], target) if before else None

    def with_target(self, step: Step, target: str) -> Step | None:
        for name in self.completed(target, step.target.name):
            found = replace(step, target=Target(name))
            if self.is_doable(found):
                return found
        return None

    def completed(self, target: str, model: str) -> Sequence[str]:
        """With the noun of the one spoken of before, where it has none of its own: "the bedroom" (light)."""
        named = _PLACED.split(self.masked.unmask(model), maxsplit=1)[0]
        nouns = [word for word in named.split() if {*roots(word)} & ALL_NOUNS] or named.split()
        noun = nouns[-1] if nouns else ""
        target = ARTICLE.sub("", target)
        if target.startswith("one "):
            return (f"{noun} {target.removeprefix('one ')}",)
        bare = _BARE_ONE.sub("", target)
        if target.endswith(" one") and noun:
            noun = next(iter(roots(noun)), noun)  # one of them
        has_noun = {*roots(noun)} <= {*roots(self.masked.unmask(bare))}
        with_noun = bare if has_noun else f"{bare} {noun}".strip()
        known = isinstance(self.resolve(bare), Matched) and bare == target
        is_place = self.resolver.is_place(self.masked.unmask(bare))
        return (
            (target, with_noun) if known and not is_place and not bare.endswith("'s") else (with_noun, bare)
        )

    def is_doable(self, step: Step) -> bool:
        names = (step.target.name, *step.target.but)
        if any(len(_MASKED.findall(name)) > 1 and not JOINED.search(name) for name in names):
            return False  # "lamp on kitchen light off" are two
        if any(" , and " in name for name in step.target.but):
            return False  # behind it, something else begins
        if not all(is_name(name) and not is_pointing(name) for name in names) or (
            step.verb is Verb.SET and step.value is None
        ):
            return False
        spared = all(
            any(self.is_known(name) for name in self.completed(each, step.target.name))
            for each in step.target.but
        )
        return spared and self.is_known(step.target.name, step)
