"""The devices whose names come nearest to one that does not exist."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.device import Device

_NEAR = 50
_MOST = 3
_HEARD = tuple(
    (re.compile(written), heard)
    for written, heard in (
        ("sh|ch", "S"), ("th", "T"), ("ph", "f"), ("ck", "k"), ("c(?=[eiy])", "s"), ("[cq]", "k"),
        ("x", "ks"),
        ("z", "s"), ("^[aeiou]", "A"), ("(?<!^)[aeiouyhw]", ""), (r"(.)\1+", r"\1"),
    )
)  # fmt: skip
"""Letters, and what is heard of them: a hall may be written "haul", and is no wall."""


def nearest(text: str, devices: Sequence[Device]) -> tuple[Device, ...]:
    """At most three devices that may have been meant. Only ever said, never switched."""
    from rapidfuzz import fuzz, process

    wanted = " ".join(roots(text))
    if not wanted:
        return ()
    names = [" ".join(dict.fromkeys(roots(f"{device.room} {device.name}"))) for device in devices]
    found = process.extract(wanted, names, scorer=fuzz.token_set_ratio, score_cutoff=_NEAR, limit=_MOST)
    return tuple(devices[place] for _, _, place in found)


def misheard(text: str, devices: Sequence[Device]) -> Device | None:
    """The one device whose name has the same sounds: "tea earn" for the tea urn. Only ever asked about."""
    wanted = _sounds(text)
    found = [
        device
        for device in devices
        if wanted in map(_sounds, (device.name, f"{device.room} {device.name}", *device.aliases))
    ]
    return found[0] if len(found) == 1 and len(wanted) > 2 else None


def _sounds(name: str) -> str:
    """The consonants as they are heard, and how it begins; where words end is not heard."""
    text = "".join(character for character in name.lower().removeprefix("the ") if character.isalnum())
    for written, heard in _HEARD:
        text = written.sub(heard, text)
    return text
