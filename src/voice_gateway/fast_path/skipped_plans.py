"""Reads what is left out once, of what is repeated: "skip it tonight", "not tomorrow's"."""

import re
from typing import Final

from voice_gateway.fast_path.changed_plans import KEPT, planned_at
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.times import Every, take_times
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
    r"(?: (?:only|just|this once|once|though|please|this time|just this once|for once))*"
)
_AS_USUAL: Final = re.compile(
    r"(?: ,)? (?:but|and) .+ as (?:usual|always|normal)$"
    r"|(?: ,)?(?: today| tonight| tomorrow)? (?:we|i|he|she|they|it|there)"
    r"(?:'re|'m|'s|'ve| are| am| is| have)\b.+$"
)
"""What is said behind it: that the rest goes on, or why."""
_FROM_THEN: Final = re.compile(
    r"(?: ,)? (?:but )?(?:only |just )?(?:from|start(?:ing)?|begin(?:ning)?)(?: from)? \w+(?: on| onwards?)?$"
)
_THAT: Final = frozenset({"", "it", "that", "this", "that one", "this one", "last one"})


def read_skipped(said: Timed, context: Context, known: Known) -> Wish | None:
    """ "Skip it tonight", "not tomorrow though": once, of what is repeated."""
    text = _AS_USUAL.sub("", _FROM_THEN.sub("", without_politeness(said.text))).strip(" ,")
    match = _ONCE.fullmatch(text)
    repeated = any(isinstance(planned_at(wish), Every) for wish in context.recent)
    name = named(match["name"] or (match["what"] or "").replace("one", "")) if match else ""
    if match is None or not (repeated or name in KEPT):
        return None
    if name not in _THAT and not known(name) and name not in KEPT:
        return None
    ways = (f"skip {match['day']}", f"skip on {match['day']}") if match["day"] else ()
    day = next((when for way in ways if (when := take_times(way, said.now).when)), None)
    return Wish((Errand(Thing.PLAN, Deed.SKIP, "last" if name in _THAT else name, when=day),))
