"""Bounds: how often one address may ask."""

import math
import time
from collections import OrderedDict

_MOST_ADDRESSES = 4096


class Buckets:
    """A bucket of permissions for each address, refilled steadily.

    An address that was quiet may ask `burst` times at once; after that, `per_minute` times a minute.
    """

    def __init__(self, per_minute: int, *, burst: int | None = None) -> None:
        self._rate = per_minute / 60
        self._burst = float(burst if burst is not None else max(10, per_minute // 4))
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> int:
        """0 when the address may ask, and one permission is gone; else how many seconds it must wait."""
        if wait := self.peek(address):
            return wait
        left, now = self._level(address)
        self._left[address] = (left - 1, now)
        self._left.move_to_end(address)
        while len(self._left) > _MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0

    def peek(self, address: str) -> int:
        """The same without taking anything."""
        left, _ = self._level(address)
        return 0 if left >= 1 else max(1, math.ceil((1 - left) / self._rate))

    def _level(self, address: str) -> tuple[float, float]:
        now = time.monotonic()
        left, seen = self._left.get(address, (self._burst, now))
        return min(self._burst, left + (now - seen) * self._rate), now
