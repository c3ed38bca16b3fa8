"""Reads what is said about timers."""

import re
from typing import Final

from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.timed import SPAN, Known, Timed, named
from voice_gateway.times import Span, take_times, write_span
from voice_gateway.wishes import Asking, Deed, Errand, Question, Target, Thing, Wish

_ABOUT: Final = re.compile(r"\b(?:timers?|countdowns?|time|long|longer|minutes?|seconds?|clock)\b|§")
_HELD: Final = re.compile(
    r"(?:pause|hold|freeze|resume|continue|unpause|restart|carry on with) (?:it|that)(?: again| now| please)*"
)
_TIMER: Final = re.compile(
    r"^(?:timers?|countdowns?)(?:\s+(?:for|of|called|named|on)\s+|$)|\s*\b(?:timers?|countdowns?)$|\s+one$"
)
_ALL: Final = re.compile(r"(?:(?:all|both|every|each)(?: of)?)(?: (?:the|my|our|them|those))*|everything")
_THAT: Final = frozenset({"", "it", "that", "this", "them", "that one", "this one", "last", "last one"})
_NO_NAME: Final = re.compile(
    r"\b(?:timers?|not|of|up|status|brand|new|set|and|then|if|when|unless|is|are|was|were|how|what|why"
    r"|cancel|stop|pause|i|you|we|list|alarm|remind"
    r"|off|until|because|for)\b|,|§"
)
_ASKS: Final = re.compile(r"(?:any|is|are|do|does|did|which|what|what's|how|who|why)\b")
_LONGEST_NAME = 4
_TWO: Final = re.compile(
    r"(?:(?:set|start|make|give|i need)(?: me| us)? )?(?P<count>two|three|four|[2-9]) timers(?: ,| for)? "
    r"(?P<rest>.+)"
)
_COUNTS: Final = {"two": 2, "three": 3, "four": 4, **{str(count): count for count in range(2, 10)}}
_AND: Final = re.compile(r"(?:\s*,)?\s+and\s+(?:another (?:one )?(?:for )?)?|\s*,\s*")
_ONE_MORE: Final = re.compile(
    r"(?:\s*,)?\s+and\s+(?:(?:one|another(?: one)?)(?: for)? (?:the )?|(?=an? [\w' ]+? timer for ))"
)
_BEGUN: Final = re.compile(
    r"^(?:(?:set|start|make|give me|i need) )?(?:a|one) (?:timer (?:for )?|for (?:the )?)"
)
_ANOTHER: Final = re.compile(r"(?:(?:and|also|then) )*(?:another|one more|a second|a third)(?: one)? for ")
"""Said after a timer was set: one more of them, and not more of its time."""
_UNIT: Final = re.compile(r"\b(?:minutes?|hours?|seconds?)\b")
_FIRST: Final = re.compile(r"^[\w-]+")
_LAST: Final = re.compile(r"\btimer for [\w -]+$|\bfor \d+$")
_NAMED: Final = re.compile(r"^(?:(?:set|start|make|give me|i need) )?an? (?!timer\b)[\w' ]+? timer for ")


def read_timer(said: Timed, context: Context, known: Known) -> Wish | None:
    if runs_last(context) and _HELD.fullmatch(said.text):
        return _told(said, context)
    if not _ABOUT.search(said.text) or said.when or said.taken.unknown:
        return None
    if said.span and runs_last(context) and _ANOTHER.match(said.text):
        return _set(Timed(_ANOTHER.sub("set a timer for ", said.text, count=1), said.now), known)
    if (wish := _moved(said, context) or _told(said, context)) or _ASKS.match(said.text):
        return wish
    return _set(said, known) or _several(said, known)


def _set(said: Timed, known: Known) -> Wish | None:
    for meaning, slots in said.matches("timers"):
        if not meaning.startswith("set"):
            continue
        name = _name(slots.get("name", "")).removesuffix(" go")
        needed = meaning == "set long"
        if said.span is None and (span := take_times(f"{name} minutes", said.now).length):
            return _errand(Deed.SET, "", span=span)
        if (needed and (said.span is None or known(name))) or not _is_name(name, said):
            continue
        return _errand(Deed.SET, name, span=said.span)
    return None


