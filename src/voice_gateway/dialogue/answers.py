"""The one grammar of answers. It is strict: what it does not wholly understand is no yes.

Every word of an answer must be explained: as agreement, as politeness, or as a name of what was asked about.
A single word of refusal makes it a no.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from voice_gateway.dialogue.agreeing import agreement
from voice_gateway.dialogue.phrases import phrases
from voice_gateway.dialogue.selecting import Now, Selecting
from voice_gateway.dialogue.state import AskedCall, AwaitingYes, Waiting
from voice_gateway.dialogue.words_said import folded, is_only, roots_of, without
from voice_gateway.sentence import is_readable
from voice_gateway.wishes import Verb
from voice_gateway.wishes.choice import AwaitingChoice


@dataclass(frozen=True)
class Yes:
    """Do these."""

    asked: tuple[AskedCall, ...]


@dataclass(frozen=True)
class No:
    """Leave it."""


@dataclass(frozen=True)
class Again:
    """The question was not understood, and is asked again."""


@dataclass(frozen=True)
class Chosen:
    """These devices were meant."""

    device_ids: tuple[str, ...]


@dataclass(frozen=True)
class Unclear:
    """No answer to the question; perhaps something else."""


Reading = Yes | No | Again | Chosen | Unclear


_DENIED = re.compile(r"\bnot (?:the )?[\w' ]+?(?=\s*(?:,|\bbut\b|\bthe\b|$))(?:\s*(?:,|\bbut\b))?")
_MORE = re.compile(
    r"(?:\s*[,.;!]\s*(?P<and>and |also |then |plus )?(?:but )?|\s+(?P<and2>and |also )|\s+but\s+)"
    r"(?:(?:after that|afterwards|then),? )?"
)
_MOST_JOINTS = 8
"""An answer comes first, and stands before one of these."""

_INSTEAD = re.compile(r"\s+(?:instead|rather|too|as well)\s*[.!]*\s*$")
_ASKING = "is|are|was|were|does|did|has|what|what's|which|who|how|when|where"
_QUESTION = re.compile(rf"(?:{_ASKING}|do|have|why|can|could)\b")
_ASKED_BACK = re.compile(
    rf"(?:{_ASKING}|isn't|aren't|whats|who's|how's|where's|why (?:would|should|do|did|is|are))\b"
)
_TOLD = re.compile(
    r"\b(?!it|that|this|which|ones?|who)[\w']+ "
    r"(?:is|are|was|were|isn't|aren't|has|hasn't|won't|doesn't|needs)\b"
)
"""How something is told of a thing, which chooses nothing: "the kitchen light is broken"."""
_CHANGED_MIND = re.compile(
    r"(?:\s*,)?\s+(?:(?:no|wait|sorry|oops|rather|actually|hang on|hold on|on second thoughts?|i meant?)\b"
    r"[\s,]*)+"
)
""" "The hall one, no, the landing"."""
_BEHIND = re.compile(r"(?:[\s,]+(?:actually|rather|sorry|oops))+\s*$")
_TOO = re.compile(r"\b(?:too|also|as well)\b")
_SPARING = "except|apart from|bar|without"
_CLAUSE = re.compile(rf"\s*,\s*(?:and\s+|then\s+)?|\s+(?=(?:but|not|{_SPARING})\b)")
_BUT = re.compile(rf"^\s*(?:but|{_SPARING})\b(?: for\b)?")
_EVERY = r"\b(?:all|both|every|everything|everyone|each|any)\b[\w' ]*?"
_SPARES = re.compile(rf"\b(?:{_SPARING}|but not)\b|{_EVERY}\bbut\b")
_TWO = re.compile(r"\b(?:both|pair|two)\b")
_STATES = frozenset({"locked", "closed", "shut", "off", "open", "on"})
"""How what is refused may be left."""

_OPPOSED = {
    "unlock": re.compile(r"\block (?:it|that|them|the|up)\b"),
    "open": re.compile(r"\b(?:close|shut) (?:it|that|them|the)\b"),
    "turn": re.compile(r"\b(?:turn|switch) (?:it |that |them )?off\b|\boff\b"),
}
_ENDS = r"\b(?=\s*(?:,|and\b|then\b|please\b|$))"
_OTHERWISE = {
    Verb.ON: re.compile(rf"\boff{_ENDS}"), Verb.OFF: re.compile(rf"\bon{_ENDS}"),
    Verb.OPEN: re.compile(r"\b(?:close|closed|shut)\b"), Verb.CLOSE: re.compile(r"\bopen\b"),
    Verb.LOCK: re.compile(r"\bunlock(?:ed)?\b"), Verb.UNLOCK: re.compile(r"\block(?:ed)?\b"),
}  # fmt: skip
"""Words for the opposite of what a choice is for."""


def read_answer(sentence: str, waiting: Waiting, now: Now | None = None) -> Reading:
    """What a sentence answers to the question that waits; `now` tells how the things that it offers are."""
    if not is_readable(sentence):
        return Unclear()
    said = folded(sentence)
    if is_only(said, "again") and not is_only(said, "yes"):
        return Again()
    if isinstance(waiting, AwaitingYes):
        return Unclear() if asks_back(sentence) else _to_yes_or_no(said, waiting)
    return _to_choice(said, waiting, now or {})


def read_answer_and_more(sentence: str, waiting: Waiting) -> Iterator[tuple[Reading, str]]:
    """An answer that goes on with something else: "no, turn on the yard light instead", and what that is."""
    if not is_readable(sentence):
        return
    for joint in islice(_MORE.finditer(sentence), _MOST_JOINTS):
        head, rest = sentence[: joint.start()], _INSTEAD.sub("", sentence[joint.end() :])
        answer = read_answer(head, waiting)
        # "Ok, turn on the lights" agrees to nothing; "yes, and turn on the lights" does.
        agreed = bool(joint["and"] or joint["and2"]) and not is_only(folded(head), "perhaps yes")
        if rest and (isinstance(answer, No) or (isinstance(answer, Yes | Chosen) and agreed)):
            yield answer, rest


def read_choice_loosely(sentence: str, waiting: AwaitingChoice, now: Now | None = None) -> Reading:
    """The options that are named in an answer of which not every word is understood."""
    if not is_readable(sentence):
        return Unclear()
    said = folded(sentence)
    if sentence.rstrip().endswith("?") or _QUESTION.match(said.strip()):
        return Unclear()
    if _SPARES.search(said) or _TOLD.search(said):
        return Unclear()
    if (other := _OTHERWISE.get(waiting.step.verb)) and other.search(said):
        return Unclear()  # "the hall lamp off, the kitchen light on" chooses nothing to be turned off
    if without(said, "none")[1] and not _DENIED.search(said):
        return Unclear()
    chosen = Selecting(waiting.options, now or {}).read(_DENIED.sub(" ", said), loosely=True)
    return Chosen(chosen) if chosen else Unclear()


def asks_back(sentence: str) -> bool:
    """Whether it is a question, which agrees to nothing whatever its words are: "is the fan on"."""
    return _ASKED_BACK.match(folded(sentence).strip()) is not None


def _is_opposite(said: str, question: str) -> bool:
    """ "Yes, lock it", where unlocking was asked about, agrees to nothing."""
    verb = question.lower().split()[:1]
    return any(asked == verb[0] and told.search(said) for asked, told in _OPPOSED.items()) if verb else False


def _to_yes_or_no(said: str, waiting: AwaitingYes) -> Reading:
    if len(waiting.asked) > 1 and (some := _some_of(said, waiting.asked)):
        return Yes(some)
    rest, agreed, refused = agreement(said)
    deed = ""
    if agreed:
        rest, deed = without(rest, "all")[0], waiting.question.partition(" ")[0]  # "yes, unlock all of them"
    left = roots_of(without(rest, "polite")[0]) - roots_of(deed)
    known = frozenset[str]().union(*(asked.about for asked in waiting.asked))
    spoken_of = (
        roots_of(" ".join(part.target.words for part in waiting.wish.named))
        if waiting.wish
        else frozenset[str]()
    )
    if refused:
        # "No lights on please" is about something else; "no, leave the door" is not.
        only = roots_of(" ".join(phrases("only")))
        return No() if agreed or not left - known - spoken_of - only - _STATES else Unclear()
    if left - known - roots_of(" ".join(phrases("only"))) or _is_opposite(said, waiting.question):
        return Unclear()
    named = left & known
    limited = bool(without(said, "only")[1]) and bool(named)
    if not (agreed or limited or (not left and " please " in said)):
        return Unclear()
    return Yes(waiting.asked)


def _some_of(said: str, asked: tuple[AskedCall, ...]) -> tuple[AskedCall, ...]:
    """Those of several that are agreed to by name: "the door yes, the garage no", "all but the iron".

    Nothing when they are spoken of alike, or when a word is not understood.
    """
    known = frozenset[str]().union(*(each.about for each in asked))
    wanted: list[AskedCall] = []
    spared: list[AskedCall] = []
    agreed_to_all = False
    for clause in _CLAUSE.split(said):
        but, words_left = bool(_BUT.match(clause)), f" {_BUT.sub('', clause)} "
        words_left, all_of = without(words_left, "all")
        words_left, agreed, refused = agreement(words_left)
        words_left, only = without(words_left, "only")
        left = roots_of(without(words_left, "polite")[0])
        if left - known - (_STATES if refused else frozenset()):
            return ()
        left &= known
        named = [each for each in asked if left and left <= each.about]
        if (refused or but) and not only and not agreed:
            spared += named
        elif named:
            wanted += named
        agreed_to_all |= bool((agreed or all_of) and not named and not refused)
    if agreed_to_all and spared and not wanted:
        wanted = list(asked)
    some = tuple(each for each in asked if each in wanted and each not in spared)
    return some if some and len(some) < len(asked) else ()


def _to_choice(said: str, waiting: AwaitingChoice, now: Now) -> Reading:
    if is_only(said, "none"):
        return No()
    if is_only(said, "all"):
        every = tuple(option.device_id for option in waiting.options)
        return Chosen(every) if _can_be_all(said, waiting) else Unclear()
    said, selecting = _BEHIND.sub(" ", said), Selecting(waiting.options, now)
    *before, last = _CHANGED_MIND.split(f" {said.strip()}")
    if before and not _TOO.search(last) and all(_is_given_up(each, selecting) for each in before):
        if is_only(f" {last} ", "none"):
            return No()
        if chosen := selecting.read(f" {last} "):
            return Chosen(chosen)
    return Chosen(chosen) if (chosen := selecting.read(said)) else Unclear()


def _is_given_up(said: str, selecting: Selecting) -> bool:
    """Whether what stands before a change of mind is an answer that is taken back, or only a noise."""
    said = f" {said.strip()} "
    words_left, _ = without(without(said, "polite")[0], "choosing")
    return not words_left.strip(" ,") or is_only(said, "none") or bool(selecting.read(said))


def _can_be_all(said: str, waiting: AwaitingChoice) -> bool:
    """ "Both" of three are not all of them."""
    return not _TWO.search(said) or len(waiting.options) == 2
