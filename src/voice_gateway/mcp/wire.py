"""What every transport hands to a connection."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage


@dataclass(frozen=True)
class Wire:
    """Two streams of messages, and news of their end."""

    read: "MemoryObjectReceiveStream[SessionMessage | Exception]"
    write: "MemoryObjectSendStream[SessionMessage]"
    ended: asyncio.Future[str]
    """Gets the reason when the other side can no longer be spoken to."""

    pid: int | None = None
    is_alive: Callable[[], bool] = lambda: True
    """A look at the other side, right before something is sent to it."""
