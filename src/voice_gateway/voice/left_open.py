"""Whether a wish that makes sense may still be going on: "remind me to call the doctor … at six"."""

from voice_gateway.devices import Matched
from voice_gateway.voice.alike import plain
from voice_gateway.wishes import Asking, Deed, Errand, Part, Step, Thing, Wish

_TIMED = frozenset({Thing.TIMER, Thing.ALARM, Thing.REMINDER})
_HOW_MUCH = ("up", "down")
"""Values to which a number may be added: "dim the lamp … to ten percent"."""


def leaves_open(wish: Wish, text: str) -> bool:
    """By what is not said yet: about what, when, or more of what may be any words."""
    last = plain(text).split()[-1:]
    return any(_lacks(part) or last == _free_words(part)[-1:] for part in wish.parts)


def may_be_named_further(found: Matched, words: str) -> bool:
    """A room or a kind of device by itself, or the beginning of a name: which, or where, may still come."""
    said = plain(words).removeprefix("the ")
    if any(plain(device.name).startswith(f"{said} ") for device in found.devices):
        return True
    places = {plain(place) for device in found.devices for place in (device.room, device.floor) if place}
    return found.group and not any(f" {place} " in f" {said} " and said != place for place in places)


def _lacks(part: Part) -> bool:
    if isinstance(part, Errand):
        timed = part.thing in _TIMED and part.deed is Deed.SET
        return timed and part.span is None and part.when is None
    if isinstance(part, Asking):
        return not part.target.name
    return bool(part.target.name and part.value and part.value.word in _HOW_MUCH)


def _free_words(part: Part) -> list[str]:
    if isinstance(part, Errand):
        return plain(" ".join([part.name, *part.items])).split()
    return plain(part.words).split() if isinstance(part, Step) else []
