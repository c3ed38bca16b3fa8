"""What is wanted in the place of something that was only asked about: "no, on Saturday"."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from voice_gateway.fast_path.spoken import spoken
from voice_gateway.times import shifted, take_times
from voice_gateway.wishes import Deed, Event, Step, Thing, Verb, Wish

_AROUND: Final = re.compile(
    r"^(?:(?:at|make it|say|do it|better|rather) ,? ?)+(?=(?:at|on|in|tomorrow|tonight|next)\b)"
    r"|(?:,? (?:would be better|is better|please|instead|rather|then))+$"
)


def corrected(asked: Wish, wish: Wish) -> Wish | None:
    """What a correction comes to while nothing was done yet; None where it corrects nothing."""
    if len(wish.parts) > 1 and wish.parts[0] == Step(Verb.UNDO):
        return replace(wish, parts=wish.parts[1:])
    errand = wish.errands[0] if len(wish.errands) == len(wish.parts) == 1 else None
    if errand is None or errand.thing is not Thing.PLAN or errand.name != "last":
        return None
    if errand.deed is Deed.CANCEL:
        return wish.also
    when = errand.when
    if (
        errand.deed is Deed.MOVE
        and when is None
        and errand.span
        and asked.when
        and not isinstance(asked.when, Event)
    ):
        when = shifted(asked.when, errand.span, sooner=errand.sooner)
    return replace(asked, when=when) if when and errand.deed is Deed.MOVE and not asked.errands else None


def at_another_time(asked: Wish, sentence: str, now: datetime) -> Wish | None:
    """What was asked about, at the time that is said; None where more is said than a time."""
    taken = take_times(_AROUND.sub("", spoken(sentence)), now)
    plain = taken.when is not None and not taken.unknown and not taken.what.strip(" ,")
    return replace(asked, when=taken.when) if plain and asked.steps and not asked.errands else None
