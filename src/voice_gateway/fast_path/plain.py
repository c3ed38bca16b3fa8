"""Reads what a sentence asks for now: commands, questions, and what points back to the last wish."""

import re
from dataclasses import dataclass, replace

from voice_gateway.fast_path.asked import read_device_asked
from voice_gateway.fast_path.clauses import STARTS, is_name, read_clause
from voice_gateway.fast_path.commands import HIS, CommandReader
from voice_gateway.fast_path.conditions import NOTHING_ELSE, conditional, otherwise
from voice_gateway.fast_path.home_data import read_home_data
from voice_gateway.fast_path.joints import stated
from voice_gateway.fast_path.pointing_back import PointingBack
from voice_gateway.fast_path.pronouns import IT
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.repairs import (
    corrected_target,
    in_place_of,
    leaves_it,
    left_alone,
    split_at_change_of_mind,
)
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.stopping import read_stop
from voice_gateway.wishes import (
    LEAVE_IT,
    Asking,
    Condition,
    Deed,
    Errand,
    Question,
    Step,
    Target,
    Thing,
    Verb,
    Wish,
)

_SUBJECT_FIRST = re.compile(r"^(?P<what>[^,]+?) , (?P<is>is|are) (?:it|they) (?P<how>.+)$")
"""What is asked about comes first: "the back door, is it locked?"."""

_STATES = "on|off|open|shut|closed|locked|unlocked|running|playing|lit|up|down"
_SO = re.compile(rf"[^,]+ (?:{_STATES})(?: (?:yet|already))?")
"""How something is, which a question mark alone makes a question: "garage shut?"."""

_STATE = rf"(?:{_STATES}|empty|full|charging)"
_AND_ANOTHER = re.compile(
    rf"^(?P<first>(?:is|are|was|were) .+? {_STATE}) (?:, )?and "
    rf"(?:(?:is|are|was|were) )?(?P<second>.+ {_STATE})$"
)
"""Two questions in one, of which the second may leave out its verb: "is the door locked and the lamp off"."""

_WISHED = re.compile(r"\b(?:please|pls|plz|can|could|would|will)\b")

_TELL_ME = re.compile(
    r"^(?:tell me|let me know|check|see|find out|look) "
    r"(?:(?:if|whether) (?P<what>.+?) (?P<is>is|are) (?P<how>.+)"
    r"|(?P<the>the .+)|(?P<asked>(?:is|are|how|what|what's|which|where) .+))$"
)


def two_questions(text: str) -> tuple[str, str] | None:
    """Both halves of a question after two states; what begins like a command is none."""
    match = _AND_ANOTHER.match(_TELL_ME.sub(_asked, text))
    if match is None or any(word in STARTS for word in match["second"].split()[:-1]):
        return None
    return match["first"], f"is {match['second']}"


def _asked(told: re.Match[str]) -> str:
    """ "Tell me if the lamp is on" as a question."""
    if told["the"]:
        return f"what's {told['the']}"
    return told["asked"] or f"{told['is']} {told['what']} {told['how']}"


