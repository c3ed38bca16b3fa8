"""A blocking completion as an asynchronous stream of its events."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from voice_gateway.engine.failure import EngineError

Json = dict[str, Any]


@dataclass(frozen=True)
class _Done:
    error: Exception | None


async def stream(
    executor: Executor, complete: Callable[[Callable[[Json], bool]], None], over: Callable[[], None]
) -> AsyncGenerator[Json, None]:
    """Run `complete` in a thread and pass on what it tells, until it ends or the caller loses interest.

    `over` is called when the thread is done with the model, which after a cancellation is a token later.
    """
    loop, events, stop = asyncio.get_running_loop(), asyncio.Queue[Json | _Done](), threading.Event()

    def tell(item: Json | _Done) -> None:
        # The loop may be gone when a cancelled completion comes to its end.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(events.put_nowait, item)

    def on_event(event: Json) -> bool:
        if not stop.is_set():
            tell(event)
        return stop.is_set()

    def work() -> None:
        error: Exception | None = None
        try:
            if not stop.is_set():
                complete(on_event)
        except Exception as caught:
            error = caught
        finally:
            over()
        tell(_Done(error))

    try:
        executor.submit(work)
    except RuntimeError as error:
        over()
        raise EngineError("the engine is shutting down", 503) from error
    try:
        while not isinstance(item := await events.get(), _Done):
            yield item
        if item.error is not None:
            raise item.error if isinstance(item.error, EngineError) else EngineError(str(item.error))
    finally:
        stop.set()
