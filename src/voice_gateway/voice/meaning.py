"""What words mean in this home, so that two ways to say the same are known to be the same."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from voice_gateway.conversation import Conversation
from voice_gateway.devices import Matched, Resolver, Unknown
from voice_gateway.gateway import Gateway
from voice_gateway.voice.left_open import leaves_open, may_be_named_further
from voice_gateway.wishes import NOTHING, Asking, Errand, Part, Step, Target, Wish
from voice_gateway.wishes.actions import action_of

A_FEW = 2
"""Devices that are named one by one; more of them are "all", "everything" or a room."""


@dataclass(frozen=True)
class Meaning:
    """What is asked for, with devices instead of names."""

    wish: Wish
    words: str = ""
    """What was said, where that is all there is to it: a courtesy, a sum."""

    free: bool = False
    """Something in it may be any words at all: what is to be remembered, or bought."""

    wide: bool = field(default=False, compare=False)
    """It reaches more devices than anybody would name one by one."""

    open: bool = field(default=False, compare=False)
    """More words could still say which, where, when or what else."""


async def meaning_of(gateway: Gateway, text: str, conversation: Conversation, room: str) -> Meaning | None:
    """None for what nobody here can read, and for what names something that is not there."""
    wish = await gateway.reading_of(text, conversation, room)
    if wish is None:
        return None
    if wish == NOTHING:
        return Meaning(wish, "".join(filter(str.isalnum, text.lower())))
    if gateway.resolver is None:
        return Meaning(wish)
    parts = tuple(_settled(wish.parts, gateway.resolver, room))
    if None in parts:
        return None
    return Meaning(
        replace(wish, parts=tuple(part.read for part in parts if part)),
        free=any(errand.name or errand.items for errand in wish.errands),
        wide=any(part.wide for part in parts if part),
        open=any(part.open for part in parts if part) or leaves_open(wish, text),
    )


@dataclass(frozen=True)
class _Settled:
    """A part of a wish with its devices, where it is known which they are."""

    read: Part
    open: bool = False
    wide: bool = False


def _settled(parts: tuple[Part, ...], resolver: Resolver, room: str) -> Iterator[_Settled | None]:
    for part in parts:
        if isinstance(part, Errand) or not part.target.name:
            yield _Settled(part)
            continue
        yield _with_devices(part, resolver, room)


def _with_devices(part: Step | Asking, resolver: Resolver, room: str) -> _Settled | None:
    action = action_of(part) if isinstance(part, Step) else None
    found = resolver.resolve(part.target.words, action=action, room=room)
    if isinstance(found, Unknown):
        return None
    if not isinstance(found, Matched):
        return _Settled(part, open=True)
    target = Target(" ".join(sorted(device.id for device in found.devices)))
    further = may_be_named_further(found, part.target.words)
    return _Settled(replace(part, target=target), further, wide=len(found.devices) > A_FEW)
