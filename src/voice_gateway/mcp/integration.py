"""All MCP servers of the home behind one object."""

import asyncio
import time
from collections.abc import Iterable
from typing import Self

from voice_gateway.errors import SettingsError
from voice_gateway.mcp.health import ServerHealth, ServerState
from voice_gateway.mcp.held import HeldServer
from voice_gateway.mcp.registration import Listener
from voice_gateway.mcp.server import McpServer
from voice_gateway.tools.registered import RegisteredTool


class McpIntegration:
    """Holds one session per server for as long as the gateway runs.

    `listener` is told about the tools of ordinary servers as they become known, which for a slow server may
    be long after `start` has returned. Use it as `async with`, or call `start` and `close`.
    """

    def __init__(self, servers: Iterable[McpServer], listener: Listener | None = None) -> None:
        self._listener = listener
        self._held: dict[str, HeldServer] = {}
        for server in servers:
            if server.name in self._held:
                raise SettingsError(f"There are two MCP servers called “{server.name}”.", fix="Rename one.")
            self._held[server.name] = HeldServer(server, lambda name=server.name: self._tell(name))  # type: ignore[misc]

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start all servers, and wait for the first attempt of each: ours first, then all others side by
        side, so that the names of our tools are taken when theirs come.

        Nobody is waited for longer than its own timeout; a slow one goes on by itself.
        """
        for foreign in (False, True):
            group = [held for held in self._held.values() if held.server.foreign is foreign]
            for held in group:
                held.start()
            eager = [held for held in group if not held.server.lazy and not held.server.disabled]
            await asyncio.gather(*(held.first_attempt(held.server.timeout) for held in eager))

    async def close(self) -> None:
        """End all sessions and programs, within three seconds."""
        await asyncio.gather(*(held.stop() for held in self._held.values()))

    def tools(self) -> tuple[RegisteredTool, ...]:
        """The tools of ordinary servers that are known so far."""
        return tuple(tool for held in self._held.values() if held.server.ordinary for tool in held.tools)

    async def ping(self, name: str) -> float:
        """How many seconds the server takes to answer, without calling a tool."""
        connection = await self._server(name).live(0)
        began = time.perf_counter()
        await connection.session.send_ping()
        return time.perf_counter() - began

    async def tools_of(self, name: str) -> tuple[RegisteredTool, ...]:
        """The tools of one server, which is started if it is lazy; `ToolError` when it does not come."""
        held = self._server(name)
        await held.live(held.server.timeout)
        return held.tools

    def health(self) -> tuple[ServerHealth, ...]:
        """How every server is doing, in the order of the configuration."""
        return tuple(held.health() for held in self._held.values())

    def missing_abilities(self) -> tuple[str, ...]:
        """A sentence for every server that is down, such as "The home (zwave) is not reachable: …"."""
        return tuple(trouble for held in self._held.values() if (trouble := held.trouble()))

    def trouble(self, tier: str) -> str | None:
        """What is wrong with the servers of a tier, in one sentence; None when one of them works."""
        troubles = [
            held.trouble()
            for held in self._held.values()
            if held.server.tier == tier and not held.server.disabled
        ]
        return troubles[0] if troubles and all(troubles) else None

    def server_for(self, tier: str) -> str | None:
        """The first server of a tier that is not disabled, such as the browser's."""
        for held in self._held.values():
            if held.server.tier == tier and held.state is not ServerState.DISABLED:
                return held.server.name
        return None

    def _server(self, name: str) -> HeldServer:
        if name not in self._held:
            known = f"Known are: {', '.join(self._held)}." if self._held else "None is configured."
            raise SettingsError(f"There is no MCP server called “{name}”.", fix=known)
        return self._held[name]

    def _tell(self, name: str) -> None:
        held = self._held[name]
        if self._listener and held.server.ordinary:
            self._listener(name, held.tools)
