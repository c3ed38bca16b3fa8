"""The gateway as an MCP server: `ask`, and the tools of the home."""

from __future__ import annotations

import asyncio
import logging
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import anyio
from langchain_core.messages import ToolCall
from mcp import types
from mcp.server.lowlevel import Server

from voice_gateway import __version__
from voice_gateway.caller import Caller
from voice_gateway.console.talk import Saying
from voice_gateway.dialogue import AwaitingChoice, AwaitingYes
from voice_gateway.errors import GatewayError
from voice_gateway.tools import Approved, Result, Tier, TurnState

if TYPE_CHECKING:
    from voice_gateway.console.console import Console
    from voice_gateway.tools import RegisteredTool

log = logging.getLogger(__name__)

ASK = "ask"
PATIENCE = 60
"""Seconds a person has to say whether a guarded device may be opened."""

NEEDS_PERSON = (
    "That needs a person's yes: on the page, in the terminal or by voice, "
    "or through a program that can ask its user (MCP elicitation)."
)
_ASKED_PERSON = "Only the person's own yes counts, who is asked through your program."
_INSTRUCTIONS = "The assistant of a home. Ask it in plain words, or use the home's tools yourself."
_ASK_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {
            "type": "string",
            "description": "A question or a command in plain words.",
            "examples": ["turn on the kitchen light", "is the front door locked?"],
        },
        "conversation": {
            "type": "string",
            "description": "The id of an earlier answer, to go on from there. Omit to begin anew.",
        },
    },
    "required": ["text"],
    "additionalProperties": False,
}
_YES_OR_NO: dict[str, Any] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Do it", "default": True}},
}


def build_server(console: Console) -> Server[Any, Any]:
    """An MCP server over the console. The home's tools run through the assistant's own executor."""
    server: Server[Any, Any] = Server("voice-gateway", version=__version__, instructions=_INSTRUCTIONS)

    async def list_tools() -> list[types.Tool]:
        return [_ask_tool(), *(_as_tool(tool) for tool in _home_tools(console))]

    async def call_tool(name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        if name == ASK:
            return await _ask(server, console, arguments)
        return await _call(server, console, name, arguments)

    logging.getLogger("mcp.server.streamable_http").addFilter(_is_no_goodbye)
    server.list_tools()(list_tools)  # type: ignore[no-untyped-call]
    # The executor mends and checks arguments itself, and says what is wrong in words.
    server.call_tool(validate_input=False)(call_tool)
    return server


def _is_no_goodbye(record: logging.LogRecord) -> bool:
    """The SDK logs with a traceback that a client has ended its session."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, anyio.ClosedResourceError | anyio.BrokenResourceError):
        log.debug("An MCP client has gone")
        return False
    return True


async def _ask(server: Server[Any, Any], console: Console, arguments: dict[str, Any]) -> types.CallToolResult:
    text, name = arguments.get("text"), arguments.get("conversation")
    if not isinstance(text, str) or not (name is None or (isinstance(name, str) and 0 < len(name) <= 64)):
        return _result("“text” must be a string, and “conversation” the id of an earlier answer.", error=True)
    can_ask = _can_ask(server)
    caller = Caller(_session(server), _ASKED_PERSON if can_ask else NEEDS_PERSON)
    conversation = console.conversations.open(name, caller.name)
    try:
        answer = await console.talk.whole(Saying(text, conversation, caller=caller))
        said, waiting = answer.text, conversation.pending
        if can_ask and isinstance(waiting, AwaitingYes):
            agreed = await _confirmed(server, waiting.question.removesuffix(_ASKED_PERSON).strip())
            person = replace(caller, no_yes="")
            word = "yes" if agreed else "no"
            answer = await console.talk.whole(Saying(word, conversation, waiting.id, caller=person))
            said = f"{said} {answer.text}"
    except GatewayError as error:
        return _result(str(error), error=True)
    waiting = conversation.pending
    data = {
        "conversation": conversation.id,
        "intent": answer.intent,
        "success": answer.success,
        "outcome": answer.outcome.value,
        # A program can say which device it means; what needs a yes is not its to answer.
        "question": waiting.question if isinstance(waiting, AwaitingChoice) else None,
    }
    return _result(said, data=data)


async def _call(
    server: Server[Any, Any], console: Console, name: str, arguments: dict[str, Any]
) -> types.CallToolResult:
    gateway = console.gateway
    tools = {tool.name: tool for tool in _home_tools(console)}
    call = ToolCall(name=name, args=arguments, id=uuid.uuid4().hex)
    result = await gateway.executor.run(call, tools, TurnState())
    if result.pending and await _confirmed(server, result.pending):
        sent = dict(result.sent or arguments)
        agreed = Approved(name, sent, frozenset({result.pending}))
        repeated = ToolCall(name=name, args=sent, id=uuid.uuid4().hex)
        result = await gateway.executor.run(repeated, tools, TurnState(approved=(agreed,)))
    if result.pending:
        return _result(f"Nothing was changed. “{result.pending}” was not confirmed.", error=True)
    return _told(result)


def _home_tools(console: Console) -> list[RegisteredTool]:
    """The tools of our own home. Those of other servers are for the assistant, and not passed on."""
    return [tool for tool in console.gateway.manager.select(Tier.DEVICE) if not tool.foreign]


async def _confirmed(server: Server[Any, Any], question: str) -> bool:
    """Ask the person through the client; false when it cannot ask."""
    if not _can_ask(server):
        return False
    context = server.request_context
    try:
        async with asyncio.timeout(PATIENCE):
            reply = await context.session.elicit_form(question, _YES_OR_NO, context.request_id)
    except TimeoutError:
        return False
    return reply.action == "accept" and (reply.content or {}).get("confirm", True) is True


def _can_ask(server: Server[Any, Any]) -> bool:
    """Whether the client says that it can ask its user."""
    client = server.request_context.session.client_params
    return client is not None and client.capabilities.elicitation is not None


def _session(server: Server[Any, Any]) -> str:
    """The client's session. What one has opened is nobody else's, however it is called."""
    request = server.request_context.request
    return f"mcp {request.headers['mcp-session-id']}" if request else "mcp"


def _told(result: Result) -> types.CallToolResult:
    return _result(result.text.removeprefix("Error: "), error=not result.ok)


def _result(text: str, *, data: dict[str, Any] | None = None, error: bool = False) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structuredContent=data, isError=error)


def _ask_tool() -> types.Tool:
    return types.Tool(
        name=ASK,
        title="Ask the assistant",
        description="Ask the home's assistant: it controls devices, tells the time and looks things up.",
        inputSchema=_ASK_SCHEMA,
        annotations=types.ToolAnnotations(title="Ask the assistant", readOnlyHint=False),
    )


def _as_tool(tool: RegisteredTool) -> types.Tool:
    reads = not tool.acts({})
    return types.Tool(
        name=tool.name,
        description=tool.tool.description,
        inputSchema=tool.schema,
        annotations=types.ToolAnnotations(readOnlyHint=reads, openWorldHint=False),
    )
