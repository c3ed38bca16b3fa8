"""How a server is doing."""

from dataclasses import dataclass
from enum import StrEnum


class ServerState(StrEnum):
    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"
    """It was ready, and is being brought back."""

    FAILED = "failed"
    """The last attempt to start or reach it failed; the next one comes by itself."""

    IDLE = "idle"
    """A lazy server that nobody needs at the moment."""

    DISABLED = "disabled"


@dataclass(frozen=True)
class ServerHealth:
    """A look at one server."""

    name: str
    state: ServerState
    tools: tuple[str, ...] = ()
    tokens: int = 0
    """What the definitions of its tools cost in a prompt."""

    restarts: int = 0
    last_error: str | None = None
    pid: int | None = None
    stderr: tuple[str, ...] = ()
    """The last lines that its program wrote to stderr."""
