"""The devices whose names come nearest to one that does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.device import Device

_NEAR = 50
_MOST = 3


def nearest(text: str, devices: Sequence[Device]) -> tuple[Device, ...]:
    """At most three devices that may have been meant. Only ever said, never switched."""
    from rapidfuzz import fuzz, process

    wanted = " ".join(roots(text))
    if not wanted:
        return ()
    names = [" ".join(dict.fromkeys(roots(f"{device.room} {device.name}"))) for device in devices]
    found = process.extract(wanted, names, scorer=fuzz.token_set_ratio, score_cutoff=_NEAR, limit=_MOST)
    return tuple(devices[place] for _, _, place in found)
