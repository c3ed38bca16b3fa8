"""Reads that the time of what was just planned is not right, without another one: "not that early"."""

import re
from functools import cache

from voice_gateway import languages
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.made import planned_at
from voice_gateway.fast_path.timed import Timed
from voice_gateway.wishes import Deed, Errand, Thing, Wish


def read_not_then(said: Timed, context: Context) -> Wish | None:
    """Which time is right then is asked, of what was made last."""
    last = context.made_last
    if (
        last is None
        or context.left_no_plan
        or planned_at(last) is None
        or not _pattern().fullmatch(said.text)
    ):
        return None
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last"),))


@cache
def _pattern() -> re.Pattern[str]:
    words = dict(languages.pairs("fast_path/words/not_then"))
    before, far, when, behind = (f"(?:{words[kind]})" for kind in ("before", "far", "when", "behind"))
    return re.compile(rf"(?:{before}(?: ,)? )*{far} {when}(?:(?: ,)? {behind})*")
