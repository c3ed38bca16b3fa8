"""The gateway's process: started, watched, harmed and killed."""

import asyncio
import json
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from tests.ports import free_port

from bench.soak import tides
from bench.soak.blocks import Block

DEADLINE = 6.0
_WARMED_UP = 10
"""Seconds of a life after which its memory is taken for what it needs."""


class GatewayProcess:
    """One gateway at a time; what it keeps on disk outlives it."""

    def __init__(self, folder: Path, model: str, home: str) -> None:
        self._folder = folder
        self._port, self.satellites = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._settings = {
            "provider": "ollama",
            "ollama.base_url": model,
            "home.zwave_url": home,
            "console.port": self._port,
            "mcp.config": str(self._mcp_config()),
            "search.browser": False,
            "search.backends": ["searxng"],
            "turn.deadline": DEADLINE,
        }
        self.up = asyncio.Event()
        self.starts = 0
        self.blocks: list[Block] = []
        """What kept its event loop, the worst of every tenth of a second."""

        self.growth = 0
        """Bytes by which the memory of one life grew, at most."""

        self._process: asyncio.subprocess.Process
        self._watching: asyncio.Task[None]

    @asynccontextmanager
    async def running(self) -> AsyncIterator["GatewayProcess"]:
        await self._start()
        try:
            yield self
        finally:
            await self._kill()

    async def restart(self) -> None:
        """SIGKILL, and a new life."""
        self.starts += 1
        self.up.clear()
        await self._kill()
        await self._start()

    async def move_clock(self, _seconds: float) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGUSR1)

    async def fill_disk(self, seconds: float) -> None:
        """Let no file grow for a while, which is all that a process sees of a full disk."""
        process = self._process
        if process.returncode is not None:
            return
        for largest, pause in ((0, seconds), (resource.RLIM_INFINITY, 0)):
            with suppress(ProcessLookupError):
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
            await asyncio.sleep(pause)

    async def kill_child(self, _seconds: float) -> None:
        with suppress(OSError, ValueError):
            pid = int((self._folder / "tides.pid").read_text(encoding="ascii"))
            if str(self._folder) in _command(pid):
                os.kill(pid, signal.SIGKILL)

    def _mcp_config(self) -> Path:
        file = self._folder / "mcp.json"
        arguments = [tides.__file__, str(self._folder / "tides.pid")]
        server = {"command": sys.executable, "args": arguments}
        file.write_text(json.dumps({"mcpServers": {"tides": server}}), encoding="utf-8")
        return file

    async def _start(self) -> None:
        environment = os.environ | {"XDG_DATA_HOME": str(self._folder), "XDG_CACHE_HOME": str(self._folder)}
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bench.soak.gateway", json.dumps(self._settings),
                f"tcp://127.0.0.1:{self.satellites}",
                env=environment, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        await self._answers()
        self._watching = asyncio.create_task(self._watch(self._process))
        self.up.set()

    async def _answers(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, trust_env=False) as http:
            while True:
                if self._process.returncode is not None:
                    log = (self._folder / "log").read_text(encoding="utf-8", errors="replace")
                    raise RuntimeError(f"the gateway did not start:\n{log[-3000:]}")
                with suppress(httpx.HTTPError):
                    if (await http.get("/api/about")).json()["warm"]:
                        return
                await asyncio.sleep(0.1)

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        seconds, before = 0, 0
        async for told in process.stdout:
            self.blocks += [Block(**block) for block in json.loads(told)]
            seconds += 1
            if used := _memory(process.pid):
                before = used if seconds <= _WARMED_UP else before
                self.growth = max(self.growth, used - before)

    async def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        if hasattr(self, "_watching"):
            await asyncio.gather(self._watching, return_exceptions=True)


def _command(pid: int) -> str:
    """How this process was started: one that ended long ago may have left its number to another."""
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")


def _memory(pid: int) -> int:
    """Bytes of this process that are in memory; none when it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return 0