def _several(said: Timed, known: Known) -> Wish | None:
    """ "Two timers: eight minutes for the eggs and twenty for the potatoes"."""
    match = _TWO.fullmatch(said.text)
    parts = _counted(match) if match else _ONE_MORE.split(said.text)
    unit = _UNIT.search(said.text)
    wishes = []
    for part in parts:
        bare = not _UNIT.search(part)
        text = part
        if bare and unit:
            # "… and a potato timer for thirty five", "… and twenty for the potatoes"
            text = (
                f"{part} {unit[0]}" if _LAST.search(part) else _FIRST.sub(rf"\g<0> {unit[0]}", part, count=1)
            )
        begun = text if _NAMED.search(text) else f"set a timer for {_BEGUN.sub('', text)}"
        wishes.append(_set(Timed(begun, said.now), known))
    if len(wishes) < 2 or not all(wishes):
        return None
    return Wish(tuple(errand for wish in wishes if wish for errand in wish.errands))


def _counted(match: re.Match[str]) -> list[str]:
    """As many parts as timers are wanted, be they only numbers: "five ten and fifteen minutes"."""
    parts, count = _AND.split(match["rest"]), _COUNTS[match["count"]]
    if len(parts) == count:
        return parts
    words = [word for part in parts for word in part.split() if not _UNIT.fullmatch(word)]
    return words if len(words) == count else []


def _told(said: Timed, context: Context) -> Wish | None:
    """What is done to a timer that runs, or told of it."""
    for meaning, slots in said.matches("timers", marked=True):
        if meaning == "planned":
            return Wish((Asking(Question.PLANNED, Target("timers")),))
        if meaning.startswith("set"):
            continue
        words, deed = slots.get("name", ""), Deed(meaning)
        about_timer = bool(re.search(r"\b(?:timers?|countdowns?)\b", words)) or deed is Deed.LEFT
        if not about_timer and not (runs_last(context) and named(words) in _THAT):
            continue
        if _ALL.fullmatch(_TIMER.sub("", words).strip()) or named(words) == "timers":
            return _errand(deed, "all")
        name = _name(words, said.marked[1])
        if not _NO_NAME.search(name) and len(name.split()) <= _LONGEST_NAME:
            return _errand(deed, name)
    return None


def _moved(said: Timed, context: Context) -> Wish | None:
    text, span = said.marked
    if span is None:
        return None
    for meaning, slots in said.matches("longer", marked=True):
        words = slots.get("name", "")
        about_timer = bool(re.search(r"\b(?:timers?|countdowns?|one)\b", words))
        name = _name(words)
        if _ALL.fullmatch(name) and (about_timer or runs_last(context)):
            return _errand(Deed.MOVE, "all", span=span, sooner=meaning == "-")
        if _NO_NAME.search(name):
            continue
        spoken_of = runs_last(context) and name in ("", _last_name(context))
        if about_timer or spoken_of or (_runs_called(context, name) and SPAN in text):
            return _errand(Deed.MOVE, name, span=span, sooner=meaning == "-")
    return None


def runs_last(context: Context) -> bool:
    """Whether a timer was spoken of last."""
    wishes = (context.last, context.made_last) if context.last and context.last.errands else ()
    return any(errand.thing is Thing.TIMER for wish in wishes if wish for errand in wish.errands)


def _last_name(context: Context) -> str:
    errands = context.last.errands if context.last else ()
    return errands[-1].name if errands else ""


def _runs_called(context: Context, name: str) -> bool:
    """Whether a timer of this name was spoken of a while ago."""
    return bool(name) and any(
        errand.thing is Thing.TIMER and errand.name == name
        for wish in context.recent
        for errand in wish.errands
    )


def _errand(deed: Deed, name: str, *, span: Span | None = None, sooner: bool = False) -> Wish:
    return Wish((Errand(Thing.TIMER, deed, name, span=span, sooner=sooner),))


def _name(words: str, span: Span | None = None) -> str:
    """What it is called; by its length, where it has no other name."""
    name = named(words)
    if SPAN in name and span:
        name = name.replace(SPAN, write_span(span))
    name = named(_TIMER.sub("", name))
    return "" if name in _THAT else name


def _is_name(name: str, said: Timed) -> bool:
    short = len(name.split()) <= _LONGEST_NAME
    return short and said.is_clear and not (_NO_NAME.search(name) or _ALL.fullmatch(name))
