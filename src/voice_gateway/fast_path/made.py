"""What a wish has made that waits, and at what time, after all that was done to it."""

from dataclasses import replace
from typing import Final

from voice_gateway.times import After, At, Clock, Every, For, Span, When
from voice_gateway.wishes import Asking, Deed, Errand, Event, Question, Step, Thing, Wish

_TOUCHING: Final = frozenset({Deed.LEFT, Deed.READ, Deed.MOVE, Deed.SKIP, Deed.PAUSE, Deed.RESUME})
ASKED: Final = {"timers": Thing.TIMER, "reminders": Thing.REMINDER, "alarms": Thing.ALARM}
"""What is asked for of one kind."""

_DAY: Final = 24 * 60


def planned_at(wish: Wish) -> When | None:
    """The time that can be moved: of the last errand, of the wish itself, or at which it ends."""
    *_, wish = wish.groups
    for part in reversed(wish.errands):
        if part.deed is Deed.SET:
            return For(part.span) if part.span else part.when
    if wish.when:
        return None if isinstance(wish.when, Event) else wish.when
    lasting = next((step.lasting for step in reversed(wish.steps) if step.lasting), None)
    return None if isinstance(lasting, Event) else lasting


def planned_of(name: str, recent: tuple[Wish, ...]) -> When | None:
    """The time of what was planned last by this name, or of this kind."""
    for wish in reversed(recent):
        named_so = any(name == errand.thing for errand in wish.errands) or any(
            name in step.target.name for step in wish.steps
        )
        if named_so and (set_at := planned_at(wish)):
            return set_at
    return None


def made_by(recent: tuple[Wish, ...]) -> Wish | None:
    """What was made last, at the time that it has now; None where something else was spoken of since.

    Behind a list of what is planned it is clear only where no more than one was made.
    """
    touched: list[Errand] = []
    asked: list[Wish] = []
    for wish in reversed(recent):
        if _lists(wish):
            asked.append(wish)
        elif _touches(wish):
            touched += reversed(wish.errands)
        else:
            several = asked and sum(_is_made(each, asked[-1]) for each in recent) > 1
            if several or not _is_made(wish, asked[-1] if asked else None):
                return None
            return _as_it_is_now(wish, [errand for errand in reversed(touched) if errand.deed is Deed.MOVE])
    return None


def _touches(wish: Wish) -> bool:
    """Whether it only tells of, or changes, what was made before."""
    only = bool(wish.errands) and len(wish.errands) == len(wish.parts) and not wish.also and not wish.when
    return only and all(
        errand.deed in _TOUCHING and errand.thing is not Thing.LIST for errand in wish.errands
    )


def _lists(wish: Wish) -> bool:
    return bool(wish.parts) and all(
        isinstance(part, Asking) and part.question is Question.PLANNED for part in wish.parts
    )


def _is_made(wish: Wish, asked: Wish | None) -> bool:
    """Whether it made something that waits for a time, of the kind that was asked about."""
    if planned_at(wish) is None:
        return False
    thing = ASKED.get(asked.questions[0].target.name) if asked else None
    return thing is None or any(errand.thing is thing for errand in wish.errands)


def _as_it_is_now(wish: Wish, moves: list[Errand]) -> Wish:
    for errand in moves:
        was = planned_at(wish)
        when = errand.when or (_shifted(was, errand) if was else None)
        wish = _at(wish, when) if when else wish
    return wish


def _shifted(was: When, errand: Errand) -> When | None:
    if errand.span is None:
        return None
    seconds = -errand.span.seconds if errand.sooner else errand.span.seconds
    if isinstance(was, For | After):
        left = was.span.seconds + seconds
        return replace(was, span=Span(left)) if left > 0 else None
    if isinstance(was, At | Every) and was.clock.sun is None and seconds % 60 == 0:
        return replace(was, clock=Clock((was.clock.minute + seconds // 60) % _DAY))
    return None


def _at(wish: Wish, when: When) -> Wish:
    """The wish with another time in the place of the one that `planned_at` finds."""
    if wish.also:
        return replace(wish, also=_at(wish.also, when))
    for place in range(len(wish.parts) - 1, -1, -1):
        part = wish.parts[place]
        if isinstance(part, Errand) and part.deed is Deed.SET:
            length = when.span if isinstance(when, For) else None
            changed: Step | Errand = replace(part, span=length, when=None if length else when)
        elif isinstance(part, Step) and part.lasting and not wish.when and isinstance(when, For):
            changed = replace(part, lasting=when)
        else:
            continue
        return replace(wish, parts=(*wish.parts[:place], changed, *wish.parts[place + 1 :]))
    return replace(wish, when=when) if wish.when else wish
