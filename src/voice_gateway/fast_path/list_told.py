"""Reads what is told of things on a list that is not named: "remove the coffee", "swap tea for coffee"."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.list_items import DENIES, PUTS, TAKES, is_item, items_in
from voice_gateway.fast_path.timed import Known
from voice_gateway.wishes import LEAVE_IT, Deed, Errand, Thing, Wish

_LEADS: Final = re.compile(r"^(?:(?:oh|and|also|then|yes|yeah|okay|ok|right|plus|but|well|um|uh)(?: ,)? )+")
_BEHIND: Final = r"(?: (?:too|as well|also|again|then|either|instead|now|please))*"
_THE_LIST: Final = r"(?:it|there|that|them|(?:the|that|this|my|our) list)"
_PUT: Final = re.compile(
    rf"(?P<verb>{PUTS})(?: down| on)? (?P<items>.+?)(?P<where> (?:on|onto|to) {_THE_LIST}| on)?{_BEHIND}"
)
_TAKEN: Final = re.compile(
    rf"(?:{TAKES})(?: off| out)? (?P<items>.+?)(?: (?:off|out))?(?: (?:off|from|of) {_THE_LIST})?{_BEHIND}"
)
_TAKES_OFF: Final = re.compile(
    rf"(?:remove|delete|erase|get rid of)\b.*|(?:{TAKES}) .*?\b(?:off|out|from {_THE_LIST})\b.*"
)
"""Who drops or takes something without more means no list."""
_SWAPPED: Final = re.compile(
    r"(?:swap|replace|change|exchange)(?: out)? (?P<wrong>.+?) (?:for|with|to|by|into) (?P<meant>.+?)"
    + _BEHIND
)
_INSTEAD: Final = re.compile(
    rf"(?:(?:make (?:it|that)|get|have|{PUTS}|we need|i need|i want) )?(?P<meant>.+?)"
    r" instead of (?P<wrong>.+)"
)
_DENIED: Final = re.compile(rf"(?:no (?:, )?)?(?:{DENIES}) (?P<rest>(?:{PUTS}|{TAKES}) .+)")
_UNWANTED: Final = re.compile(
    r"(?:(?:no|sorry|wait|actually|oh|oops)(?: ,)? )*(?:not|no) (?:the )?(?P<wrong>[^,]+)"
)
"""No, not peas."""
_TAKEN_BACK: Final = re.compile(
    r"(?P<before>.+?)(?: ,)?(?: (?:no|wait|sorry|actually|oh)(?: ,)?)+ "
    r"(?:not|skip|without|leave out|forget|(?:we |i )?don't need|we have|we've got)(?: the| any)? "
    r"(?P<wrong>[^,]+?)(?:(?: ,)? (?:we|i|there|she|he|they|that's)\b.*)?"
)
"""Bread, no, not bread, we have bread."""
_KEPT_OTHERWISE: Final = re.compile(r"\b(?:reminders?|routines?|plans?|scenes?|alarms?|timers?|rules?)\b")


def without_leads(text: str) -> str:
    """ "And also put eggs on the list" without what only leads to it."""
    return _LEADS.sub("", text)


def denied(text: str) -> str:
    """What is not to be done: "put broccoli on the list"."""
    match = _DENIED.fullmatch(without_leads(text))
    return match["rest"] if match else ""


def taken_back(text: str) -> tuple[str, str] | None:
    """What was said, and the one thing of it that was taken back in the same breath."""
    match = _TAKEN_BACK.fullmatch(text)
    return (match["before"], match["wrong"]) if match else None


def without(wish: Wish, things: Iterable[str]) -> Wish | None:
    """What is left of a wish that puts things on lists; None where it would put none of these on one."""
    wrong = {*things}
    if not any(wrong & {*errand.items} for errand in wish.errands if errand.deed is Deed.ADD):
        return None
    kept = (replace(e, items=tuple(i for i in e.items if i not in wrong)) for e in wish.errands)
    left = tuple(errand for errand in kept if errand.items)
    return Wish(left) if left else LEAVE_IT


def read_told(text: str, last: Errand | None, context: Context, known: Known) -> Wish | None:
    """What is put, taken off or replaced; what is on no list and may be something else is left to others."""
    said = without_leads(text)
    if (unwanted := _UNWANTED.fullmatch(said)) and last:
        return _off_again(tuple(items_in(unwanted["wrong"])), last, context)
    return _swapped(said, last, context, known) or _taken(said, last, context, known) or _put(said, last)


def _off_again(items: tuple[str, ...], last: Errand, context: Context) -> Wish | None:
    """ "No, not peas", of what stands on the list that was spoken of."""
    there = {*items} <= {*last.items} and last.deed is Deed.ADD
    if not items or not (there or context.kept.has(last.name, items)):
        return None
    return Wish((Errand(Thing.LIST, Deed.REMOVE, last.name, items),))


def _swapped(said: str, last: Errand | None, context: Context, known: Known) -> Wish | None:
    match = _SWAPPED.fullmatch(said) or _INSTEAD.fullmatch(said)
    if match is None:
        return None
    wrong, meant = tuple(items_in(match["wrong"])), tuple(items_in(match["meant"]))
    name = _whose(wrong, last, context, known)
    if not name or not meant or not all(is_item(item, name) for item in (*wrong, *meant)):
        return None
    return Wish((Errand(Thing.LIST, Deed.REMOVE, name, wrong), Errand(Thing.LIST, Deed.ADD, name, meant)))


def _taken(said: str, last: Errand | None, context: Context, known: Known) -> Wish | None:
    match = _TAKEN.fullmatch(said) if _TAKES_OFF.fullmatch(said) else None
    if match is None or _KEPT_OTHERWISE.search(said):
        return None
    items = tuple(items_in(match["items"]))
    name = _whose(items, last, context, known)
    fit = name and all(is_item(item, name) for item in items)
    return Wish((Errand(Thing.LIST, Deed.REMOVE, name, items),)) if fit else None


def _put(said: str, last: Errand | None) -> Wish | None:
    """ "Put socks on it": only where a list was spoken of, and is pointed at."""
    match = _PUT.fullmatch(said) if last else None
    if last is None or match is None or not match["where"] or match["where"] == " on":
        return None
    items = tuple(items_in(match["items"]))
    fit = items and all(is_item(item, last.name) for item in items)
    return Wish((Errand(Thing.LIST, Deed.ADD, last.name, items),)) if fit else None


def _whose(items: tuple[str, ...], last: Errand | None, context: Context, known: Known) -> str:
    """The list that is meant: the last one where they are on it, else the one that has them."""
    if not items:
        return ""
    if last and context.kept.has(last.name, items):
        return last.name
    if holding := context.kept.list_with(items):
        return holding
    return last.name if last and not any(known(item) for item in items) else ""
