"""Installs Playwright's MCP server on first use, in the versions that this package was tested with."""

import asyncio
import hashlib
import logging
import shutil
import tempfile
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from voice_gateway.browser.node import Node
from voice_gateway.errors import ToolError
from voice_gateway.processes import run_program
from voice_gateway.tasks import end

_SECONDS = 180
_MANIFEST = ("package.json", "package-lock.json", ".npmrc")

Announce = Callable[[str], None]
log = logging.getLogger(__name__)


class Installation:
    """A folder that npm fills once. It is named for the lockfile, so that a new version is a new folder."""

    def __init__(self, folder: Path, node: Node, announce: Announce = log.warning) -> None:
        lock = files(__package__).joinpath("npm/package-lock.json").read_bytes()
        self._folder = folder / f"playwright-mcp-{hashlib.sha256(lock).hexdigest()[:12]}"
        self._node = node
        self._announce = announce
        self._running: asyncio.Task[None] | None = None

    @property
    def script(self) -> Path:
        """What Node runs."""
        return self._folder / "node_modules/@playwright/mcp/cli.js"

    async def ready(self) -> None:
        """Return when it is installed; `ToolError` with the reason when it cannot be.

        Whoever waits may give up: the installation goes on and is there the next time.
        """
        if self.script.exists():
            return
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._install(), name="install the browser's server")
        await asyncio.shield(self._running)

    async def close(self) -> None:
        """End an installation that is under way."""
        await end(self._running)

    async def _install(self) -> None:
        self._announce("Installing what drives the browser, once (about 20 MB) …")
        parent = self._folder.parent
        try:
            parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=parent, prefix=".installing-") as scratch:
                fresh = Path(scratch) / "fresh"
                _copy_manifest(fresh)
                await self._npm(fresh)
                if not self._folder.exists():  # another gateway may have been quicker
                    fresh.rename(self._folder)
        except OSError as error:
            raise ToolError(f"the browser's server could not be installed: {error}") from None
        self._announce("The browser is ready.")

    async def _npm(self, folder: Path) -> None:
        command, environment = [*self._node.npm, "ci", "--no-progress"], dict(self._node.environment)
        try:
            async with asyncio.timeout(_SECONDS):
                done = await run_program(*command, cwd=folder, env=environment)
        except TimeoutError:
            raise ToolError(f"npm did not finish within {_SECONDS} seconds", fix=_FIX) from None
        if done.code:
            raise ToolError(f"npm could not install the browser's server: {_reason(done.problem)}", fix=_FIX)


_FIX = "Check that this machine reaches the npm registry, or set search.browser = false."


def _copy_manifest(folder: Path) -> None:
    folder.mkdir()
    for name in _MANIFEST:
        with as_file(files(__package__).joinpath("npm", name)) as source:
            shutil.copy(source, folder / name)


def _reason(said: str) -> str:
    lines = [line for line in said.splitlines() if line.startswith("npm error")]
    return " ".join(lines[:2]).replace("npm error ", "").strip() or "it did not say why"
