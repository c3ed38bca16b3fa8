"""Reads on which other days what is repeated is to be: "not on weekends", "add Saturday to that"."""

import re
from typing import Final

from voice_gateway.fast_path.made import planned_at
from voice_gateway.fast_path.timed import Timed
from voice_gateway.times import Every, take_times
from voice_gateway.wishes import Deed, Errand, Thing, Wish

_NOT_DAYS: Final = re.compile(
    r"(?:but |just |only |please )*(?:not|except|leave out|leave|drop|without|skip)(?: on| at| the| for)* "
    r"(?P<days>(?:weekends?|\w+days?)(?: and (?:weekends?|\w+days?))*)(?: out| off)?"
)
_PLURAL: Final = re.compile(r"s\b")
_MORE_DAYS: Final = re.compile(
    r"(?:(?:and|actually|no|oh|also|please|make it|do it) ,? ?)*"
    r"(?:(?:add|include) (?:the )?(?P<added>[\w ]+?)"
    r"(?: to (?:it|that|them))?(?: too| as well)?|(?:on )?(?P<too>[\w ]+?) (?:too|as well))"
)


def on_other_days(said: Timed, last: Wish) -> Wish | None:
    """The move of what was planned last to fewer days, or to more."""
    return _without_days(said, last) or _with_days(said, last)


def _without_days(said: Timed, last: Wish) -> Wish | None:
    """ "Not on weekends", of what is repeated: on the other days it goes on."""
    match, was = _NOT_DAYS.fullmatch(said.text), planned_at(last)
    if match is None or not isinstance(was, Every):
        return None
    named_days = take_times(f"every {_PLURAL.sub('', match['days'])} at noon", said.now).when
    days = was.days - named_days.days if isinstance(named_days, Every) else was.days
    return _moved_to(Every(was.clock, days)) if days and days < was.days else None


def _with_days(said: Timed, last: Wish) -> Wish | None:
    """ "Add Saturday to that", "make it weekends as well", of what is repeated."""
    match, was = _MORE_DAYS.fullmatch(said.text), planned_at(last)
    if match is None or not isinstance(was, Every):
        return None
    days = _PLURAL.sub("", match["added"] or match["too"])
    added = take_times(f"every {days} at noon", said.now).when
    return _moved_to(Every(was.clock, was.days | added.days)) if isinstance(added, Every) else None


def _moved_to(when: Every) -> Wish:
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", when=when),))
