"""A household over MCP. What it did is written to the file named by HOUSEHOLD_LOG, one line per action."""

import asyncio
import os
import sys
from typing import Annotated, Any

from mcp.server.fastmcp import Context, FastMCP, Image
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

READS = ToolAnnotations(readOnlyHint=True)

server = FastMCP("household", log_level="ERROR", port=int(os.environ.get("HOUSEHOLD_PORT", "8000")))


class Confirm(BaseModel):
    """A yes."""

    confirm: bool


def note(line: str) -> None:
    with open(os.environ["HOUSEHOLD_LOG"], "a", encoding="utf-8") as log:
        log.write(line + "\n")


def seen(line: str) -> bool:
    """Whether this process, or one before it, was here already."""
    with open(os.environ["HOUSEHOLD_LOG"], "a+", encoding="utf-8") as log:
        log.seek(0)
        return f"{line}\n" in log.readlines()


@server.tool(annotations=READS)
def who() -> str:
    """The server's process id."""
    return str(os.getpid())


@server.tool(annotations=READS)
def variable(name: str) -> str:
    """A variable of the server's environment."""
    return os.environ.get(name, "(not set)")


@server.tool(annotations=READS)
async def echo(config: Annotated[str, Field(description="what to repeat")], seconds: float = 0) -> str:
    """Repeats, after a while."""
    await asyncio.sleep(seconds)
    return config


@server.tool(annotations=READS)
async def fragile_read() -> str:
    """The first reader ever dies while reading."""
    if not seen("read"):
        note("read")
        os._exit(9)
    return "21 degrees"


@server.tool(annotations=ToolAnnotations(idempotentHint=True))
async def fragile_setting() -> str:
    """The first one to set it dies while setting."""
    if not seen("set"):
        note("set")
        os._exit(9)
    return "set to 21 degrees"


@server.tool()
async def fragile_action() -> str:
    """Acts, and dies before it can say so."""
    note("acted")
    os._exit(9)


@server.tool()
async def switch(device: str, seconds: float = 0) -> str:
    """Switches a device."""
    note(f"begin {device}")
    await asyncio.sleep(seconds)
    note(f"end {device}")
    return f"{device} is now on"


@server.tool()
async def unlock(door: str, context: Context[Any, Any, Any], note_text: str | None = None) -> str:
    """Unlocks a door."""
    answer = await context.elicit(f"Unlock the {door}? Say yes to confirm.", Confirm)
    if answer.action != "accept" or not answer.data.confirm:
        return f"The {door} stays locked."
    note(f"unlocked {door}")
    return f"The {door} is now unlocked."


@server.tool()
def broken() -> str:
    """Always fails."""
    raise ValueError("the lamp is out of reach")


@server.tool(annotations=READS, structured_output=False)
def picture() -> list[Any]:
    """A picture with a word about it."""
    return ["The garden:", Image(data=b"\x89PNG", format="png")]


@server.tool(annotations=READS, description="Looks up one thing. " * 120)
def talkative() -> str:
    return "short"


@server.tool(annotations=READS, name="calendar.next")
def calendar_next() -> str:
    """The next event."""
    return "dentist"


@server.tool()
async def grow(context: Context[Any, Any, Any]) -> str:
    """Learns a new tool."""

    def newcomer() -> str:
        """New here."""
        return "hello"

    server.add_tool(newcomer)
    await context.session.send_tool_list_changed()
    return "grown"


if __name__ == "__main__":
    server.run("streamable-http" if "--http" in sys.argv else "stdio")
