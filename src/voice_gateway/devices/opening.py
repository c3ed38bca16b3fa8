"""Chooses the home: the Z-Wave network when an address is given, else a simulated one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from voice_gateway.devices.home import Home


def open_home(*, zwave_url: str | None = None, file: Path | None = None) -> Home:
    """The home to act on, not started yet."""
    if zwave_url:
        from voice_gateway.devices.zwave import ZwaveHome

        return ZwaveHome(zwave_url)
    from voice_gateway.devices.simulated import load_home

    return load_home(file)
