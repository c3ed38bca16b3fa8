"""Whether a wish that makes sense may still be going on: "remind me to call the doctor … at six"."""

from voice_gateway.devices import Matched
from voice_gateway.voice.alike import plain
from voice_gateway.wishes import Asking, Deed, Errand, Part, Step, Thing, Wish

_TIMED = frozenset({Thing.TIMER, Thing.ALARM, Thing.REMINDER})


def leaves_open(wish: Wish, text: str) -> bool:
    """By what is not said yet: about what, when, or more of what may be any words."""
    last = plain(text).split()[-1:]
    return any(_lacks(part) or last == _free_words(part)[-1:] for part in wish.parts)


def names_more_than_one(found: Matched, words: str) -> bool:
    """A room by itself, or a kind of device without its room: which, or where, may still come."""
    if not found.group:
        return False
    said = f" {plain(words)} "
    places = {plain(place) for device in found.devices for place in (device.room, device.floor) if place}
    return not any(f" {place} " in said and said.strip() not in (place, f"the {place}") for place in places)


def _lacks(part: Part) -> bool:
    if isinstance(part, Errand):
        timed = part.thing in _TIMED and part.deed is Deed.SET
        return timed and part.span is None and part.when is None
    return isinstance(part, Asking) and not part.target.name


def _free_words(part: Part) -> list[str]:
    if isinstance(part, Errand):
        return plain(" ".join([part.name, *part.items])).split()
    return plain(part.words).split() if isinstance(part, Step) else []
