"""The time of day that all gateways of a home share, however their machines' clocks are set."""

from collections.abc import Callable
from typing import Final

from voice_gateway.keeping import MachineClock

_SAME: Final = 1.0
"""Seconds by which clocks may differ without anybody minding; the way to the server is part of it."""


class SharedClock(MachineClock):
    """The machine's own, moved by what the message system's is ahead where that matters."""

    def __init__(self, ahead: Callable[[], float]) -> None:
        self._ahead = ahead

    def now(self) -> float:
        ahead = self._ahead()
        return super().now() + (ahead if abs(ahead) > _SAME else 0.0)
