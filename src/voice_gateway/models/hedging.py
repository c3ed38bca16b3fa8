"""A second server is asked where the first takes unusually long to begin, and who begins first answers.

Only for what is read and said: where a model may call a tool, one server is asked, and no other meanwhile.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

import httpx

_KNOWN: Final = 8
"""So many beginnings must have been seen before one can be called late."""

_LATE: Final = 0.95
"""The share of recent beginnings that came earlier than what is late."""

_LEAST: Final = 0.3
_SHARE: Final = 0.1
"""Of ten requests one may be asked twice, so that a pool that is slow is not made slower."""

_MAY_ACT: Final = ("tools", "functions", "format", "response_format")
"""What a request has whose answer may become a call."""

Asking = Callable[[], Coroutine[Any, Any, httpx.Response]]


class Pace:
    """How long a server took to begin its last answers."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=50)

    def note(self, seconds: float) -> None:
        self._seconds.append(seconds)

    @property
    def late(self) -> float | None:
        """Seconds after which it is late; None while nobody can tell."""
        if len(self._seconds) < _KNOWN:
            return None
        ordered = sorted(self._seconds)
        return max(_LEAST, ordered[min(len(ordered) - 1, int(_LATE * len(ordered)))])


class Hedge:
    """Asks twice now and then."""

    def __init__(self) -> None:
        self.asked = 0
        self.twice = 0

    async def first_to_begin(self, late: float, first: Asking, second: Asking) -> httpx.Response:
        self.asked += 1
        asking = {asyncio.create_task(first())}
        try:
            done, _ = await asyncio.wait(asking, timeout=late)
            if not done and self.twice < _SHARE * self.asked:
                self.twice += 1
                asking.add(asyncio.create_task(second()))
            while True:
                done, waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
                begun = next((one for one in done if not one.exception()), None)
                if begun or not waiting:
                    answer = begun or done.pop()
                    asking.discard(answer)
                    return answer.result()
                asking = waiting
        finally:
            await _let_go(asking)


async def _let_go(asking: set[asyncio.Task[httpx.Response]]) -> None:
    """Whoever was slower need not go on."""
    for one in asking:
        one.cancel()
    for left in await asyncio.gather(*asking, return_exceptions=True):
        if isinstance(left, httpx.Response):
            await left.aclose()


async def only_says(request: httpx.Request) -> bool:
    """Whether nothing can be done by what is answered: it asks a model, and offers no tool."""
    if request.method != "POST" or not isinstance(request.stream, httpx.ByteStream):
        return False
    try:
        asked = json.loads(await request.aread())
    except ValueError:
        return False
    return isinstance(asked, dict) and "messages" in asked and not any(asked.get(name) for name in _MAY_ACT)
