"""Reads what goes on with the list spoken of last: "and eggs", "not rice, noodles", "is tea on it?"."""

import re
from typing import Final

from voice_gateway.fast_path.list_items import is_item, items_in
from voice_gateway.fast_path.timed import Known, named
from voice_gateway.wishes import Deed, Errand, Thing, Wish

_ANYTHING: Final = re.compile(r"(?:there )?(?:any|some|every)thing\b|what$|there$")
_THOSE: Final = frozenset({"that", "it", "them", "those", "these", "both"})
_READ_BACK: Final = re.compile(
    r"(?:read|say|tell me) (?:it|that|them|the list)(?: back| out)?(?: to me| again)*"
    r"|(?:what's|what is|what all is)(?: all)? on (?:it|there|that)(?: now| so far)?"
    r"|(?:is|was) (?:that|this|it) (?:all|everything|it|the lot|the whole list)(?: (?:now|then|so far))?"
    r"|what have (?:we|i) got(?: on (?:it|there))?(?: so far| already| now)"
)
_IS_ON: Final = re.compile(
    r"(?:is there|are there|is|are|did (?:i|we) put|have (?:i|we) (?:got|put)|do (?:i|we) have)"
    r" (?P<items>.+?)"
    r"(?: already| down)? on (?:it|there|that|the list)(?: already| yet| now)?"
)
_RATHER: Final = re.compile(
    r"(?:(?:no|sorry|wait|actually|oops)(?: ,)? )+(?!not\b)(?:(?:i meant?|make (?:it|that)|rather)"
    r" )?(?P<meant>[\w'-]+(?: [\w'-]+){0,2})"
)
_LONGEST: Final = 3
_MEANT: Final = re.compile(
    r"(?:no ,? ?|sorry ,? ?)*(?:i (?:meant|said) |make that )?(?P<meant>[^,]+?) ,? ?not (?P<wrong>[^,]+)"
)
_SWAPPED: Final = re.compile(
    r"(?:no ?,? )?not (?P<wrong>[^,]+?) ,? ?(?:but |i said |i meant )*(?P<meant>[^,]+)"
)
_MORE: Final = re.compile(
    r"(?:(?:oh|yes|yeah|right) ,? ?)*(?:and|plus|also|and also|and then"
    r"|(?P<needed>add|put on|(?:and )?(?:we|i) (?:also )?need))(?: also)? "
    r"(?P<items>.+?)(?: (?:too|as well|on it|to it|on there|also|please))*"
)
LESS: Final = re.compile(
    r"(?:take|remove|scrap|cross|strike|drop) (?:(?:off|out) (?P<these>.+)|(?P<items>.+?) (?:off|out"
    r"|from it))(?: again| it)?"
)


def going_on(text: str, last: Errand, known: Known) -> Wish | None:
    """ "Not rice, noodles", "and eggs", "take the eggs off again": of the list that was spoken of last."""
    return (
        _put_right(text, last, known) or _asked(text, last) or _less(text, last) or _more(text, last, known)
    )


def _put_right(text: str, last: Errand, known: Known) -> Wish | None:
    """ "Not rice, noodles": one thing in the place of another; or "no sugar", and nothing in its place."""
    name = last.name
    match = _SWAPPED.fullmatch(text) or _MEANT.fullmatch(text)
    if match and named(match["wrong"]) in last.items:
        wrong, meant = named(match["wrong"]), tuple(items_in(match["meant"]))
        if not all(is_item(item, name) for item in meant):
            return None
        return Wish(
            (Errand(Thing.LIST, Deed.REMOVE, name, (wrong,)), Errand(Thing.LIST, Deed.ADD, name, meant))
        )
    match = _RATHER.fullmatch(text)
    if match is None or last.deed is not Deed.ADD or not last.items:
        return None
    if known(match["meant"]) or not is_item(match["meant"]):
        return None
    meant = tuple(items_in(match["meant"]))
    if {*meant} <= {*last.items}:
        return Wish((Errand(Thing.LIST, Deed.REMOVE, name, meant),))
    off = Errand(Thing.LIST, Deed.REMOVE, name, last.items[-1:])
    return Wish((off, Errand(Thing.LIST, Deed.ADD, name, meant)))


def _asked(text: str, last: Errand) -> Wish | None:
    if asked := _IS_ON.fullmatch(text):
        return Wish((Errand(Thing.LIST, Deed.READ, last.name, asked_for(asked["items"])),))
    return Wish((Errand(Thing.LIST, Deed.READ, last.name),)) if _READ_BACK.fullmatch(text) else None


def _less(text: str, last: Errand) -> Wish | None:
    match = LESS.fullmatch(text)
    if match is None:
        return None
    said = match["items"] or match["these"]
    items = last.items if said in _THOSE else tuple(items_in(said))
    spoken_of = last.deed is Deed.READ or {*items} <= {*last.items}
    return Wish((Errand(Thing.LIST, Deed.REMOVE, last.name, items),)) if items and spoken_of else None


def _more(text: str, last: Errand, known: Known) -> Wish | None:
    """ "And eggs", "we need butter"; whatever is said where it was asked what to put on it."""
    match = _MORE.fullmatch(text)
    begun = last.deed is Deed.ADD and not last.items
    if not begun and (match is None or not (last.deed is Deed.ADD or match["needed"])):
        return None
    items = tuple(items_in(match["items"] if match else text))
    plain = not any(
        known(item) or not is_item(item, last.name) or len(item.split()) > _LONGEST for item in items
    )
    return Wish((Errand(Thing.LIST, Deed.ADD, last.name, items),)) if items and plain else None


def asked_for(words: str) -> tuple[str, ...]:
    """The things that are asked about; none where anything may be meant: "anything sweet"."""
    items = tuple(items_in(words))
    return () if any(_ANYTHING.match(item) for item in items) else items