@dataclass(frozen=True)
class PlainReading:
    """Reads it for now, beside what was said before."""

    commands: CommandReader
    spoken_of: str = ""
    """What "it" is, where the sentence has named it."""

    @property
    def back(self) -> PointingBack:
        return PointingBack(self.commands)

    def read(self, sentence: str, said: str) -> Wish | None:
        if stop := read_stop(sentence, self.commands):
            return stop
        pointing = (
            self.back.again(sentence) or self.back.correction(sentence) or self.back.follow_up(sentence)
        )
        if pointing:
            return self._when_it_was(pointing)
        asked = sentence.rstrip().endswith("?") and _SO.fullmatch(said) and not _WISHED.search(sentence)
        wish = (self._question(f"is {said}") if asked else None) or self._question(said)
        wish = wish or self._conditional(said) or self._changed_mind(said)
        if self._later:
            return wish or self.commands.read(said, self.spoken_of)
        return (
            wish
            or self.back.switched_back(said)
            or self.commands.read(said, self.spoken_of)
            or self.back.nudged(said)
            or self.back.left_out(said)
        )

    @property
    def _later(self) -> Wish | None:
        """The last wish, where it was for another time: what only adds to it is not for now."""
        last = self.commands.context.last
        return last if last and last.when else None

    def _when_it_was(self, wish: Wish) -> Wish:
        """ "And the fan", "no, the fan": at the time of the wish that it points to, or in its place."""
        last = self._later
        if last is None or not wish.acts:
            return wish
        steps = tuple(part for part in wish.parts if part != Step(Verb.UNDO))
        meant = replace(wish, parts=steps, when=last.when, only_if=last.only_if)
        if steps == wish.parts:
            return meant
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, "last"),), also=meant)

    def _question(self, text: str) -> Wish | None:
        text = _SUBJECT_FIRST.sub(r"\g<is> \g<what> \g<how>", _TELL_ME.sub(_asked, text))
        if (two := two_questions(text)) and (first := self._question(two[0])):
            second = self._question(two[1])
            return Wish((*first.parts, *(second.parts if second else read_question(two[1])[:1])))
        if asked := read_home_data(self.commands.masked.unmask(text), self.commands.resolver):
            return Wish((asked,))
        meant = map(self._of_it, read_question(text))
        if asked := next((asking for asking in meant if self._is_askable(asking)), None):
            return Wish((asked,))
        room = self.commands.context.room
        asked = read_device_asked(self.commands.masked.unmask(text), self.commands.resolver, room)
        return Wish((asked,)) if asked else None

    def _of_it(self, asking: Asking) -> Asking:
        """ "Is it locked?": of what was spoken of."""
        context = self.commands.context
        it = self.spoken_of or context.topic or context.name
        pointing = bool(it) and IT.fullmatch(asking.target.name) and asking.state
        return replace(asking, target=Target(it)) if pointing else asking

    def _is_askable(self, asking: Asking) -> bool:
        target = asking.target.name
        if not target or target in ("anything", "everything", "something"):
            return asking.question not in (Question.READ, Question.FIND)
        # A battery is no name of a device, as a temperature may be; what has it must be known.
        name = target.removesuffix(" battery").removesuffix(" volume")
        return asking.question is Question.FIND or (is_name(name) and self.commands.is_known(name))

    def _conditional(self, text: str) -> Wish | None:
        for body, condition in conditional(text):
            about = "" if IT.fullmatch(condition.about) else condition.about
            first, second = otherwise(without_politeness(body))
            wish = self.commands.read(first, spoken_of=about)
            if wish is None:
                continue
            about = self._whose(about, wish) or (
                "" if condition.is_of_the_clock else wish.named[0].target.name
            )
            if condition.is_of_the_clock or self.commands.is_known(about):
                return self._either(wish, replace(condition, about=about), second)
        return None

    def _whose(self, about: str, wish: Wish) -> str:
        """ "Aaji's fan on if her room is warm": hers is that of the thing that was named."""
        whose = HIS.fullmatch(about)
        return (self.commands.of_owner(whose["what"], wish.steps) if whose else "") or about

    def _either(self, wish: Wish, condition: Condition, second: str) -> Wish | None:
        """What is done if it is so, and, where that is said, what is done if not."""
        wish = replace(wish, only_if=condition)
        if not second or NOTHING_ELSE.fullmatch(second):
            return wish
        context = replace(self.commands.context, last=Wish(wish.parts), recent=())
        other = PlainReading(replace(self.commands, context=context)).read(second, spoken(second))
        if other is None or other.when or other.only_if:
            return None
        denied = replace(condition, negated=not condition.negated)
        return replace(wish, also=replace(other, only_if=denied))

    def _without(self, wish: Wish, spared: str) -> Wish | None:
        """The wish without the step that was taken out of it again."""
        meant = self.commands.resolve(spared)
        kept = tuple(step for step in wish.steps if self.commands.resolve(step.target.words) != meant)
        if not kept:
            return LEAVE_IT
        return Wish(kept) if len(kept) < len(wish.steps) else None

    def _changed_mind(self, text: str) -> Wish | None:
        """Only what is finally wanted: a whole command, or another end to the one that was begun."""
        if (halves := split_at_change_of_mind(text)) is None:
            return None
        first, last = halves
        last = (corrected_target(last) if "," in last else None) or last
        begun = self.commands.read(first)
        unfinished = (*read_clause(first), *read_clause(f"{first} it"))
        if begun and leaves_it(last):
            return LEAVE_IT
        if begun and (
            left := self.back.several.without_one(f"not {last.removeprefix('not ')}", begun.steps[-1])
        ):
            return Wish((*begun.steps[:-1], left)) if last.startswith("not ") else None
        if begun and (spared := left_alone(last)):
            return self._without(begun, spared)
        others = (step for each in unfinished for step in in_place_of(last, each, self.commands.completed))
        other = next((step for step in others if self.commands.is_doable(step)), None)
        if begun:
            return self._with_another(begun, last, other)
        # "I want no lights on" begins nothing; of several, one may be another.
        one = bool(unfinished) and len([*stated(first)]) < 2
        return (self.commands.read(last) or (Wish((other,)) if other else None)) if one else None

    def _with_another(self, begun: Wish, last: str, other: Step | None) -> Wish | None:
        """With another step in the place of the last one; a whole command for something else is all."""
        *kept, replaced = begun.steps
        if wish := self.commands.read(last):
            meant = [self.commands.resolve(step.target.words) for step in wish.steps]
            same = meant == [self.commands.resolve(replaced.target.words)]
            return Wish((*kept, *wish.steps)) if same else wish
        step = self.commands.told_anew(replaced, last) or other
        return Wish((*kept, step)) if step else None
