"""Tasks that run beside others, and how they end."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

_AGAIN = 1.0
"""Seconds after which a task that goes on is told once more."""


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these and wait until they are over, whatever they end with. A library that waits with
    `asyncio.wait_for` loses a cancellation now and then before Python 3.12, so who goes on is told again."""
    known = [task for task in tasks if task is not None]
    while running := [task for task in known if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_AGAIN)
    await asyncio.gather(*known, return_exceptions=True)


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, Any]) -> AsyncIterator[None]:
    """Have something done while the block runs, and no longer."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        await end(task)
