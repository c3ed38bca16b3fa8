"""The one grammar of answers. It is strict: what it does not wholly understand is no yes.

Every word of an answer must be explained: as agreement, as politeness, or as a name of what was asked about.
A single word of refusal makes it a no.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voice_gateway.dialogue.agreeing import agreement
from voice_gateway.dialogue.phrases import ordinals, phrases
from voice_gateway.dialogue.state import AskedCall, AwaitingYes, Waiting
from voice_gateway.dialogue.words_said import folded, is_only, roots_of, without
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
_MORE = re.compile(r"\s*[,.;!]\s*(?P<and>and |also |then |plus )?(?:but )?|\s+(?P<and2>and |also )|\s+but\s+")
_INSTEAD = re.compile(r"\s+(?:instead|rather|too|as well)\s*[.!]*\s*$")
_ASKING = "is|are|was|were|does|did|has|what|what's|which|who|how|when|where"
_QUESTION = re.compile(rf"(?:{_ASKING}|do|have|why|can|could)\b")
_ASKED_BACK = re.compile(rf"(?:{_ASKING}|isn't|aren't|whats|who's|how's|where's)\b")
_TOLD = re.compile(
    r"\b(?!it|that|this|which|ones?|who)[\w']+ "
    r"(?:is|are|was|were|isn't|aren't|has|hasn't|won't|doesn't|needs)\b"
)
"""How something is told of a thing, which chooses nothing: "the kitchen light is broken"."""
_CHANGED_MIND = re.compile(
    r".*\w.*\b(?:no|wait|sorry)\b(?: ,| wait| sorry| no)* (?P<last>(?:the|in|it's) .+?)\s*"
)
""" "The hall one, no, the landing"."""
_ONLY_DENIED = re.compile(
    r"\s*(?:no )?(?:, )?not (?P<spared>[\w' ]+?)(?: ,)?(?: the other(?: one| two)?)?\s*"
)
_SPARING = "except|apart from|bar|without"
_CLAUSE = re.compile(rf"\s*,\s*(?:and\s+|then\s+)?|\s+(?=(?:but|not|{_SPARING})\b)")
_BUT = re.compile(rf"^\s*(?:but|{_SPARING})\b(?: for\b)?")
_EVERY = r"\b(?:all|both|every|everything|everyone|each|any)\b[\w' ]*?"
_SPARES = re.compile(rf"\b(?:{_SPARING}|but not)\b|{_EVERY}\bbut\b")
_ALL_BUT = re.compile(rf"{_EVERY}\b(?:but|not|{_SPARING})\b(?: for| not)?(?P<spared> .+)")
""" "All of them except the hall one"."""
_TWO = re.compile(r"\b(?:both|pair|two)\b")
_SOME_ONES = re.compile(r"\b(?!the\b|these\b|those\b|other\b|all\b|both\b|two\b|three\b|four\b)\w+ ones\b")
""" "All the outside ones" are some of them, and which is not said by their names."""
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

_SMALL = frozenset({"the", "a", "an", "please", "in", "of", "it", "that"})


def read_answer(sentence: str, waiting: Waiting) -> Reading:
    """What a sentence answers to the question that waits."""
    said = folded(sentence)
    if is_only(said, "again") and not is_only(said, "yes"):
        return Again()
    if isinstance(waiting, AwaitingYes):
        return Unclear() if asks_back(sentence) else _to_yes_or_no(said, waiting)
    return _to_choice(said, waiting)


def read_answer_and_more(sentence: str, waiting: Waiting) -> Iterator[tuple[Reading, str]]:
    """An answer that goes on with something else: "no, turn on the yard light instead", and what that is."""
    for joint in _MORE.finditer(sentence):
        head, rest = sentence[: joint.start()], _INSTEAD.sub("", sentence[joint.end() :])
        answer = read_answer(head, waiting)
        # "Ok, turn on the lights" agrees to nothing; "yes, and turn on the lights" does.
        agreed = bool(joint["and"] or joint["and2"]) and not is_only(folded(head), "perhaps yes")
        if rest and (isinstance(answer, No) or (isinstance(answer, Yes | Chosen) and agreed)):
            yield answer, rest


def read_choice_loosely(sentence: str, waiting: AwaitingChoice) -> Reading:
    """The options that are named in an answer of which not every word is understood."""
    said = folded(sentence)
    if sentence.rstrip().endswith("?") or _QUESTION.match(said.strip()):
        return Unclear()
    if _SPARES.search(said) or _TOLD.search(said):
        return Unclear()
    if (other := _OTHERWISE.get(waiting.step.verb)) and other.search(said):
        return Unclear()  # "the hall lamp off, the kitchen light on" chooses nothing to be turned off
    said, refused = without(_DENIED.sub(" ", said), "none")
    shared = frozenset.intersection(*(option.words for option in waiting.options))
    named = tuple(
        option.device_id for option in waiting.options if (option.words - shared) & roots_of(said) - _SMALL
    )
    if not named and without(said, "all")[1] and _can_be_all(said, waiting) and not _SOME_ONES.search(said):
        named = tuple(option.device_id for option in waiting.options)
    together = len(named) == 1 or len(named) == len(waiting.options) or " and " in said
    return Chosen(named) if named and together and not refused else Unclear()


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


def _to_choice(said: str, waiting: AwaitingChoice) -> Reading:
    every = tuple(option.device_id for option in waiting.options)
    if is_only(said, "none"):
        return No()
    if is_only(said, "all"):
        return Chosen(every) if _can_be_all(said, waiting) else Unclear()
    if changed := _CHANGED_MIND.fullmatch(said):
        said = f" {changed['last']} "
    denied = _ONLY_DENIED.fullmatch(said)
    if match := denied or _ALL_BUT.search(said):
        return _the_others(match["spared"], waiting, most=1 if denied else len(every))
    if (place := _ordinal(said, len(every))) is not None:
        return Chosen((every[place],))
    said = _DENIED.sub(" ", said)
    # "Room one" may be the name of a room; only then are words such as "one" left out.
    for words_left in (said, without(said, "choosing")[0]):
        if chosen := _named(words_left, waiting):
            return Chosen(chosen)
    return Unclear()


def _the_others(spared: str, waiting: AwaitingChoice, most: int) -> Reading:
    """All but those that are named. "Not the hall one" alone leaves open which of several others is meant."""
    named = _named(without(f" {spared} ", "choosing")[0], waiting)
    left = tuple(each.device_id for each in waiting.options if each.device_id not in named)
    return Chosen(left) if named and 0 < len(left) <= most else Unclear()


def _can_be_all(said: str, waiting: AwaitingChoice) -> bool:
    """ "Both" of three are not all of them."""
    return not _TWO.search(said) or len(waiting.options) == 2


def _named(said: str, waiting: AwaitingChoice) -> tuple[str, ...]:
    """The options that the words name, each clearly; none when anything is left over or unclear."""
    chosen: list[str] = []
    for part in re.split(r"\s*(?:,|\band\b)\s*", said):
        left = roots_of(part) - _SMALL
        fitting = [option.device_id for option in waiting.options if left and left <= option.words]
        if left and len(fitting) != 1:
            return ()
        chosen += fitting
    return tuple(dict.fromkeys(chosen))


def _ordinal(said: str, many: int) -> int | None:
    rest = " ".join(without(said, "choosing")[0].split())
    for place, said_so in enumerate(ordinals()):
        if rest in said_so:
            return place if place < many else None
    return many - 1 if rest in ("last", "latter", "final") else None
