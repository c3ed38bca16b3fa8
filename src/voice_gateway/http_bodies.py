"""The body of a request, which may be so long and take so much time to come in."""

import asyncio
from typing import Protocol

from starlette.types import Message, Receive

BODY_SECONDS = 30.0
"""For a whole body to come in. Whoever waits for the client to hang up after it may wait for ever."""


class Refuse(Protocol):
    """Makes the error with which a request is not carried out, from its HTTP status and what is said."""

    def __call__(self, status: int, message: str, /) -> Exception: ...


def bounded(receive: Receive, most: int, refused: Refuse) -> Receive:
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
            raise refused(408, f"The body did not come within {BODY_SECONDS:g} seconds.") from None
        complete = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > most:
            raise refused(413, f"The body is larger than {most:,} bytes.")
        return message

    return receiving
