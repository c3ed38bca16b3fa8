"""Reads what points back to the last wish: "and the bedroom", "no, the fan", "thirty percent", "again"."""

import re
from dataclasses import dataclass, replace

from voice_gateway.devices import Matched, can
from voice_gateway.fast_path.clauses import read_clause
from voice_gateway.fast_path.clock import read_clock
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.home_names import ARTICLE
from voice_gateway.fast_path.of_several import OfSeveral
from voice_gateway.fast_path.repairs import (
    corrected_loosely,
    corrected_target,
    in_place_of,
    last_step,
    means_other_one,
    more_of_it,
    repeats_last,
    turned_round,
)
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import Asking, Step, Target, Value, Verb, Wish
from voice_gateway.wishes.actions import action_of

_FOLLOW_UP = re.compile(
    r"(?:(?:and|aye|yes) )*(?:do|dae|give) (?P<same>.+) the same"
    r"|(?:(?:and|also|now|what about|how about|(?:do )?(?:the )?same(?: (?:for|in|with|to))?"
    r"|do (?:that|it) (?:for|in|with|to)) )+(?P<target>.+)"
    r"|(?P<also>.+) (?:too|as well|also)"
)
_OH = re.compile(r"^(?:(?:oh|ah|um|uh|er|hey|ok|okay|right|well|so|yes|yeah) )+(?=(?:and|also|same) )")
_ADDED = re.compile(
    r"(?:(?:\s*,)?\s+(?:too|as well|also|same \w+"
    r"|the same(?: (?!(?:too|as well|also|the same)\b|same \w)\w+)?))+$"
)
_SAME_AMOUNT = re.compile(
    r"\s+(?:to |at )?(?:the )?same (?:speed|level|brightness|temperature|amount|setting)$"
)
_DAY = re.compile(r"\b(?:today|tonight|tomorrow|week|weekend|\w+day)$")
_OTHER_DAY = re.compile(r"(?:on |for |the |this |next )*(?P<day>today|tonight|tomorrow|week|weekend|\w+day)")
_OF_PERSONS = re.compile(r"(?:and|also|now|what about|how about) (?:me|us|him|her|i|you|he|she|we)")
"""Who is no device: "and me at six"."""
_WAY = re.compile(r"^(?:up|down|over|out|back|through) (?=(?:in|at|on|by) )")
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
_LOOSE_ENDS = re.compile(
    r"^(?:at|just|only|like|say|go)\s+(?=\d)|\s+(?:though|tho|then|instead|please|still)$"
)
_NUDGED = re.compile(
    r"(?:(?:just |maybe )?(?:a |slightly )?(?:(?:bit|little|touch|tad|notch|fraction|smidge) )?"
    r"|(?P<amount>\d+(?:\.\d+)?)(?: percent| degrees?| points?)? )?"
    r"(?P<way>more|less|lower|higher|up|down)(?: still| again)?"
)
_NUDGEABLE = frozenset({Verb.VOLUME, Verb.LEVEL, Verb.TEMPERATURE, Verb.HUMIDITY, Verb.TILT})
_MOST_WORDS_LEFT_OUT = 6
"""A sentence that leaves out what it is about is short."""


