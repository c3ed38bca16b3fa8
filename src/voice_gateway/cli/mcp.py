"""`voice-gateway mcp`: the MCP servers, their tools, and a way to try one."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import settings_of

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.mcp import McpServer, ServerHealth
    from voice_gateway.tools import RegisteredTool

mcp_app = typer.Typer(invoke_without_command=True)

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="An mcpServers JSON file; mcp.config when not given."),
]


@mcp_app.callback()
def mcp(context: typer.Context) -> None:
    """Show the MCP servers and how they are; `test NAME` tries one."""
    if context.invoked_subcommand is None:
        list_servers(context)


@mcp_app.command("list")
def list_servers(context: typer.Context, config: Config = None) -> None:
    """Start the servers and list them with their tools, and what these cost in a prompt.

    Lazy servers are not started; `mcp test NAME` does that.
    """
    from voice_gateway.cli.terminal import show

    servers = _configured(context, config)
    if not servers:
        show("No MCP servers are configured. Name a file with them: mcp.config, or --config FILE.")
        return
    health, tools, missing = asyncio.run(_look(servers))
    show(_servers_table(servers, health), "")
    if tools:
        show(_tools_table(tools), "")
    show(*missing)


@mcp_app.command("test")
def try_server(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The server's name.")],
    config: Config = None,
) -> None:
    """Start one server, list its tools and time an answer. No tool is called."""
    from voice_gateway.errors import SettingsError

    servers = {server.name: server for server in _configured(context, config)}
    if name not in servers:
        known = f"Known are: {', '.join(servers)}." if servers else "None is configured: see mcp.config."
        raise SettingsError(f"There is no MCP server called “{name}”.", fix=known)
    server = servers[name]
    if server.disabled:
        raise SettingsError(f"“{name}” is disabled.", fix="Remove “disabled” from its entry to try it.")
    asyncio.run(_try(replace(server, lazy=False)))


def _configured(context: typer.Context, config: Path | None) -> Sequence["McpServer"]:
    from voice_gateway.mcp import load_servers

    settings = settings_of(context).settings
    path = config or settings.mcp.config
    return load_servers(path) if path else ()


async def _look(
    servers: Sequence["McpServer"],
) -> tuple[Sequence["ServerHealth"], list[tuple[str, "RegisteredTool"]], Sequence[str]]:
    from voice_gateway.mcp import McpIntegration

    heard: dict[str, Sequence[RegisteredTool]] = {}
    async with McpIntegration(servers, heard.__setitem__) as integration:
        tools = [(server, tool) for server, offered in heard.items() for tool in offered]
        return integration.health(), tools, integration.missing_abilities()


def _servers_table(servers: Sequence["McpServer"], health: Sequence["ServerHealth"]) -> "Table":
    from voice_gateway.cli.terminal import table

    rows = table("server", "reached by", "state", "tier", "tools", "tokens", numbers=("tools", "tokens"))
    for server, look in zip(servers, health, strict=True):
        state = "on first use" if look.state == "idle" else str(look.state)
        reach = "" if server.disabled else type(server.reach).__name__.lower()
        rows.add_row(look.name, reach, state, server.tier, str(len(look.tools)), str(look.tokens))
    return rows


def _tools_table(tools: Sequence[tuple[str, "RegisteredTool"]]) -> "Table":
    from voice_gateway.cli.terminal import table
    from voice_gateway.tools import never

    rows = table("tool", "server", "tier", "may change things", "tokens", numbers=("tokens",))
    for server, tool in tools:
        changes = "no" if tool.acts is never else "yes"
        rows.add_row(tool.name, server, tool.tier, changes, str(tool.tokens))
    return rows


async def _try(server: "McpServer") -> None:
    from voice_gateway.cli.terminal import show
    from voice_gateway.errors import ToolError
    from voice_gateway.mcp import McpIntegration

    began = time.perf_counter()
    async with McpIntegration([server]) as integration:
        seconds = time.perf_counter() - began
        (health,) = integration.health()
        if health.state != "ready":
            for line in health.stderr:
                typer.echo(f"{server.name}: {line}", err=True)
            raise ToolError(integration.missing_abilities()[0], fix="What it wrote to stderr stands above.")
        tools = await integration.tools_of(server.name)
        answer = await integration.ping(server.name)
    show(f"{server.name} was ready in {seconds:.1f} s and answers in {1000 * answer:.1f} ms.", "")
    show(_tools_table([(server.name, tool) for tool in tools]))
