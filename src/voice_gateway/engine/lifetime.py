"""How long the model stays in memory after a request: Ollama's `keep_alive`."""

import asyncio
from datetime import UTC, datetime, timedelta

from voice_gateway.engine.engine import Engine


class Lifetime:
    """Unloads the engine when the time that the last request asked for is over. For ever unless one asks."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._timer: asyncio.TimerHandle | None = None
        self._unloading: asyncio.Task[None] | None = None
        self.expires: datetime | None = None

    def extend(self, seconds: float | None) -> None:
        """Begin the time anew. Negative is for ever, nothing leaves it as it was asked for before."""
        if seconds is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.expires = None
        if 0 <= seconds < timedelta.max.total_seconds() / 1000:
            self.expires = datetime.now(UTC) + timedelta(seconds=seconds)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._unload)

    def _unload(self) -> None:
        self._unloading = asyncio.get_running_loop().create_task(self._engine.unload())
