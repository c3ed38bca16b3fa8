"""Times that are said beside what was planned last: "ten minutes later", "and the other one at eight"."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.devices import Resolver
from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.groups import later_than
from voice_gateway.fast_path.halves_meant import GOES_ON
from voice_gateway.fast_path.made import planned_at
from voice_gateway.times import After, At, Every, For, When
from voice_gateway.wishes import Deed, Errand, Event, Part, Step, Thing, Verb, Wish

_FROM_THERE: Final = re.compile(r"\b(?:later|afterwards|after (?:that|it|this|then))\b")
_AFTER: Final = re.compile(r"\bafter (?!all\b)")
_TELLS: Final = frozenset({*STARTS, "remind", "wake", "tell", "say", "add"})
"""Who says one of these asks for something of its own."""
_GIVE_UP: Final = Errand(Thing.PLAN, Deed.CANCEL, "last")
_REVERSED: Final = {
    Verb.ON: Verb.OFF, Verb.OFF: Verb.ON, Verb.OPEN: Verb.CLOSE, Verb.CLOSE: Verb.OPEN,
    Verb.LOCK: Verb.UNLOCK, Verb.UNLOCK: Verb.LOCK,
}  # fmt: skip


def counted_on(wish: Wish, sentence: str, last: Wish | None) -> Wish | None:
    """The wish at its time as it is counted from the plan before; None where nothing can be counted so.

    Behind what waits for an event, only its own end can be: what comes on then is on for so long.
    """
    if last is None or not is_counted_on(sentence, last) or wish.also:
        return wish
    *_, group = last.groups
    if isinstance(group.when, Event):
        return _ended(group, wish) if isinstance(wish.when, After) else wish
    was = planned_at(last)
    if not isinstance(was, After | At | Every):
        return wish
    parts = tuple(_counted(part, was) for part in wish.parts)
    when = _later(wish.when, was) if isinstance(wish.when, After) else wish.when
    return replace(wish, parts=parts, when=when)


def is_counted_on(sentence: str, last: Wish | None) -> bool:
    """Whether a length of time in the sentence begins at what was planned last, and not now."""
    if last is None or not any(group.when or _sets(group) for group in last.groups):
        return False
    said = sentence.lower()
    return bool(_FROM_THERE.search(said) or (GOES_ON.match(said) and _AFTER.search(said)))


def repeated_with(wish: Wish, sentence: str, last: Wish | None) -> Wish:
    """What goes on with something that is repeated, and says neither what is to be done nor its day, is
    repeated, too: "and the fan at nine"."""
    was = planned_at(last) if last else None
    said = sentence.lower()
    if not isinstance(was, Every) or not GOES_ON.match(said) or _TELLS & {*said.split()}:
        return wish
    parts: tuple[Part, ...] = tuple(
        replace(part, when=_repeated(part.when, was)) if isinstance(part, Errand) and part.when else part
        for part in wish.parts
    )
    when = wish.when if wish.when is None or isinstance(wish.when, Event) else _repeated(wish.when, was)
    return replace(wish, parts=parts, when=when)


def of_what_was_planned(wish: Wish, last: Wish | None, sentence: str, resolver: Resolver | None) -> Wish:
    """ "21 degrees is enough", said of a plan for the same device, changes the plan and not the home."""
    same = last and {part.target for part in wish.named} == {part.target for part in last.named}
    if not (last and same and last.when and wish.steps and wish.when is None) or (
        resolver and resolver.named_in(sentence)
    ):
        return wish
    return Wish((Errand(Thing.PLAN, Deed.CANCEL, "last"),), also=replace(wish, when=last.when))


def counts_from_now(wish: Wish, sentence: str, last: Wish | None) -> bool:
    """Whether a wish that is to count from the plan before would be done that long from now."""
    was = planned_at(last) if last else None
    here = isinstance(wish.when, After) and not (isinstance(was, After) and wish.when.span != was.span)
    return here and not wish.also and is_counted_on(sentence, last)


def _repeated(when: When, was: Every) -> When:
    return Every(when.clock, was.days) if isinstance(when, At) and not when.day else when


def _sets(wish: Wish) -> bool:
    return any(errand.deed is Deed.SET and errand.when for errand in wish.errands)


def _counted(part: Part, was: When) -> Part:
    counts = isinstance(part, Errand) and part.deed is Deed.SET and isinstance(part.when, After)
    return replace(part, when=_later(part.when, was)) if counts and isinstance(part, Errand) else part


def _later(when: When | Event | None, was: When) -> When | None:
    return (later_than(was, when.span) or when) if isinstance(when, After) else None


def _ended(planned: Wish, wish: Wish) -> Wish | None:
    """What was planned, for so long; None where something else is wanted than its way back."""
    step, back = (one.parts[0] if len(one.parts) == 1 else None for one in (planned, wish))
    if not isinstance(step, Step) or not isinstance(back, Step) or not isinstance(wish.when, After):
        return None
    if step.lasting or step.target != back.target or _REVERSED.get(step.verb) is not back.verb:
        return None
    return Wish((_GIVE_UP,), also=replace(planned, parts=(replace(step, lasting=For(wish.when.span)),)))
