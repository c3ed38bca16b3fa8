"""Reads what is said about plans: what there is, to give one up, to move it, and why something happened."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.clauses import is_name
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.timed import Known, Timed, in_the_half_meant, named
from voice_gateway.times import After, At, Every, For, Span, When, take_times
from voice_gateway.wishes import Asking, Deed, Errand, Event, Question, Target, Thing, Wish

_ABOUT: Final = re.compile(
    r"\b(?:plan|plans|planned|planning|scheduled?|lined up|waiting|coming up|going to do|cancel|forget"
    r"|scrap|drop|scratch|delete|call off|never ?mind|stop|abandon|undo|skip|bin|why|why's|who|made|reason"
    r"|don't|dont|do not|alone|not|what time|when|will you do|leave it|let it)\b"
)
_MOST_WORDS: Final = 5
_FILLING: Final = (
    re.compile(
        r"^(?:(?:no+|nope|wait|hold on|hang on|actually|sorry|oh|rather|better|i meant?|i said"
        r"|(?:make|change|set|do|move|put|push) (?:it|that|them)(?: back)?(?: to| for)?|give it|let's say|say"
        r"|how about|only|just|yes but|to|for|on second thoughts?)\s*,?\s*)+"
    ),
    re.compile(
        r"(?:\s*,?\s*(?:instead|rather|actually|then|please|after all"
        r"|(?:would be|is) (?:better|nicer|good|fine)|sorry|i mean|though|only|better|or so|that is))+$"
    ),
    re.compile(r"\s*,?\s+not .+$"),
)
_NUMBER: Final = re.compile(r"[a-z]+(?:[ -][a-z]+)?|\d{1,2}(?::\d\d)?")
_UNITS: Final = ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


def read_plan(said: Timed, context: Context, known: Known) -> Wish | None:
    if context.last and (moved := _moved(said, context.last)):
        return moved
    text = without_politeness(said.text)
    if not _ABOUT.search(text):
        return None
    for template in templates("plans"):
        # Why something happened at three is asked by whoever asks why it happened.
        asked = said.what if template.meaning == "why" else text
        if (slots := template.match(asked)) is not None and (
            wish := _plan(template.meaning, slots, context, known)
        ):
            return wish
    return None


def waits(wish: Wish | None) -> bool:
    """Whether it left something behind that waits."""
    return bool(
        wish
        and (
            wish.when
            or any(e.deed is Deed.SET and e.thing is not Thing.ROUTINE for e in wish.errands)
            or waits(wish.also)
        )
    )


def _speaks_of_plans(context: Context) -> bool:
    """Whether "that" is something that waits: it was asked for last, or told in an answer."""
    last = context.last
    told = last.questions if last else ()
    return waits(last) or any(part.question is Question.PLANNED for part in told)


def _plan(meaning: str, slots: dict[str, str], context: Context, known: Known) -> Wish | None:
    deed, _, name = meaning.partition(" ")
    words = named(slots.get("name", "")).removesuffix("'s")
    if deed == "planned":
        if words and not known(words):
            return None
        day = re.sub(r"^(?:the|on|in) ", "", slots.get("day", "")).replace("today evening", "this evening")
        day = "today" if day == "day" else day
        return Wish((Asking(Question.PLANNED, Target(words or day)),))
    if deed == "why":
        return Wish((Asking(Question.WHY, Target(words)),)) if is_name(words) and known(words) else None
    if name == "last" and not _speaks_of_plans(context):
        return None
    if not name and (len(words.split()) > _MOST_WORDS or not known(words)):
        return None
    return Wish((Errand(Thing.PLAN, Deed.CANCEL, name or words),))


def _moved(said: Timed, last: Wish) -> Wish | None:
    """ "Make it nine instead", "an hour later", "make it twenty", of what was planned last."""
    set_at = _planned(last)
    if set_at is None:
        return None
    text = without_politeness(said.text)
    for filling in _FILLING:
        text = filling.sub("", text).strip(" ,")
    changed = text != without_politeness(said.text)
    taken = take_times(text, said.now)
    rest = without_politeness(taken.what.strip(" ,"))
    if taken.unknown or not text:
        return None
    if rest in (
        "",
        "more",
        "longer",
        "earlier",
        "sooner",
        "back",
        "forward",
        "extra",
        "another",
        "less",
        "later",
    ):
        when = _as_late(taken.when, set_at) if taken.supposed else taken.when
        return _by(set_at, when, taken.length or _span(taken.lasting), rest, said)
    return _number(set_at, text, said) if changed and _NUMBER.fullmatch(text) else None


def _by(set_at: When, when: When | None, span: Span | None, rest: str, said: Timed) -> Wish | None:
    if isinstance(when, After) and re.search(r"\b(?:later|back)\b", said.text):
        span, when = when.span, None
    if when is not None:
        return _to(_like(when, set_at, said.text))
    if span is None:
        return None
    if rest or re.search(r"\b(?:more|longer|earlier|sooner|later|another|extra|less)\b", said.text):
        sooner = bool(re.search(r"\b(?:earlier|sooner|less)\b", said.text))
        return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", span=span, sooner=sooner),))
    return _length(set_at, span)


def _number(set_at: When, text: str, said: Timed) -> Wish | None:
    """A number alone is as many as there were of the last unit, or the hour."""
    if (was := _span(set_at)) is not None:
        unit = next(name for size, name in _UNITS if was.seconds % size == 0)
        span = take_times(f"{text} {unit}", said.now).length
        return _length(set_at, span) if span else None
    when = take_times(f"at {text}", said.now)
    return _to(_like(when.when, set_at, text)) if isinstance(when.when, At) and not when.what else None


def _length(set_at: When, span: Span) -> Wish | None:
    was = _span(set_at)
    if was is None or was == span:
        return None
    by = span.seconds - was.seconds
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", span=Span(abs(by)), sooner=by < 0),))


def _to(when: When | None) -> Wish | None:
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", when=when),)) if when else None


def _like(when: When | None, was: When, text: str) -> When | None:
    """The new time on the old days, and in the half of the day that is nearer, where nothing else is said."""
    if not (isinstance(when, At) and when.day == "" and isinstance(was, At | Every)):
        return when
    clock = in_the_half_meant(when.clock, text, was.clock)
    return Every(clock, was.days) if isinstance(was, Every) else At(clock, was.day)


def _as_late(when: When | None, was: When) -> When | None:
    """Another day, at the old time."""
    if isinstance(when, At | Every) and isinstance(was, At | Every):
        return replace(when, clock=was.clock)
    return when


def _planned(wish: Wish) -> When | None:
    """The time that can be moved: of the last errand, of the wish itself, or at which it ends."""
    while wish.also:
        wish = wish.also
    for part in reversed(wish.errands):
        if part.deed is Deed.SET:
            return For(part.span) if part.span else part.when
    if wish.when:
        return None if isinstance(wish.when, Event) else wish.when
    return next((step.lasting for step in reversed(wish.steps) if step.lasting), None)


def _span(when: When | None) -> Span | None:
    return when.span if isinstance(when, For | After) else None
