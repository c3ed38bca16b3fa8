"""Whether a wish says what another reader, who only tells the verbs of a sentence, has read in it.

That reader was taught by people's own labels, whose names for verbs stand here: more or less of something is
a verb of its own (`level_by`), and so is each thing that is done to a list or a timer.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from voice_gateway.wishes.tree import Asking, Errand, Part, Step, Wish
from voice_gateway.wishes.words import Deed, Question, Thing, Verb

VERBS: Final[Mapping[Verb, str]] = {verb: verb.value for verb in Verb} | {
    Verb.TEMPERATURE: "temperature", Verb.SEARCH: "search", Verb.CLEAN: "start", Verb.PRESS: "start",
    Verb.ARM: "on", Verb.DISARM: "off", Verb.PRESET: "mode", Verb.FAN_MODE: "speed", Verb.SWING: "mode",
    Verb.HUMIDITY: "level", Verb.TILT: "level", Verb.LOCATE: "read",
    Verb.WARMER: "temperature_by", Verb.COOLER: "temperature_by",
}  # fmt: skip
"""What each verb is called; most are called the same."""

MOVED: Final = {"level": "level_by", "temperature": "temperature_by", "volume": "volume_by"}
"""The verbs for more or less than there is."""

QUESTIONS: Final = {
    Question.MOST: "which", Question.LIST: "which", Question.FIND: "read", Question.DETAIL: "read",
    Question.HEALTH: "read",
}  # fmt: skip
ON_LISTS: Final = {
    Deed.ADD: "list_add", Deed.REMOVE: "list_remove", Deed.READ: "list_read", Deed.CLEAR: "list_clear",
    Deed.DROP: "list_clear",
}  # fmt: skip
ON_TIMERS: Final = {
    Deed.SET: "timer", Deed.MOVE: "timer_add", Deed.LEFT: "timer_left", Deed.CANCEL: "timer_cancel",
}  # fmt: skip
SET: Final = {Thing.REMINDER: "remind", Thing.ALARM: "alarm", Thing.ROUTINE: "routine"}

_AMOUNTS: Final = frozenset({"level", "temperature", "volume", "speed", "mode", "level_by", "temperature_by"})
_READ: Final = {"level": Verb.LEVEL, "temperature": Verb.TEMPERATURE}
_ALIKE: Final[Mapping[str, frozenset[str]]] = {
    "on": frozenset({"on", "start", "activate"}),
    "start": frozenset({"on", "start", "activate"}),
    "activate": frozenset({"on", "start", "activate", "mode"}),
    "off": frozenset({"off", "stop", "close"}),
    "stop": frozenset({"off", "stop", "pause", "cancel"}),
    "open": frozenset({"open", "on"}),
    "close": frozenset({"close", "off"}),
    "level": frozenset({"level", "speed", "volume"}),
    "volume": frozenset({"level", "volume"}),
    "color": frozenset({"color", "white"}),
    "white": frozenset({"color", "white"}),
    "speed": frozenset({"speed", "level", "mode"}),
    "mode": frozenset({"speed", "level", "mode"}),
    "cancel": frozenset({"cancel", "timer_cancel", "stop"}),
    "set": _AMOUNTS,
}
"""Which of these it is depends on what the thing is, which who only sees the sentence cannot know."""


def has_verbs(wish: Wish, verbs: Collection[str]) -> bool:
    """Whether the wish has just these verbs; never where none was read.

    Of a sentence that also asks something, the reader may see only the one or the other.
    """
    # "No, the fan" is read as what is to be done; that something is taken back for it goes without saying.
    told = [part for part in _parts(wish) if not takes_back(part)] or _parts(wish)
    parts = [_names(part) for part in told]
    all_are_in_it = all(any(verb in names for names in parts) for verb in verbs)
    no_others_are = all(not names.isdisjoint(verbs) for names in parts)
    return bool(verbs) and all_are_in_it and (no_others_are or bool(wish.acts and wish.questions))


def with_amounts_read(wish: Wish, verbs: Collection[str], is_place: Callable[[str], bool]) -> Wish:
    """The wish with a bare number of a whole place as what the other reader took it for.

    "Turn the powder room down to ten" is said of its lights, though ten may be degrees. What a device takes
    goes by what it is.
    """
    read = [verb for name, verb in _READ.items() if name in verbs]
    if len(read) != 1:
        return wish
    parts = (
        replace(part, verb=read[0])
        if isinstance(part, Step) and part.verb is Verb.SET and is_place(part.target.name)
        else part
        for part in wish.parts
    )
    return replace(wish, parts=tuple(parts))


def moves_plans(wish: Wish) -> bool:
    """Whether it only cancels, moves or skips what was planned."""
    moved = [errand for errand in wish.errands if errand.deed in (Deed.CANCEL, Deed.MOVE, Deed.SKIP)]
    return len(moved) == len(wish.parts)


def takes_back(part: Part) -> bool:
    """Whether it undoes what was done."""
    return isinstance(part, Step) and part.verb is Verb.UNDO


def takes_back_some(wish: Wish | None) -> bool:
    """Whether it takes back only a part of what was done: that which is named."""
    return wish is not None and any(takes_back(step) and step.target.name for step in wish.steps)


def leaves_out_more(wish: Wish, last: Wish) -> bool:
    """Whether it is what was asked for last, less what it leaves out: "except the hall"."""
    spared = [step for step in wish.steps if step.target.but]
    before = {(step.verb, step.target.name): step.target.but for step in last.steps}
    return any(
        before.get((step.verb, step.target.name), step.target.but) != step.target.but for step in spared
    )


def puts_right(wish: Wish, last: Wish | None) -> bool:
    """Whether it takes back a part of what was done, or all of it for something else."""
    return takes_back_some(wish) or bool(last and len(wish.parts) > 1 and takes_back(wish.parts[0]))


def lists_are_said(wish: Wish, sentence: str) -> bool:
    """Whether what is taken for lists is named in the sentence itself, and not only before it."""
    return all(each.name in sentence.lower() for each in wish.errands if each.thing is Thing.LIST)


def leaves_out(less: Wish, whole: Wish) -> bool:
    """Whether a wish is only a part of another, or has only a part of the names of things."""
    return {*_parts(less)} < {*_parts(whole)} or _shortens_names(less, whole)


def _shortens_names(less: Wish, whole: Wish) -> bool:
    """ "Trash", where "take out the trash" stands on the list."""
    match less.parts, whole.errands:
        case (Errand() as short,), (long,) if len(short.items) == len(long.items):
            pairs = zip(short.items, long.items, strict=True)
            within = all({*one.split()} <= {*other.split()} for one, other in pairs)
            return within and short != long == replace(short, items=long.items)
    return False


def says_more(written: Wish, wish: Wish) -> bool:
    """Whether both ask one thing in the same way, and the one asks it more exactly."""
    if len(written.parts) != 1 or len(wish.parts) != 1:
        return False
    more, less = written.parts[0], wish.parts[0]
    if not isinstance(more, Asking) or not isinstance(less, Asking) or more.question is not less.question:
        return False
    return {*_words(less)} < {*_words(more)}


def _words(asked: Asking) -> list[str]:
    return f"{asked.target.words} {asked.state}".lower().split()


def verbs_called(names: Collection[str]) -> frozenset[Verb]:
    """The verbs of the language that go by one of these names."""
    called = {
        verb: {VERBS[verb], MOVED.get(VERBS[verb], "")} | _ALIKE.get(VERBS[verb], frozenset())
        for verb in Verb
    }
    return frozenset(verb for verb, its_names in called.items() if not its_names.isdisjoint(names))


def _parts(wish: Wish) -> list[Part]:
    return [part for group in wish.groups for part in group.parts]


def _names(part: Part) -> frozenset[str]:
    name = errand_verb(part) if isinstance(part, Errand) else _verb(part)
    return _ALIKE.get(name, frozenset({name}))


def _verb(part: Step | Asking) -> str:
    if isinstance(part, Asking):
        return QUESTIONS.get(part.question, part.question.value)
    value = part.value
    relative = value and (value.by or value.times or value.word in ("up", "down"))
    return MOVED.get(VERBS[part.verb], VERBS[part.verb]) if relative else VERBS[part.verb]


def errand_verb(errand: Errand) -> str:
    """What is done to something that is kept."""
    thing, deed = errand.thing, errand.deed
    if thing is Thing.LIST:
        return ON_LISTS[deed]
    if thing is Thing.TIMER:
        return ON_TIMERS.get(deed, deed.value)
    if deed is Deed.SET:
        return SET[thing]
    if deed is Deed.MOVE:
        return "alarm" if "alarm" in errand.name.split() else "remind"
    return "cancel"
