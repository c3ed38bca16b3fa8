"""Servers that are objects of the gateway itself."""

from mcp.server.fastmcp import FastMCP

from tests.mcp.rig import Caller
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration
from voice_gateway.tools import Tier, ToolManager, TurnState


def small_home() -> FastMCP:
    server = FastMCP("home", log_level="ERROR")

    @server.tool()
    def switch(device: str) -> str:
        """Switches a device."""
        return f"{device} is now on"

    return server


async def test_a_server_object_is_used_without_a_process() -> None:
    async with McpIntegration([McpServer("home", InProcess(small_home()), tier=Tier.DEVICE)]) as integration:
        assert (await Caller(integration)("switch", device="lamp")).text == "lamp is now on"
        assert integration.health()[0].pid is None


async def test_s21_its_tools_are_registered_in_their_tier() -> None:
    manager = ToolManager()
    home = McpServer("home", InProcess(small_home()), tier=Tier.DEVICE)
    async with McpIntegration([home], Registration(manager)):
        assert [tool.name for tool in manager.select(Tier.DEVICE)] == ["switch"]
        assert manager.select(Tier.GENERAL) == ()


async def test_a_name_that_is_taken_is_refused_and_the_rest_goes_on() -> None:
    manager = ToolManager()
    servers = [McpServer(name, InProcess(small_home()), tier=Tier.DEVICE) for name in ("one", "two")]
    async with McpIntegration(servers, Registration(manager)) as integration:
        assert len(manager.all()) == 1
        assert len(integration.tools()) == 2


async def test_text_from_the_web_keeps_a_turn_from_acting() -> None:
    home = McpServer("home", InProcess(small_home()), tier=Tier.DEVICE)
    async with McpIntegration([home]) as integration:
        result = await Caller(integration)("switch", TurnState(read_web=True), device="lamp")
        assert not result.ok
