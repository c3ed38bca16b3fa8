"""Carries MCP between SSE, which is all that this version of Home Assistant knows, and what we speak.

`python -m tests.home_assistant_rig.bridge URL` is a program to Home Assistant's server, with its token in
HOME_ASSISTANT_TOKEN; `sse_to_http` is an SSE server in front of ours.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.sse import SseServerTransport
from mcp.server.stdio import stdio_server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from voice_gateway.console import listen, serving
from voice_gateway.tasks import end


@asynccontextmanager
async def sse_to_http(url: str) -> AsyncIterator[str]:
    """The address of an SSE server that passes everything on to a streamable HTTP one."""
    transport = SseServerTransport("/messages/")

    async def connected(request: Request) -> Response:
        async with (
            transport.connect_sse(request.scope, request.receive, request._send) as near,
            streamable_http_client(url) as (read, write, _),
        ):
            await _relayed(near, (read, write))
        return Response()

    routes = [Route("/sse", connected), Mount("/messages/", transport.handle_post_message)]
    async with serving(Starlette(routes=routes), listen("127.0.0.1", 0)) as served:
        yield f"{served.url}/sse"


async def _relayed(near: Any, far: Any) -> None:
    """Everything that one says is told to the other, until one of them goes."""
    ways = {asyncio.create_task(_pass_on(near[0], far[1])), asyncio.create_task(_pass_on(far[0], near[1]))}
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    await end(*ways)
    for stream in (*near, *far):
        await stream.aclose()


async def _pass_on(source: Any, sink: Any) -> None:
    async for message in source:
        await sink.send(message)


async def _main(url: str) -> None:
    headers = {"Authorization": f"Bearer {os.environ['HOME_ASSISTANT_TOKEN']}"}
    async with sse_client(url, headers=headers) as far, stdio_server() as near:
        await _relayed(near, far)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
