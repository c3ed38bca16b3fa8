"""How a request to JetStream goes, and what its answer says."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Final

from voice_gateway.fleet.errors import Conflict, Unanswered

PATIENCE: Final = 6.0
"""Seconds for one request, whatever happens to the servers: another one is elected in two or three."""

_PAUSE: Final = 0.1
_WRONG_LAST: Final = (10071, 10164)


async def tries(patience: float = PATIENCE) -> AsyncIterator[int]:
    """Count the attempts, with a pause between them, until the time is over."""
    loop = asyncio.get_running_loop()
    until, attempt = loop.time() + patience, 0
    while loop.time() < until:
        yield attempt
        attempt += 1
        await asyncio.sleep(_PAUSE)


def sequence_of(reply: bytes) -> int:
    told = json.loads(reply)
    if error := told.get("error"):
        if error.get("err_code") in _WRONG_LAST:
            raise Conflict(error["description"])
        if error.get("code") == 503:
            raise TimeoutError(error["description"])
        raise Unanswered(f"NATS does not keep it: {error['description']}.")
    return int(told["seq"])


def unreached() -> tuple[type[Exception], ...]:
    from nats.errors import Error

    return (TimeoutError, Error, OSError)


def gone() -> Unanswered:
    return Unanswered(
        "The gateways' message system does not answer.", fix="See that NATS runs, and that it can be reached."
    )


def headers_of(raw: bytes) -> dict[str, str]:
    lines = raw.decode().split("\r\n")[1:]
    pairs = (line.partition(":") for line in lines if line)
    return {name: value.strip() for name, _, value in pairs}


def moment_of(told: str) -> float:
    """The server tells nanoseconds, which nobody here can read."""
    whole, _, fraction = told.removesuffix("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{fraction[:6].ljust(6, '0')}+00:00").timestamp()
