"""Servers to test with, and calls to them as the gateway makes them."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway.mcp import McpIntegration, McpServer, Stdio, confirmation
from voice_gateway.tools import RegisteredTool, Result, Tier, ToolExecutor, TurnState

SERVERS = Path(__file__).parent / "servers"


def household(log: Path, name: str = "zwave", **options: Any) -> McpServer:
    env = {"HOUSEHOLD_LOG": str(log), **options.pop("env", {})}
    reach = Stdio(sys.executable, (str(SERVERS / "household.py"),), env)
    return McpServer(name, reach, **{"tier": Tier.DEVICE, **options})


def misbehaving(vice: str, *arguments: str, env: dict[str, str] | None = None, **options: Any) -> McpServer:
    reach = Stdio(sys.executable, (str(SERVERS / "misbehaving.py"), vice, *arguments), env or {})
    return McpServer(vice, reach, **options)


class Caller:
    """Calls tools through an executor, as a turn does."""

    def __init__(self, source: McpIntegration | Iterable[RegisteredTool], timeout: float = 30) -> None:
        self._tools = source.tools if isinstance(source, McpIntegration) else lambda: tuple(source)
        self._executor = ToolExecutor(timeout=timeout, behaviours=[confirmation])

    async def __call__(self, tool: str, turn: TurnState | None = None, **arguments: Any) -> Result:
        bound = {registered.name: registered for registered in self._tools()}
        call = ToolCall(type="tool_call", id="1", name=tool, args=arguments)
        return await self._executor.run(call, bound, turn or TurnState())


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie has ended; only its parent has not looked yet.
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"


async def eventually(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so; fail when it never is."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for may be another process
            await asyncio.sleep(0.02)


def lines(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []
