"""The wire to a server object inside the gateway."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from voice_gateway.mcp.server import InProcess
from voice_gateway.mcp.wire import Wire
from voice_gateway.tasks import end


@asynccontextmanager
async def in_process_wire(reach: InProcess) -> AsyncIterator[Wire]:
    """Run the server in a task of its own; end it on leaving."""
    from mcp.shared.memory import create_client_server_memory_streams

    # FastMCP wraps a low-level server and offers no public way to run it over given streams.
    server: Any = getattr(reach.server, "_mcp_server", reach.server)
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    async with create_client_server_memory_streams() as (near, far):
        running = asyncio.create_task(server.run(*far, server.create_initialization_options()))
        running.add_done_callback(lambda _: None if ended.done() else ended.set_result("it stopped"))
        try:
            yield Wire(*near, ended)
        finally:
            await end(running)
