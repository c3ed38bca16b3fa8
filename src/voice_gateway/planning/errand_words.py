"""Says an errand in words, as what is to be done: "set a pasta timer for 9 minutes"."""

from collections.abc import Callable
from typing import Final

from voice_gateway.planning.spans import span_words
from voice_gateway.saying import listed
from voice_gateway.wishes import Deed, Errand, Thing

_DEEDS: Final = {
    Deed.CANCEL: "cancel", Deed.PAUSE: "pause", Deed.RESUME: "go on with", Deed.MOVE: "move",
    Deed.SKIP: "skip", Deed.DROP: "forget", Deed.LEFT: "tell you of", Deed.READ: "tell you of",
}  # fmt: skip


def errand_words(errand: Errand) -> str:
    """What is done to what is kept. When, is said by others."""
    if errand.thing is Thing.LIST:
        return _on_list(errand)
    if errand.deed is Deed.SET:
        return _SET[errand.thing](errand)
    if errand.deed is Deed.MOVE and errand.span:
        by = span_words(errand.span.seconds)
        return f"take {by} off {_it(errand)}" if errand.sooner else f"add {by} to {_it(errand)}"
    return f"{_DEEDS[errand.deed]} {_it(errand)}"


def _on_list(errand: Errand) -> str:
    which, items = f"the {errand.name} list" if errand.name else "the list", listed(errand.items)
    match errand.deed:
        case Deed.ADD if not errand.items:
            return f"start {which}"
        case Deed.ADD:
            return f"put {items} on {which}"
        case Deed.REMOVE:
            return f"take {items} off {which}"
        case Deed.CLEAR:
            return f"empty {which}"
        case Deed.DROP:
            return f"delete {which}"
        case _:
            return f"tell you what is on {which}"


def _timer(errand: Errand) -> str:
    lasts = f" for {span_words(errand.span.seconds)}" if errand.span else ""
    return f"set {_called(errand)}{lasts}"


_SET: Final[dict[Thing, Callable[[Errand], str]]] = {
    Thing.TIMER: _timer,
    Thing.ALARM: lambda errand: f"set {_called(errand)}",
    Thing.REMINDER: lambda errand: f"remind you: {errand.name}",
    Thing.ROUTINE: lambda errand: f"keep the routine “{errand.name}”",
}


def _called(errand: Errand) -> str:
    """ "a pasta timer", "an alarm"."""
    words = f"{errand.name} {errand.thing}".strip()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _it(errand: Errand) -> str:
    """What it is done to, as the person would call it."""
    if errand.name == "all":
        return "everything that is planned" if errand.thing is Thing.PLAN else f"all {errand.thing}s"
    if errand.name in ("", "last") or errand.name.startswith("#"):
        return "what was planned last" if errand.thing is Thing.PLAN else f"the {errand.thing}"
    if errand.thing is Thing.PLAN and errand.name == "one":
        return "what is planned"
    if errand.thing is Thing.PLAN:
        every = errand.name.startswith("all ")
        return errand.name if every else f"what is planned for the {errand.name}"
    quoted = errand.thing in (Thing.REMINDER, Thing.ROUTINE)
    return f"the {errand.thing} “{errand.name}”" if quoted else f"the {errand.name} {errand.thing}"
