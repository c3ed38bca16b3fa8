"""A server's tool in LangChain's form.

The adapters of LangChain are not used: their tools hold on to one session, lose answers that contain audio
and mistake an argument called `config` for LangChain's own.
"""

import json
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.tools import BaseTool
from pydantic import Field

from voice_gateway.errors import ToolError
from voice_gateway.mcp.server import McpServer
from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools.checks import MAX_DESCRIPTION_TOKENS
from voice_gateway.tools.registered import RegisteredTool, always, never

if TYPE_CHECKING:
    from mcp.types import CallToolResult, Tool

Call = Callable[["Tool", dict[str, Any]], Awaitable["CallToolResult"]]
"""Calls a tool on whatever session is alive at that moment."""

_NAME_LIMIT = 64
_PREFIX = re.compile(r"^(Error: |Error executing tool [^:]*: )+")
"""What FastMCP and others put before the words that are meant for a person."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


class McpTool(BaseTool):
    """Works across restarts of its server, because it knows the server and not the session."""

    response_format: Literal["content", "content_and_artifact"] = "content_and_artifact"
    definition: Any = Field(exclude=True, repr=False)
    call: Any = Field(exclude=True, repr=False)

    def _run(self, /, **arguments: Any) -> Any:
        raise NotImplementedError("MCP tools are asynchronous: use ainvoke")

    async def _arun(self, /, **arguments: Any) -> tuple[str, Any]:
        result = await self.call(self.definition, arguments)
        text = text_of(result)
        if result.isError:
            problem = _PREFIX.sub("", text) or f"{self.name} failed without saying why"
            raise ToolError(problem, data=result.structuredContent)
        return text, result.structuredContent


def as_registered(server: McpServer, definition: "Tool", call: Call) -> RegisteredTool:
    """The tool as the gateway's registry wants it."""
    schema = {"type": "object", "properties": {}} | definition.inputSchema
    tool = McpTool(
        name=re.sub(r"[^A-Za-z0-9_-]", "_", definition.name)[:_NAME_LIMIT],
        description=_shortened(definition.description or _title(definition)),
        args_schema=schema,
        definition=definition,
        call=call,
    )
    return RegisteredTool(
        tool,
        server.tier,
        acts=never if reads_only(server, definition) else always,
        foreign=server.foreign,
        reads_web=server.reads_web,
    )


def reads_only(server: McpServer, definition: "Tool") -> bool:
    """Whether the tool changes nothing, by its own word or by the owner's."""
    hints = definition.annotations
    return bool(hints and hints.readOnlyHint) or server.only_reads(definition.name)


def may_be_repeated(server: McpServer, definition: "Tool") -> bool:
    """Whether making the same call twice does no harm."""
    hints = definition.annotations
    return reads_only(server, definition) or bool(hints and hints.idempotentHint)


def text_of(result: "CallToolResult") -> str:
    """The text of an answer; what cannot be read aloud is only named."""
    parts = [_block_text(block) for block in result.content]
    if not any(parts) and result.structuredContent is not None:
        return json.dumps(result.structuredContent, ensure_ascii=False)
    return "\n".join(part for part in parts if part)


def _block_text(block: Any) -> str:
    match block.type:
        case "text":
            return str(block.text)
        case "resource" if hasattr(block.resource, "text"):
            return str(block.resource.text)
        case "resource_link":
            return f"[link: {block.title or block.name}]"
        case kind:
            return f"[{kind}]"


def _title(definition: "Tool") -> str:
    hints = definition.annotations
    return definition.title or (hints and hints.title) or ""


def _shortened(description: str) -> str:
    """Cut to what may be registered, at the end of a sentence where there is one."""
    description = description.strip()
    if estimate_tokens(description) < MAX_DESCRIPTION_TOKENS:
        return description
    kept = ""
    for sentence in _SENTENCE_END.split(description):
        longer = f"{kept} {sentence}".strip()
        if estimate_tokens(longer) >= MAX_DESCRIPTION_TOKENS:
            break
        kept = longer
    return kept or _first_words(description)


def _first_words(text: str) -> str:
    while estimate_tokens(text) >= MAX_DESCRIPTION_TOKENS - 1:
        text = text[: len(text) * 9 // 10]
    return text.rsplit(maxsplit=1)[0] + " …"
