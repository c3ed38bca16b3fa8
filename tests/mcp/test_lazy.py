"""Servers that start on first use and stop when idle."""

from pathlib import Path

import pytest

from tests.mcp.rig import Caller, eventually, household, is_running
from voice_gateway.errors import ToolError
from voice_gateway.mcp import McpIntegration, Registration, ServerState
from voice_gateway.tools import Tier, ToolManager


async def test_s24_a_lazy_server_starts_on_first_use_and_stops_when_idle(tmp_path: Path) -> None:
    manager = ToolManager()
    browser = household(
        tmp_path / "log", "playwright", lazy=True, idle=0.3, tier=Tier.BROWSER, allow=("who",), reads_web=True
    )
    async with McpIntegration([browser], Registration(manager)) as integration:
        (health,) = integration.health()
        assert (health.state, health.pid) == (ServerState.IDLE, None)
        assert integration.missing_abilities() == ()

        tools = await integration.tools_of("playwright")
        assert [(tool.name, tool.tier, tool.reads_web) for tool in tools] == [("who", Tier.BROWSER, True)]
        pid = int((await Caller(tools)("who")).text)
        assert manager.all() == integration.tools() == (), "never in an ordinary turn"

        await eventually(lambda: integration.health()[0].state is ServerState.IDLE)
        await eventually(lambda: not is_running(pid))

        again = int((await Caller(tools)("who")).text)
        assert again != pid, "the same tools start it anew"
        assert integration.health()[0].restarts == 0, "that is no restart after a crash"
        assert await integration.tools_of("playwright") == tools


async def test_a_disabled_server_is_never_started(tmp_path: Path) -> None:
    async with McpIntegration([household(tmp_path / "log", disabled=True)]) as integration:
        assert integration.health()[0].state is ServerState.DISABLED
        assert integration.missing_abilities() == ()
        with pytest.raises(ToolError, match="switched off"):
            await integration.tools_of("zwave")
