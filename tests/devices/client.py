"""A real MCP client, talking to our server in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from typing import TYPE_CHECKING, Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

from tests.forked import program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


class Client:
    """Calls tools and remembers what the person was asked."""

    def __init__(self, session: ClientSession, asked: list[str]) -> None:
        self.session = session
        self.asked = asked

    async def call(self, tool: str, **arguments: Any) -> types.CallToolResult:
        return await self.session.call_tool(tool, arguments)

    async def control(self, device: str, action: str, **more: Any) -> str:
        """The text of a control call that must not be an error."""
        result = await self.call("control_zwave_device", device=device, action=action, **more)
        assert not result.isError, text_of(result)
        return text_of(result)


def text_of(result: types.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text


@contextlib.asynccontextmanager
async def mcp_client(*options: str, answer: types.ElicitResult | None = None) -> AsyncIterator[Client]:
    """Start the server and connect. Without an answer, the client cannot ask its user."""
    asked: list[str] = []

    async def ask(context: object, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        assert answer is not None
        return answer

    own = {name: value for name, value in os.environ.items() if name.startswith("XDG_")}
    command, *arguments = (*program(), "zwave-mcp")
    server = StdioServerParameters(command=command, args=[*arguments, *options], env=own)
    with tempfile.TemporaryFile("w+") as errors:
        async with (
            stdio_client(server, errlog=errors) as (reader, writer),
            ClientSession(reader, writer, elicitation_callback=ask if answer else None) as session,
        ):
            await session.initialize()
            yield Client(session, asked)
        errors.seek(0)
        assert errors.read() == ""


async def eventually(true: Callable[[], bool]) -> None:
    """Wait until something becomes true that nobody announces."""
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110 (there is no event to wait for)
            await asyncio.sleep(0.01)
