"""What points to things that were spoken of before: "both of them", "the first one", "all in that room"."""

import re
from collections.abc import Iterable

from voice_gateway.devices import Matched, Resolver
from voice_gateway.fast_path.context import Context
from voice_gateway.wishes import Target

IT = re.compile(r"(?:it|him|her|them|that|those|that one|this|these|this one|they|there)")

ONE_OF_THEM = frozenset({"it", "that", "that one", "this", "this one"})
"""Said of one, though more was spoken of."""

_THEM = r"(?:them|those|these|em)"
_SEVERAL = re.compile(
    rf"(?P<both>both(?: of {_THEM})?|{_THEM} both|the pair(?: of {_THEM})?)"
    rf"|(?:all )?(?P<count>[2-6]) of {_THEM}|(?:all|{_THEM}) (?P<all>[2-6])"
    rf"|(?P<every>{_THEM} all|(?:all|every one|each) of {_THEM})"
)
_ORDINAL = re.compile(rf"(?P<which>first|second|third|last)(?: one)?(?: (?:one )?of {_THEM})?")
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_THERE = re.compile(r"(?P<what>.+?) (?:in |of )?(?:(?:that|the same) room|there)")
_TWO = 2
_REST = re.compile(r"(?:the )?(?:rest|others?) (?:of|in) (?P<of>.+)")
_OTHERS = re.compile(r"(?:all )?(?:the )?other (?P<kind>.+)")


def is_pointing(target: str) -> bool:
    """Whether the words name nothing by themselves."""
    return bool(_SEVERAL.fullmatch(target) or _ORDINAL.fullmatch(target) or _THERE.fullmatch(target))


def pointed_at(target: str, context: Context, resolver: Resolver) -> str:
    """What is meant, by its names; the words as they are where nothing fits."""
    if match := _SEVERAL.fullmatch(target):
        count = 2 if match["both"] else match["count"] or match["all"]
        names = context.several(None if match["every"] else int(count))
        return " and ".join(names) if len(names) > 1 or _is_group(names, resolver) else target
    if match := _ORDINAL.fullmatch(target):
        names, place = context.several(), _PLACES[match["which"]]
        return names[place] if len(names) > max(1, place) else target
    if match := _THERE.fullmatch(target):
        room = _room_of(context, resolver)
        return f"{match['what']} in the {room}" if room else target
    return target


def all_of(target: str, names: Iterable[str]) -> str:
    """ "Both of them", said of what was told something in the same breath; else nothing."""
    match, told = _SEVERAL.fullmatch(target), list(dict.fromkeys(names))
    if match is None or len(told) < _TWO:
        return ""
    count = _TWO if match["both"] else int(match["count"] or match["all"] or len(told))
    return " and ".join(told) if count == len(told) else ""


def others(target: str, context: Context, resolver: Resolver, before: tuple[str, ...]) -> Target | None:
    """ "All the other fans", "the rest of the workshop": all but those that were dealt with just before."""
    if match := _REST.fullmatch(target):
        bare = match["of"].removeprefix("the ")
        those = f"everything in {match['of']}" if resolver.is_place(bare) else f"all {bare}"
        return Target(those, before) if before else Target()
    match = _OTHERS.fullmatch(target)
    spared = before or tuple(context.several(1))
    if match is None or not spared or match["kind"] in ("one", "ones"):
        return None
    return Target(f"all {pointed_at(match['kind'], context, resolver)}", spared)


def _is_group(names: list[str], resolver: Resolver) -> bool:
    found = resolver.resolve(names[0]) if len(names) == 1 else None
    return isinstance(found, Matched) and len(found.devices) > 1


def _room_of(context: Context, resolver: Resolver) -> str:
    """The one room of what was spoken of last."""
    names = context.several(1)
    found = resolver.resolve(names[0]) if names else None
    rooms = {device.room for device in found.devices} if isinstance(found, Matched) else set()
    return rooms.pop().lower() if len(rooms) == 1 else ""
