"""The product with a server beside its home that somebody else wrote."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.assembled import Assemble, Assembled
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
    program = {
        "command": sys.executable,
        "args": [str(SERVERS / "other_home.py")],
        "env": {"HOUSEHOLD_LOG": str(log), "FORECAST": forecast},
        "tier": "device",
    }
    file = log.with_name("mcp.json")
    file.write_text(json.dumps({"mcpServers": {"other": program | entry}}), encoding="utf-8")
    async with assemble(*steps, **{"mcp.config": file, **(settings or {})}) as house:
        yield house
