"""Puts the six tools on the Model Context Protocol."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from mcp import types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import McpError

from voice_gateway import __version__
from voice_gateway.action_id import META, meant_as
from voice_gateway.devices.control import NotConfirmed
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS, Definition
from voice_gateway.devices.mcp_server.device_tools import DeviceTools, Now

if TYPE_CHECKING:
    from voice_gateway.devices.degrees import Degrees
    from voice_gateway.devices.guard import Guard
    from voice_gateway.devices.home import Home

PATIENCE = 60
"""Seconds a person has to answer whether a guarded device may be opened."""

_INSTRUCTIONS = (
    "Controls and reads the devices of this home. Repeat a tool's result; never claim more than it says."
)
_YES_OR_NO: dict[str, Any] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Do it", "default": True}},
}


def build_server(home: Home, guard: Guard | None = None, now: Now | None = None) -> Server[Any, Any]:
    """An MCP server over this home. The caller starts and closes the home."""
    server: Server[Any, Any] = Server("voice-gateway-zwave", version=__version__, instructions=_INSTRUCTIONS)
    tools = DeviceTools(home, guard, now) if now else DeviceTools(home, guard)

    async def confirm(question: str) -> bool:
        return await _ask(server, question)

    async def list_tools() -> list[types.Tool]:
        return [_as_tool(definition, home.registry.degrees) for definition in DEFINITIONS]

    async def call_tool(name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        if name not in {definition.name for definition in DEFINITIONS}:
            raise ValueError(f"There is no tool {name}.")
        with meant_as(_action(server)):
            answer = await tools.call(name, arguments, confirm)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structuredContent=answer.data,
            isError=answer.is_error,
        )

    server.list_tools()(list_tools)  # type: ignore[no-untyped-call]
    # Arguments are checked by the tools themselves, in words a small model can act on.
    server.call_tool(validate_input=False)(call_tool)
    return server


def _as_tool(definition: Definition, degrees: Degrees) -> types.Tool:
    return types.Tool(
        name=definition.name,
        title=definition.title,
        description=definition.description,
        inputSchema=definition.schema_in(degrees),
        annotations=types.ToolAnnotations(
            title=definition.title,
            readOnlyHint=definition.reads_only,
            idempotentHint=definition.repeatable,
            openWorldHint=False,
        ),
    )


def _action(server: Server[Any, Any]) -> str:
    """Which action the call belongs to, where its caller has said so."""
    meta = server.request_context.meta
    return str((meta.model_extra or {}).get(META, "")) if meta else ""


async def _ask(server: Server[Any, Any], question: str) -> bool:
    """Ask the person through the client. True only for a clear yes."""
    context = server.request_context
    client = context.session.client_params
    if client is None or client.capabilities.elicitation is None:
        wish = question.split("?", 1)[0]
        raise NotConfirmed(
            f"Nothing was changed. “{wish}” must be confirmed, and this program cannot ask. "
            "The owner can allow it by starting the server with --unguarded."
        )
    try:
        async with asyncio.timeout(PATIENCE):
            reply = await context.session.elicit_form(question, _YES_OR_NO, context.request_id)
    except (TimeoutError, McpError):
        # No answer, or a client that broke while asking: nobody said yes.
        return False
    return reply.action == "accept" and (reply.content or {}).get("confirm", True) is True
