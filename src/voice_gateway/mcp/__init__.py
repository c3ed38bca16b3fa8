"""Connects: MCP servers, each held in one session that outlives crashes, and their tools.

`load_servers` reads the configuration, `McpIntegration` runs the servers, `Registration` keeps a
`ToolManager` up to date with their tools, and `confirmation` is the behaviour that lets a person say yes
before a server does something that it asks about. `ForeignGuard` is the behaviour that asks about what a
server that we did not write may open. The `mcp` package is imported when the first server is
started.
"""

from voice_gateway.mcp.approval import confirmation
from voice_gateway.mcp.config import load_servers
from voice_gateway.mcp.foreign import ForeignGuard
from voice_gateway.mcp.health import ServerHealth, ServerState
from voice_gateway.mcp.integration import McpIntegration
from voice_gateway.mcp.registration import Registration
from voice_gateway.mcp.server import InProcess, McpServer, Stdio

__all__ = [
    "ForeignGuard",
    "InProcess",
    "McpIntegration",
    "McpServer",
    "Registration",
    "ServerHealth",
    "ServerState",
    "Stdio",
    "confirmation",
    "load_servers",
]
