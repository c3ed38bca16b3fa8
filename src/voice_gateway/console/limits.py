"""Bounds: how often one address may ask, and how much it may send."""

import asyncio
import math
import time
from collections import OrderedDict

from starlette.types import Message, Receive

from voice_gateway.console.refused import Refused

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


BODY_SECONDS = 30.0
"""For a whole body to come in. Whoever waits for the client to hang up after it may wait for ever."""


def bounded(receive: Receive, most: int) -> Receive:
    """Stop reading a body that turns out longer than it may be, in bytes or in time."""
    taken, complete = 0, False
    ends = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receiving() -> Message:
        nonlocal taken, complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise Refused(408, f"The body did not come within {BODY_SECONDS:g} seconds.") from None
        complete = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > most:
            raise Refused(413, f"The body is larger than {most:,} bytes.", fix="Send less at once.")
        return message

    return receiving
