"""`voice-gateway tools`: what the assistant can use, and a way to try one."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import settings_of

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.settings import Settings
    from voice_gateway.tools import RegisteredTool, ToolManager

tools_app = typer.Typer(help="List the tools, or call one.", invoke_without_command=True)


@tools_app.callback()
def list_tools(context: typer.Context) -> None:
    """List the tools by tier, with what each costs in a prompt. `tools call NAME` tries one."""
    if context.invoked_subcommand:
        return
    from voice_gateway.cli.terminal import show

    settings = settings_of(context).settings

    async def registered() -> tuple["RegisteredTool", ...]:
        async with _all_tools(settings) as manager:
            return manager.all()

    show(tools_table(asyncio.run(registered())))


@tools_app.command()
def call(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    arguments: Annotated[str, typer.Argument(help="Its arguments as a JSON object.")] = "{}",
) -> None:
    """Call one tool and print its result.

    Example: voice-gateway tools call get_current_datetime '{"timezone": "Tokyo"}'
    """
    from voice_gateway.errors import InputError
    from voice_gateway.tools import Result, ToolExecutor, TurnState, make_call

    settings = settings_of(context).settings
    try:
        given = json.loads(arguments)
    except ValueError as error:
        raise InputError(
            f"The arguments are not JSON: {error}.", fix='Write them like \'{"timezone": "Tokyo"}\''
        ) from None
    if not isinstance(given, dict):
        raise InputError(
            "The arguments must be a JSON object.", fix='Write them like \'{"timezone": "Tokyo"}\''
        )
    executor = ToolExecutor(timeout=settings.turn.tool_timeout, result_limit=settings.turn.tool_result_chars)

    async def run() -> Result:
        async with _all_tools(settings) as manager:
            [result] = await executor.run_all([make_call(name, given)], manager.all(), TurnState())
            return result

    result = asyncio.run(run())
    print(result.text)
    if not result.ok:
        raise typer.Exit(1)


@asynccontextmanager
async def _all_tools(settings: "Settings") -> AsyncIterator["ToolManager"]:
    """Our own tools, and those of the home and of all MCP servers, while the block lasts."""
    from voice_gateway.assembly import make_manager, open_home_and_servers

    manager = make_manager(settings)
    async with open_home_and_servers(settings, manager):
        yield manager


def tools_table(tools: Sequence["RegisteredTool"]) -> "Table":
    from voice_gateway.cli.terminal import table
    from voice_gateway.tools import never

    rows = table("tool", "tier", "may change things", "tokens", numbers=("tokens",))
    for tool in sorted(tools, key=lambda tool: (tool.tier, tool.name)):
        rows.add_row(tool.name, tool.tier, "no" if tool.acts is never else "yes", str(tool.tokens))
    rows.add_section()
    rows.add_row("all", "", "", str(sum(tool.tokens for tool in tools)))
    return rows
