"""Reads a sentence into a wish when, and only when, it can mean one thing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from voice_gateway.devices import Ambiguous, Matched, Resolver
from voice_gateway.fast_path.clauses import STARTS, is_name, read_clause
from voice_gateway.fast_path.clock import read_clock
from voice_gateway.fast_path.conditions import conditional
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.repairs import (
    corrected_target,
    in_place_of,
    last_step,
    split_at_change_of_mind,
)
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.routing import Classification, Intent
from voice_gateway.wishes import Asking, Question, Step, Target, Verb, Wish
from voice_gateway.wishes.actions import action_of

SURE = 0.4
"""Below this confidence, a sentence about the time or the volume is left to the model."""

_JOINT = re.compile(r"\s*(?:,\s*(?:and|then)?|\band (?:then|also)\b|\band\b|\bthen\b|\balso\b)\s+")
_FOLLOW_UP = re.compile(
    r"(?:(?:and|also|now|what about|how about|(?:do )?(?:the )?same (?:for|in|with|to)) )+(?P<target>.+)"
    r"|(?P<also>.+) (?:too|as well|also)"
)
_IT = re.compile(r"(?:it|them|that|those|that one|this|these|this one)")
_ARTICLE = re.compile(r"^(?:the|my|our|in the|for the|in)\s+")
_BARE_ONE = re.compile(r"\s+(?:one|ones)$")
_UNDO = re.compile(
    r"""(?:(?:please|no|actually|oh|oops|sorry|wait|quick|quickly)\s*,?\s+)*(?:
        undo(?:\s+(?:that|it|this|the\s+last\s+(?:one|thing|action)|what\s+you\s+(?:just\s+)?did))?
      | (?:put|turn|set|change|bring|switch)\s+(?:it|that|them|everything|things)\s+back
        (?:\s+(?:how|as|the\s+way|like)\s+(?:it|they)\s+(?:was|were)(?:\s+before)?)?
      | (?:leave|have|make)\s+(?:it|them|that)\s+(?:how|as|like|the\s+way)\s+(?:it|they)\s+(?:was|were)
        (?:\s+before)?
      | take\s+(?:that|it)\s+back | revert(?:\s+(?:that|it))? | go\s+back | reverse\s+that
    )""",
    re.X,
)


class FastPath:
    """Knows the home's names, if there is a home in this process."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver = resolver

    def read(self, sentence: str, seen: Classification, context: Context | None = None) -> Wish | None:
        """What the sentence asks for, or None when somebody else must be asked.

        `context` is what was said before, for "turn it off again", "and the bedroom" and "no, the fan".
        """
        context = context or Context()
        said = spoken(sentence)
        if not said:
            return None
        if _UNDO.fullmatch(said):
            return Wish((Step(Verb.UNDO),))
        if seen.intent is Intent.DATETIME and seen.confidence >= SURE and (wish := read_clock(said)):
            return wish
        if seen.intent is Intent.VOLUME and seen.confidence >= SURE and (wish := read_volume(said)):
            return wish
        if self._resolver is None:
            return None
        return (
            self._correction(sentence, context)
            or self._follow_up(sentence, context)
            or self._question(said)
            or self._conditional(said, context)
            or self._commands(said, context)
            or self._changed_mind(said, context)
        )

    def _question(self, text: str) -> Wish | None:
        for asking in read_question(text):
            if self._is_askable(asking):
                return Wish((asking,))
        return None

    def _is_askable(self, asking: Asking) -> bool:
        target = asking.target.name
        if not target or target in ("anything", "everything", "something"):
            return asking.question is not Question.READ and asking.question is not Question.FIND
        # A battery is no name of a device, as a temperature may be; what has it must be known.
        name = target.removesuffix(" battery")
        return asking.question is Question.FIND or (is_name(name) and self._is_known(name))

    def _conditional(self, text: str, context: Context) -> Wish | None:
        for body, condition in conditional(text):
            wish = self._commands(without_politeness(body), context)
            if wish is None:
                continue
            about = condition.about or wish.parts[0].target.name
            about = context.name if _IT.fullmatch(about) and context.name else about
            if self._is_known(about):
                return replace(wish, only_if=replace(condition, about=about))
        return None

    def _commands(self, text: str, context: Context) -> Wish | None:
        steps = self._steps(text, context, ())
        return Wish(tuple(steps)) if steps else None

    def _steps(self, text: str, context: Context, before: tuple[Step, ...]) -> list[Step] | None:
        """The text as one command after another; the longest reading of each first."""
        text = without_politeness(text)
        for end, after in _cuts(text):
            part = text[:end].strip(" ,")
            step = self._command(part, context, before) or self._same_again(part, before)
            if step is None:
                continue
            if after >= len(text):
                return [step]
            if (rest := self._steps(text[after:], context, (*before, step))) is not None:
                return [step, *rest]
        return None

    def _command(self, text: str, context: Context, before: tuple[Step, ...]) -> Step | None:
        for step in read_clause(text):
            name = self._named(step.target.name, context, before)
            found = replace(step, target=replace(step.target, name=name))
            if self._is_doable(found):
                return found
        return None

    def _named(self, target: str, context: Context, before: tuple[Step, ...]) -> str:
        """ "It" is what was spoken of last, if that was one thing."""
        if not _IT.fullmatch(target):
            return target
        return before[-1].target.words if before else context.name

    def _same_again(self, target: str, before: tuple[Step, ...]) -> Step | None:
        """ "… and the bedroom light": the same action, to another device."""
        return self._with_target(before[-1], target) if before else None

    def _follow_up(self, sentence: str, context: Context) -> Wish | None:
        """ "And the bedroom?" after a command or a question about one thing."""
        match = _FOLLOW_UP.fullmatch(" ".join(sentence.lower().replace(",", " ").strip(" ?.!").split()))
        if match is None or len(context.parts) != 1:
            return None
        part = context.parts[0]
        meant = (match["target"] or match["also"]).strip()
        if isinstance(part, Step):
            step = self._with_target(part, meant)
            return Wish((step,)) if step else None
        for name in _completed(meant, part.target.name):
            if self._is_known(name):
                return Wish((replace(part, target=Target(name)),))
        return None

    def _correction(self, sentence: str, context: Context) -> Wish | None:
        said = " ".join(sentence.lower().replace("’", "'").strip(" ?.!").replace(",", " , ").split())
        meant, step = corrected_target(said), last_step(context)
        if meant is None or step is None:
            return None
        if wish := self._commands(spoken(meant), context):
            return Wish((Step(Verb.UNDO), *wish.parts))
        for candidate in in_place_of(spoken(meant), step):
            if candidate != step and self._is_doable(candidate):
                return Wish((Step(Verb.UNDO), candidate))
        return None

    def _changed_mind(self, text: str, context: Context) -> Wish | None:
        """Only what is finally wanted: a whole command, or another end to the one that was begun."""
        if (halves := split_at_change_of_mind(text)) is None:
            return None
        first, last = halves
        if wish := self._commands(last, context):
            return wish
        for begun in (*read_clause(first), *read_clause(f"{first} it")):
            for step in in_place_of(last, begun):
                if self._is_doable(step):
                    return Wish((step,))
        return None

    def _with_target(self, step: Step, target: str) -> Step | None:
        for name in _completed(target, step.target.name):
            found = replace(step, target=Target(name))
            if self._is_doable(found):
                return found
        return None

    def _is_doable(self, step: Step) -> bool:
        names = (step.target.name, *step.target.but)
        if not all(is_name(name) for name in names) or (step.verb is Verb.SET and step.value is None):
            return False
        spared = all(self._is_known(name) for name in step.target.but)
        return spared and self._is_known(step.target.name, step)

    def _is_known(self, target: str, step: Step | None = None) -> bool:
        """Whether every word of it is explained by devices of this home; several that fit are named later."""
        if self._resolver is None or not target:
            return False
        found = self._resolver.resolve(target, action=action_of(step) if step else None)
        return isinstance(found, Ambiguous) or (isinstance(found, Matched) and bool(found.devices))


def _completed(target: str, model: str) -> Sequence[str]:
    """The name itself, and with the noun of the one spoken of before: "the bedroom" (light)."""
    noun = model.rsplit(maxsplit=1)[-1] if model else ""
    target = _ARTICLE.sub("", target)
    bare = _BARE_ONE.sub("", target)
    with_noun = f"{bare} {noun}".strip()
    return (with_noun, bare) if bare != target else (target, with_noun)


def _cuts(text: str) -> list[tuple[int, int]]:
    """Where the first command may end and the next begin; the whole text first, then ever shorter ones."""
    found = [(joint.start(), joint.end()) for joint in _JOINT.finditer(text)]
    for word in re.finditer(r"(?<=\s)\w+", text):
        if word[0] in STARTS and not any(start <= word.start() <= end for start, end in found):
            found.append((word.start(), word.start()))
    inner = sorted((cut for cut in found if cut[0] > 0 and cut[1] < len(text)), reverse=True)
    return [(len(text), len(text)), *inner]
