"""Noticing that the client has gone while its answer is still being made."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import Request

from voice_gateway.engine.failure import EngineError
from voice_gateway.tasks import end

T = TypeVar("T")

_CLIENT_CLOSED_REQUEST = 499


async def unless_gone(request: Request, work: Awaitable[T]) -> T:
    """Do the work, unless the client hangs up first: then the work is cancelled and the engine free again."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise EngineError("the client has gone", _CLIENT_CLOSED_REQUEST)
        return doing.result()
    finally:
        await end(doing, gone)


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
