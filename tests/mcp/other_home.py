"""The product with a server beside its home that somebody else wrote."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.assembled import Assemble, Assembled
from tests.forked import program
from tests.mcp.rig import SERVERS
from tests.servers.ollama import Step


@asynccontextmanager
async def beside_our_home(
    assemble: Assemble,
    log: Path,
    *steps: Step,
    forecast: str = "Rain.",
    settings: dict[str, Any] | None = None,
    **entry: Any,
) -> AsyncIterator[Assembled]:
    """`entry` is what the user's file says of the server, `log` is where it writes what reached it."""
    command, *arguments = program(SERVERS / "other_home.py")
    server = {
        "command": command,
        "args": arguments,
        "env": {"HOUSEHOLD_LOG": str(log), "FORECAST": forecast},
        "tier": "device",
    }
    file = log.with_name("mcp.json")
    file.write_text(json.dumps({"mcpServers": {"other": server | entry}}), encoding="utf-8")
    async with assemble(*steps, **{"mcp.config": file, **(settings or {})}) as house:
        yield house
