"""Reads what is left out once, of what is repeated: "skip it tonight", "not tomorrow's"."""

import re
from typing import Final

from voice_gateway.fast_path.changed_plans import KEPT
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.made import planned_at
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.times import Every, Often, take_times
from voice_gateway.wishes import Deed, Errand, Thing, Wish

_DAY: Final = (
    r"(?P<day>today|tonight|this evening|this morning|this afternoon|tomorrow(?: (?:morning|afternoon"
    r"|evening|night))?|(?:on )?\w+day)"
)
_WHOSE: Final = r"(?:'s(?: (?P<what>one|alarm|reminder|plan))?)?"
""" "Tomorrow's" is the one that comes then."""
_UNNAMED: Final = rf"(?:the )?{_DAY}{_WHOSE}".replace("?P<day>", "?:").replace("?P<what>", "?:")
_ONCE: Final = re.compile(
    rf"(?:(?:skip|leave out|miss out|miss|no)(?: (?P<name>(?!{_UNNAMED}$).+?))?"
    rf"|(?:but |just |only )*not)(?: for)?(?: (?:the )?{_DAY}{_WHOSE})?"
    r"(?: (?:only|just|this once|once|though|please|this time|for once))*"
)
_THIS_TIME: Final = re.compile(
    r"(?:cancel|call off|drop|forget|scrap|delete|remove|stop|bin|(?:turn|switch|shut) off)(?: about)? "
    r"(?:(?:the |my |our |that )?next (?P<next>one|time|alarm|reminder|plan)"
    rf"|(?:the |my |our )?{_DAY}'s(?: (?P<what>one|alarm|reminder|plan))?"
    rf"|(?:the |my |our )?(?P<name>alarm|reminder)(?: for)? {_DAY.replace('?P<day>', '?P<then>')})"
)
"""One of those that come is given up, and not all of them: "cancel tomorrow's"."""
_AS_USUAL: Final = re.compile(
    r"(?: ,)? (?:but|and) .+ as (?:usual|always|normal)$"
    r"|(?: ,)?(?: today| tonight| tomorrow)? (?:we|i|he|she|they|it|there)"
    r"(?:'re|'m|'s|'ve| are| am| is| have)\b.+$"
)
"""What is said behind it: that the rest goes on, or why."""
_FROM_THEN: Final = re.compile(
    r"(?: ,)? (?:but )?(?:only |just )?(?:from|start(?:ing)?|begin(?:ning)?)(?: from)? \w+(?: on| onwards?)?$"
)
_NOT_LAST: Final = re.compile(rf"^(?:(?:but|only|just) )*{_DAY} not$")
_UNNAMED_ONE: Final = re.compile(r"^next (?=\w)|\b(?:one|time)$")
_THAT: Final = frozenset({"", "it", "that", "this", "last"})


def read_skipped(said: Timed, context: Context, known: Known) -> Wish | None:
    """ "Skip it tonight", "not tomorrow though": once, of what is repeated."""
    text = _NOT_LAST.sub(r"not \g<day>", without_politeness(said.text))
    text = _AS_USUAL.sub("", _FROM_THEN.sub("", text)).strip(" ,")
    match = _ONCE.fullmatch(text) or _THIS_TIME.fullmatch(text)
    if match is None:
        return None
    said_of = match.groupdict()
    name = _UNNAMED_ONE.sub(
        "", named(said_of["name"] or said_of["what"] or said_of.get("next") or "")
    ).strip()
    repeated = any(_repeats(wish) for wish in context.recent)
    if not (repeated or name in KEPT) or (name not in _THAT and not known(name) and name not in KEPT):
        return None
    day = said_of["day"] or said_of.get("then")
    ways = (f"skip {day}", f"skip on {day}") if day else ()
    when = next((when for way in ways if (when := take_times(way, said.now).when)), None)
    return Wish((Errand(Thing.PLAN, Deed.SKIP, "last" if name in _THAT else name, when=when),))


def _repeats(wish: Wish) -> bool:
    """Whether it made something that is repeated, or something that waits be repeated."""
    times = (planned_at(wish), *(errand.when for errand in wish.errands))
    return any(isinstance(when, Every | Often) for when in times)
