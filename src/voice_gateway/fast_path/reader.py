"""Reads a sentence into a wish when, and only when, it can mean one thing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_gateway.devices import Action, Ambiguous, Device, Matched, Resolution, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.clauses import is_for_later, is_name, read_clause
from voice_gateway.fast_path.clock import read_clock
from voice_gateway.fast_path.conditions import conditional
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.faithful import is_faithful
from voice_gateway.fast_path.joints import cuts, is_remark
from voice_gateway.fast_path.names import Masked, mask
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.repairs import (
    asks_undo,
    corrected_loosely,
    corrected_target,
    drops_last,
    in_place_of,
    last_step,
    leaves_it,
    means_other_one,
    split_at_change_of_mind,
    turned_round,
)
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.routing import Classification, Intent
from voice_gateway.wishes import Asking, Question, Step, Target, Verb, Wish
from voice_gateway.wishes.actions import action_of

SURE = 0.4
"""Below this confidence, a sentence about the time or the volume is left to the model."""

_FOLLOW_UP = re.compile(
    r"(?:(?:and|also|now|what about|how about|(?:do )?(?:the )?same (?:for|in|with|to)) )+(?P<target>.+)"
    r"|(?P<also>.+) (?:too|as well|also)"
)
_IT = re.compile(r"(?:it|him|her|them|that|those|that one|this|these|this one|they|there)")
_ARTICLE = re.compile(r"^(?:the|my|our|in the|for the|in)\s+")
_BARE_ONE = re.compile(r"\s+(?:one|ones)$")
_NOT_ONE = re.compile(r"(?:no\s*,?\s+)?not\s+(?:the\s+)?(?P<wrong>[^,]+)")
_RATHER = re.compile(
    r"^(?:a )?(?:little|bit|touch)? ?(?:less|more|lower|higher|dimmer|brighter)\s*[:,]?\s*"
    r"(?:like |say |about )?(?=\d)"
)
_WOULD_DO = re.compile(
    r"\s+(?:is|would be|will be|would|will|'d be) (?:better|fine|enough|nicer|good|plenty|do|perfect)$"
)
_FURTHER = re.compile(r"^(?:by )?(?:a further|another|an extra|an additional|yet another) (?=\d)")
_SWITCHED_BACK = re.compile(r"(?:back )?(?:on|off|up|down|open|closed|shut)")
"""Said of what was spoken of last, though there may be a back door."""

_RULED_OUT = re.compile(r"not (?:the |my )?(?P<wrong>[^,]+?)\s*,\s*")
_MOST_WORDS_LEFT_OUT = 6
"""A sentence that leaves out what it is about is short."""


class FastPath:
    """Knows the home's names, if there is a home in this process."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver = resolver

    def read(
        self,
        sentence: str,
        seen: Classification,
        context: Context | None = None,
        *,
        remarks: bool = False,
    ) -> Wish | None:
        """What the sentence asks for, or None when somebody else must be asked.

        `context` is what was said before, for "turn it off again", "and the bedroom" and "no, the fan". With
        `remarks`, what people say around a wish is skipped, so that somebody should look at it once more.
        """
        context = context or Context()
        if wish := _without_names(spoken(sentence), seen, context):
            return wish
        if self._resolver is None or not spoken(sentence):
            return None
        masked = mask(sentence.lower().replace("’", "'"), self._resolver.devices)
        reading = _Reading(self._resolver, context, masked, remarks=remarks)
        wish = reading.read(masked.text, spoken(masked.text))
        if wish is None:
            return None
        wish = unmasked(wish, masked)
        return wish if is_faithful(wish, sentence, self._resolver, context.last, context.room) else None


def _without_names(said: str, seen: Classification, context: Context) -> Wish | None:
    """What can be read without knowing any device."""
    if asks_undo(said) or (context.last and context.last.acts and drops_last(said)):
        return Wish((Step(Verb.UNDO),))
    if seen.intent is Intent.DATETIME and seen.confidence >= SURE:
        return read_clock(said)
    # "It" is the volume only where nothing else was spoken of.
    loud = seen.intent is Intent.VOLUME and seen.confidence >= SURE and not context.name
    return read_volume(said) if loud else None


@dataclass(frozen=True)
class _Reading:
    """One sentence about the home on its way to a wish."""

    resolver: Resolver
    context: Context
    masked: Masked
    remarks: bool = False
    """Whether what only tells something may stand around a command."""

    def read(self, sentence: str, said: str) -> Wish | None:
        return (
            self._correction(sentence)
            or self._follow_up(sentence)
            or self._question(said)
            or self._conditional(said)
            or self._changed_mind(said)
            or (self._left_out(said) if _SWITCHED_BACK.fullmatch(said) else None)
            or self._commands(said)
            or self._left_out(said)
        )

    def _question(self, text: str) -> Wish | None:
        return next((Wish((asking,)) for asking in read_question(text) if self._is_askable(asking)), None)

    def _is_askable(self, asking: Asking) -> bool:
        target = asking.target.name
        if not target or target in ("anything", "everything", "something"):
            return asking.question not in (Question.READ, Question.FIND)
        # A battery is no name of a device, as a temperature may be; what has it must be known.
        name = target.removesuffix(" battery")
        return asking.question is Question.FIND or (is_name(name) and self._is_known(name))

    def _conditional(self, text: str) -> Wish | None:
        for body, condition in conditional(text):
            about = "" if _IT.fullmatch(condition.about) else condition.about
            wish = self._commands(without_politeness(body), spoken_of=about)
            if wish is None:
                continue
            about = about or wish.parts[0].target.name
            if self._is_known(about):
                return replace(wish, only_if=replace(condition, about=about))
        return None

    def _commands(self, text: str, spoken_of: str = "") -> Wish | None:
        if is_for_later(text):
            return None
        text = self._without_denied(text)
        steps = self._steps(text, (), spoken_of)
        return Wish(tuple(steps)) if steps else None

    def _without_denied(self, text: str) -> str:
        """ "Not lamp two, lamp three, kill it": what was ruled out at once is not spoken of."""
        match = _RULED_OUT.match(text)
        return text[match.end() :] if match and self._is_known(match["wrong"]) else text

    def _steps(self, text: str, before: tuple[Step, ...], spoken_of: str) -> list[Step] | None:
        """The text as one command after another, with remarks between; the longest reading of each first."""
        text = without_politeness(text)
        if before and text.startswith(("on ", "off ")):
            text = f"turn {text}"
        for end, after in cuts(text):
            part, last = without_politeness(text[:end].strip(" ,")), after >= len(text)
            step = self._command(part, before, spoken_of) or self._same_again(part, before)
            if step is not None:
                rest = [] if last else self._steps(text[after:], (*before, step), spoken_of)
                if rest is not None:
                    return [step, *rest]
            elif not last and not before and is_name(part) and self._is_known(part):
                # "Lamp three, kill it": what it is about comes first.
                rest = self._steps(text[after:], before, part)
                if rest is not None:
                    return rest
            elif self.remarks and is_remark(part) and (before or not last):
                rest = [] if last else self._steps(text[after:], before, self._mentioned(part) or spoken_of)
                if rest is not None:
                    return rest
        return None

    def _command(self, text: str, before: tuple[Step, ...], spoken_of: str) -> Step | None:
        for step in read_clause(text):
            name = self._named(step.target.name, before, spoken_of)
            found = replace(step, target=replace(step.target, name=name))
            if self._is_doable(found):
                return found
        return None

    def _named(self, target: str, before: tuple[Step, ...], spoken_of: str) -> str:
        """ "It" is what was spoken of last, if that was one thing."""
        if not _IT.fullmatch(target):
            return target
        return before[-1].target.words if before else spoken_of or self.context.name

    def _mentioned(self, text: str) -> str:
        """The device that a remark speaks of: "I think I left the garage open"."""
        words = text.split()
        for length in range(min(4, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                name = _ARTICLE.sub("", " ".join(words[start : start + length]))
                if is_name(name) and self._is_spelled(name) and isinstance(self._resolve(name), Matched):
                    return name
        return ""

    def _is_spelled(self, name: str) -> bool:
        """Whether all its words are words of the home as they stand: "heaven" is no misspelled heater."""
        return all(word in self.resolver.index.by_word for word in roots(self.masked.unmask(name)))

    def _same_again(self, target: str, before: tuple[Step, ...]) -> Step | None:
        """ "… and the bedroom light": the same action, to another device."""
        return self._with_target(before[-1], target) if before else None

    def _follow_up(self, sentence: str) -> Wish | None:
        """ "And the bedroom?" after a command or a question about one thing."""
        match = _FOLLOW_UP.fullmatch(" ".join(sentence.lower().replace(",", " ").strip(" ?.!").split()))
        if match is None or len(self.context.parts) != 1:
            return None
        part = self.context.parts[0]
        meant = (match["target"] or match["also"]).strip()
        if isinstance(part, Step) and part.verb is Verb.TIME:
            return read_clock(f"time in {_ARTICLE.sub('', meant)}")
        if isinstance(part, Step):
            other = self._other_than(part) if means_other_one(meant) else None
            step = self._with_target(part, other.label if other else meant)
            return Wish((step,)) if step else None
        for name in self._completed(meant, part.target.name):
            if self._is_known(name):
                return Wish((replace(part, target=Target(name)),))
        return None

    def _correction(self, sentence: str) -> Wish | None:
        said = " ".join(sentence.lower().replace("’", "'").strip(" ?.!").replace(",", " , ").split())
        step = last_step(self.context)
        if step is None:
            return None
        if turned := turned_round(said, self.context.parts):
            return Wish((Step(Verb.UNDO), *turned))
        if rest := self._without_one(said, step):
            return Wish((Step(Verb.UNDO), rest))
        meant = said if means_other_one(said) else corrected_target(said)
        if meant and (steps := self._meant_instead(meant, step)):
            return Wish((Step(Verb.UNDO), *steps))
        for meant, others in corrected_loosely(said):
            # What stands around it must be empty talk: nothing of the home may be skipped.
            empty = not any(self._speaks_of_home(other) for other in others)
            if empty and (steps := self._meant_instead(meant, step)):
                return Wish((Step(Verb.UNDO), *steps))
        return None

    def _meant_instead(self, meant: str, step: Step) -> tuple[Step | Asking, ...]:
        """What was meant in the place of the last step: a whole command, or another end to that step."""
        if means_other_one(meant):
            other = self._other_than(step)
            return (replace(step, target=Target(other.label)),) if other else ()
        if wish := self._commands(spoken(meant)):
            return wish.parts
        for candidate in in_place_of(spoken(meant), step, self._completed):
            if candidate != step and self._is_doable(candidate):
                return (candidate,)
        return ()

    def _speaks_of_home(self, clause: str) -> bool:
        """Whether a clause has anything in it that might matter: a device, a verb, a number."""
        said = spoken(clause.removeprefix("not "))
        ruled_out = clause.startswith("not ")
        return not ruled_out and bool(
            self._mentioned(said) or re.search(r"\d", said) or any(read_clause(said))
        )

    def _without_one(self, said: str, step: Step) -> Step | None:
        """ "Not the fan", after the lamp and the fan: only the lamp."""
        match = _NOT_ONE.fullmatch(said)
        names = re.split(r"\s+and\s+(?:the\s+)?|\s*,\s*", step.target.name)
        if match is None or len(names) < 2:
            return None
        wrong = self._resolve(match["wrong"])
        left = [name for name in names if self._resolve(name) != wrong]
        return replace(step, target=Target(" and ".join(left))) if len(left) == len(names) - 1 else None

    def _other_than(self, step: Step) -> Device | None:
        """The other one of two of a kind."""
        one = self._resolve(step.target.words, action_of(step))
        if not isinstance(one, Matched) or len(one.devices) != 1:
            return None
        name, room = one.devices[0].label, one.devices[0].room
        noun = name.rsplit(maxsplit=1)[-1]
        for others in (f"all {name}", f"all {room} {noun}", f"all {noun}"):
            found = self._resolve(others, action_of(step))
            if isinstance(found, Matched) and len(found.devices) == 2:
                return next((device for device in found.devices if device not in one.devices), None)
        return None

    def _changed_mind(self, text: str) -> Wish | None:
        """Only what is finally wanted: a whole command, or another end to the one that was begun."""
        if (halves := split_at_change_of_mind(text)) is None:
            return None
        first, last = halves
        begun = self._commands(first)
        if begun and leaves_it(last):
            return Wish((Step(Verb.CANCEL),))
        if begun and (left := self._without_one(f"not {last.removeprefix('not ')}", begun.steps[-1])):
            return Wish((*begun.steps[:-1], left)) if last.startswith("not ") else None
        if wish := self._commands(last):
            return wish
        for unfinished in (*read_clause(first), *read_clause(f"{first} it")):
            for step in in_place_of(last, unfinished, self._completed):
                if self._is_doable(step):
                    return Wish((step,))
        return None

    def _left_out(self, text: str) -> Wish | None:
        """ "Thirty percent", "back on", "ten percent brighter": said of what was spoken of last."""
        if not self.context.name or len(text.split()) > _MOST_WORDS_LEFT_OUT:
            return None
        text = _FURTHER.sub("", _RATHER.sub("", _WOULD_DO.sub("", text)))
        for whole in (f"it {text}", f"turn it {text}", f"set it to {text}", f"make it {text}"):
            if wish := self._commands(whole):
                return wish
        return None

    def _with_target(self, step: Step, target: str) -> Step | None:
        for name in self._completed(target, step.target.name):
            found = replace(step, target=Target(name))
            if self._is_doable(found):
                return found
        return None

    def _completed(self, target: str, model: str) -> Sequence[str]:
        """With the noun of the one spoken of before, where it has none of its own: "the bedroom" (light)."""
        noun = self.masked.unmask(model).rsplit(maxsplit=1)[-1] if model else ""
        target = _ARTICLE.sub("", target)
        bare = _BARE_ONE.sub("", target)
        with_noun = f"{bare} {noun}".strip()
        named = isinstance(self._resolve(bare), Matched) and bare == target
        is_place = self.resolver.is_place(self.masked.unmask(bare))
        return (
            (target, with_noun) if named and not is_place and not bare.endswith("'s") else (with_noun, bare)
        )

    def _is_doable(self, step: Step) -> bool:
        names = (step.target.name, *step.target.but)
        if not all(is_name(name) for name in names) or (step.verb is Verb.SET and step.value is None):
            return False
        spared = all(
            any(self._is_known(name) for name in self._completed(each, step.target.name))
            for each in step.target.but
        )
        return spared and self._is_known(step.target.name, step)

    def _resolve(self, target: str, action: Action | None = None) -> Resolution:
        return self.resolver.resolve(self.masked.unmask(target), action=action, room=self.context.room)

    def _is_known(self, target: str, step: Step | None = None) -> bool:
        """Whether every word of it is explained by devices of this home; several that fit are named later."""
        if not target:
            return False
        action = action_of(step) if step else None
        found = self._resolve(target, action)
        return isinstance(found, Ambiguous) or (isinstance(found, Matched) and bool(found.devices))


def unmasked(wish: Wish, masked: Masked) -> Wish:
    """The wish with the names of the home in it."""

    def named(target: Target) -> Target:
        return Target(masked.unmask(target.name), tuple(masked.unmask(each) for each in target.but))

    parts = tuple(replace(part, target=named(part.target)) for part in wish.parts)
    only_if = wish.only_if and replace(wish.only_if, about=masked.unmask(wish.only_if.about))
    return replace(wish, parts=parts, only_if=only_if)