@dataclass(frozen=True)
class PointingBack:
    """Reads a sentence beside the last wish."""

    commands: CommandReader

    @property
    def context(self) -> Context:
        return self.commands.context

    @property
    def several(self) -> OfSeveral:
        return OfSeveral(self.commands)

    def follow_up(self, sentence: str) -> Wish | None:
        """ "And the bedroom?" after a command or a question about one thing."""
        said = " ".join(sentence.lower().replace(",", " ").strip(" ?.!").split())
        said = _OH.sub("", _SAME_AMOUNT.sub("", said))
        match = _FOLLOW_UP.fullmatch(said.removesuffix(" please").removesuffix(" at the same time"))
        if match is None or len(self.context.parts) != 1 or _OF_PERSONS.fullmatch(said):
            return None
        part = self.context.parts[0]
        meant = _ADDED.sub("", (match["same"] or match["target"] or match["also"]).strip())
        meant = _WAY.sub("", meant)
        if (
            isinstance(part, Asking)
            and (day := _OTHER_DAY.fullmatch(meant))
            and _DAY.search(part.target.name)
        ):
            return Wish((replace(part, target=Target(_DAY.sub(day["day"], part.target.name))),))
        if isinstance(part, Step) and part.verb is Verb.TIME:
            return read_clock(f"time in {ARTICLE.sub('', meant)}")
        if isinstance(part, Step):
            other = self.commands.other_than(part) if means_other_one(meant) else ""
            step = self.commands.with_target(part, other or meant)
            return Wish((step,)) if step else None
        for name in self.commands.completed(meant, part.target.name):
            if self.commands.is_known(name):
                return Wish((replace(part, target=Target(name)),))
        return None

    def correction(self, sentence: str) -> Wish | None:
        said = " ".join(sentence.lower().replace("’", "'").strip(" ?.!").replace(",", " , ").split())
        step = last_step(self.context)
        if step is None:
            return None
        if name := self.several.only_named(said):
            return Wish((Step(Verb.UNDO, Target(name)),))
        if self.several.denies(said, step):
            return Wish((Step(Verb.UNDO),))
        if some := self.several.without_some(said):
            return Wish((Step(Verb.UNDO), *some))
        steps = turned_round(said, self.context.parts) or self._corrected(said, step)
        return Wish((Step(Verb.UNDO), *steps)) if steps else None

    def _corrected(self, said: str, step: Step) -> tuple[Step | Asking, ...]:
        """What is wanted in the place of the last step."""
        if rest := self.several.without_one(said, step) or self.several.exchanged(said, step):
            return (rest,)
        meant = said if means_other_one(said) else corrected_target(said)
        if meant and (steps := self._meant_instead(meant, step)):
            return steps
        for meant, others in corrected_loosely(said):
            # What stands around it takes the last step back or is empty talk: nothing else may be skipped.
            empty = not any(self._speaks_of_home(each) for each in others if not self._reverses(each, step))
            if empty and (steps := self._meant_instead(meant, step)):
                return steps
        return ()

    def _meant_instead(self, meant: str, step: Step) -> tuple[Step | Asking, ...]:
        """What was meant in the place of the last step: a whole command, or another end to that step."""
        if means_other_one(meant):
            other = self.commands.other_than(step)
            return (replace(step, target=Target(other)),) if other else ()
        meant = _essence(spoken(meant))
        if wish := self.commands.read(meant):
            return tuple(part for part in wish.steps if part.verb is not Verb.UNDO)
        if anew := self.commands.told_anew(step, meant):
            return (anew,)
        of_several = len(self.context.parts) > 1  # of which only that one may be meant
        for candidate in in_place_of(meant, step, self.commands.completed):
            new = candidate != step or of_several
            if new and self.commands.is_doable(candidate) and self._is_able(candidate):
                return (candidate,)
        return ()

    def _is_able(self, step: Step) -> bool:
        """Whether any of those that are meant can do it."""
        action = action_of(step)
        found = self.commands.resolve(step.target.words, action)
        return not isinstance(found, Matched) or action is None or any(can(d, action) for d in found.devices)

    def _reverses(self, clause: str, step: Step) -> bool:
        """Whether a clause is about the same as the last step, and nothing else: "open that one again"."""
        wish = self.commands.read(spoken(clause))
        about = self.commands.resolve(step.target.words, action_of(step))
        return (
            wish is not None
            and isinstance(about, Matched)
            and all(self.commands.resolve(each.target.words, action_of(each)) == about for each in wish.steps)
        )

    def _speaks_of_home(self, clause: str) -> bool:
        """Whether a clause has anything in it that might matter: a device, a verb, a number."""
        said = spoken(clause.removeprefix("not "))
        ruled_out = clause.startswith("not ")
        return not ruled_out and bool(
            self.commands.mentioned(said) or re.search(r"\d", said) or any(read_clause(said))
        )

    def again(self, text: str) -> Wish | None:
        """ "Once more", "a bit more": the last step by the same amount, where that makes a difference."""
        steps = self.context.last.steps if self.context.last else ()
        if not steps or not all(step.moves for step in steps):
            return None
        if amount := more_of_it(text):
            counted = all(step.value and step.value.by and step.value.number for step in steps)
            return Wish(tuple(_by(step, amount) for step in steps)) if counted else None
        return Wish(steps) if repeats_last(text) else None

    def nudged(self, text: str) -> Wish | None:
        """ "A bit less", "ten more": of what was just set to some amount."""
        match, steps = _NUDGED.fullmatch(text), self.context.last.steps if self.context.last else ()
        if match is None or len(steps) != 1 or steps[0].verb not in _NUDGEABLE:
            return None
        down = match["way"] in ("less", "lower", "down")
        if match["amount"]:
            amount = float(match["amount"])
            return Wish((replace(steps[0], value=Value(-amount if down else amount, by=True)),))
        if steps[0].verb in (Verb.HUMIDITY, Verb.TILT):
            return None
        return Wish((replace(steps[0], value=Value(word="down" if down else "up")),))

    def switched_back(self, text: str) -> Wish | None:
        """ "Back on" is said of what was spoken of last, though there may be a back door."""
        return self.left_out(text) if _SWITCHED_BACK.fullmatch(text) else None

    def left_out(self, text: str) -> Wish | None:
        """ "Thirty percent", "back on", "ten percent brighter": said of what was spoken of last."""
        if not self.context.name or len(text.split()) > _MOST_WORDS_LEFT_OUT:
            return None
        text = _essence(text)
        for whole in (f"it {text}", f"turn it {text}", f"set it to {text}", f"make it {text}"):
            # A thermometer that was asked about is not opened by "up in the loft".
            if (wish := self.commands.read(whole)) and all(self._is_able(step) for step in wish.steps):
                return wish
        return None


def _by(step: Step, amount: float) -> Step:
    """The same way, by another amount."""
    down = step.value is not None and (step.value.number or 0) < 0
    return replace(step, value=Value(-amount if down else amount, by=True))


def _essence(text: str) -> str:
    """An amount or a name without what people say around it: "no, 21 is plenty", "at forty though"."""
    for noise in (_LOOSE_ENDS, _WOULD_DO, _RATHER, _FURTHER):
        text = noise.sub("", text)
    return text
