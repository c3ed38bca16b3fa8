"""Imports the library `mcp` when the first server is connected."""

import asyncio
import threading
from importlib import import_module
from typing import Final

_IMPORTING: Final = threading.Lock()
_THERE: Final = threading.Event()


async def import_sdk() -> None:
    """Beside the event loop: it takes half a second, in which nobody could be heard.

    One thread at a time: its modules import each other, so that two would wait for each other.
    """
    if not _THERE.is_set():
        await asyncio.to_thread(_import)


def _import() -> None:
    with _IMPORTING:
        import_module("mcp.client.streamable_http")
        _THERE.set()
