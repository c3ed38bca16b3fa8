"""Turns other sound down while somebody speaks to the assistant."""

import re
import shutil

from voice_gateway.processes import run_program
from voice_gateway.tools import Result, ToolExecutor, ToolManager, TurnState, make_call

TOOL = "control_speaker_volume"
_LEVEL = re.compile(r"(\d+) percent(?! and muted)")


class Ducking:
    """Lowers the volume through the same tool, and the same executor, that a person's words would use."""

    def __init__(self, executor: ToolExecutor, manager: ToolManager, percent: int) -> None:
        """`percent` of the volume is kept; 100 leaves it alone."""
        self._executor = executor
        self._manager = manager
        self._percent = percent
        self._before: int | None = None

    async def lower(self) -> None:
        """Turn it down, if anything else is playing."""
        if self._percent >= 100 or self._before is not None or not await _something_plays():
            return
        match = _LEVEL.search((await self._volume(action="get")).text)
        if match:
            self._before = int(match[1])
            await self._volume(action="set", level=round(self._before * self._percent / 100))

    async def restore(self) -> None:
        """Back to where it was."""
        before, self._before = self._before, None
        if before is not None:
            await self._volume(action="set", level=before)

    async def _volume(self, **arguments: str | int) -> Result:
        calls = [make_call(TOOL, arguments)]
        [result] = await self._executor.run_all(calls, self._manager.all(), TurnState())
        return result


async def _something_plays() -> bool:
    """Whether another program plays sound now; our own stream is always there."""
    if not shutil.which("pactl"):
        return False
    listing = await run_program("pactl", "list", "sink-inputs")
    streams = listing.output.split("Sink Input #")[1:]
    return any("Corked: no" in stream and "Voice Gateway" not in stream for stream in streams)
