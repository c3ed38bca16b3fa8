"""Takes one of several back, or puts another in its place: "no, not the fan", "all but the lamp"."""

import re
from dataclasses import dataclass, replace

from voice_gateway.devices import Matched
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import each_name
from voice_gateway.wishes import Step, Target, Verb
from voice_gateway.wishes.actions import action_of

_NOT_ONE = re.compile(
    r"(?:(?:no|actually|oh|sorry|wait|but)(?:\s*,)?\s+)*(?:"
    r"(?:not|never mind|forget|skip|leave out|without|except(?: for)?|apart from|other than|bar)"
    r"\s+(?:the\s+)?(?P<wrong>[^,]+)"
    r"(?:\s*,\s*(?:just|only)\s+.+)?"
    r"|(?:keep|leave)\s+(?:the\s+)?(?P<kept>[^,]+?)\s+"
    r"(?:on|off|running|going|open|closed|shut|alone|as it was))"
)
"""One of several is taken back: "not the fan", "keep the pump running"."""
_LEFT = re.compile(
    r"(?:(?:no|actually|oh|sorry|wait|but)(?:\s*,)?\s+)+leave\s+(?:the\s+)?(?P<wrong>[^,]+?)"
    r"(?<! on)(?<! off)(?<! open)(?<! closed)(?<! shut)(?<! running)(?: (?:alone|be))?"
)
"""Behind something that was done, so it is taken back: "actually leave the fan"."""
_CONTRARY = {
    Verb.ON: ("off", "alone"), Verb.OFF: ("on", "running", "going", "alone"),
    Verb.OPEN: ("closed", "shut", "alone"), Verb.CLOSE: ("open", "alone"),
}  # fmt: skip
"""How something is left that is not to be done to it."""
_THIS_FOR_THAT = re.compile(
    r"(?:(?:no|sorry|wait|oh|oops|actually) ,? ?)*(?:i (?:meant?|said) )?(?:(?:the|my|our) )?"
    r"(?P<meant>[^,]+?)(?: ,)?(?: and)? not (?:(?:the|my|our) )?(?P<wrong>[^,]+)"
)
"""One of several is meant to be another."""


@dataclass(frozen=True)
class OfSeveral:
    """Reads a sentence beside the last wish, which may have been about several things."""

    commands: CommandReader

    def denies(self, said: str, step: Step) -> bool:
        """ "No, not the hall light", of the hall light."""
        match = _LEFT.fullmatch(said) or _NOT_ONE.fullmatch(said)
        one = len(self.commands.context.parts) == 1 and not said.startswith("not ")
        if match is None or not match["wrong"] or not one:
            return False
        meant = self.commands.resolve(step.target.words, action_of(step))
        return self.commands.resolve(match["wrong"]) == meant

    def only_named(self, said: str) -> str:
        """What alone is taken back where more was done than to devices: "not the lamp", beside an alarm."""
        match = _LEFT.fullmatch(said) or _NOT_ONE.fullmatch(said)
        last = self.commands.context.last
        if match is None or not match["wrong"] or last is None or not (last.errands or last.also):
            return ""
        meant = self.commands.resolve(match["wrong"])
        names = (name for step in last.steps for name in each_name(step.target))
        same = any(self.commands.resolve(name) == meant for name in names)
        return match["wrong"] if same and isinstance(meant, Matched) and last.when is None else ""

    def without_some(self, said: str) -> tuple[Step, ...]:
        """What is left of several steps: "no, not the fan", after the lamp was turned on and the fan."""
        match = _LEFT.fullmatch(said) or _NOT_ONE.fullmatch(said)
        parts = self.commands.context.parts
        steps = [part for part in parts if isinstance(part, Step) and part.verb is not Verb.UNDO]
        if match is None or len(steps) < 2:
            return ()
        found = match.groupdict()
        meant = self.commands.resolve(found["wrong"] or found["kept"])
        out = [step for step in steps if self.commands.resolve(step.target.words) == meant]
        last_word = said.rpartition(" ")[2]
        if len(out) != 1 or not (found["wrong"] or last_word in _CONTRARY.get(out[0].verb, ())):
            return ()
        return tuple(step for step in steps if step not in out)

    def without_one(self, said: str, step: Step) -> Step | None:
        """ "Not the fan", after the lamp and the fan: only the lamp; after all of them: all but the fan."""
        match = _NOT_ONE.fullmatch(said)
        if match is None:
            return None
        said_of = match["wrong"] or match["kept"]
        names = each_name(Target(step.target.name))
        if len(names) < 2:
            return self._all_but(said_of.removesuffix(" one").removesuffix(" ones"), step)
        noun = names[-1].rsplit(maxsplit=1)[-1]
        meant = [self.commands.resolve(each) for each in (said_of, f"{said_of} {noun}")]
        left = [name for name in names if self.commands.resolve(name) not in meant]
        return replace(step, target=Target(" and ".join(left))) if len(left) == len(names) - 1 else None

    def exchanged(self, said: str, step: Step) -> Step | None:
        """ "I meant the lamp, not the fan", after the pump and the fan: the pump and the lamp."""
        match = _THIS_FOR_THAT.fullmatch(said)
        names = each_name(Target(step.target.name))
        if match is None or len(names) < 2:
            return None
        wrong, meant = self.commands.resolve(match["wrong"]), match["meant"].strip(" ,")
        kept = [name for name in names if self.commands.resolve(name) != wrong]
        if len(kept) != len(names) - 1 or not self.commands.is_known(meant):
            return None
        return replace(step, target=Target(" and ".join((*kept, meant))))

    def _all_but(self, left_out: str, step: Step) -> Step | None:
        whole = self.commands.resolve(step.target.words, action_of(step))
        noun = step.target.name.rsplit(maxsplit=1)[-1]
        for name in (left_out, f"{left_out} {noun}"):
            some = self.commands.resolve(name)
            if (
                isinstance(whole, Matched)
                and isinstance(some, Matched)
                and {*some.devices} < {*whole.devices}
            ):
                return replace(step, target=Target(step.target.name, (*step.target.but, name)))
        return None
