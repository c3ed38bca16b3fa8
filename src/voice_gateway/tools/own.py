"""The tools that the gateway brings along."""

from voice_gateway.settings import Settings
from voice_gateway.tools.clock import datetime_tool
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.search import search_tool
from voice_gateway.tools.speaker import volume_tool


def own_tools(settings: Settings) -> list[RegisteredTool]:
    """Built anew each day, since descriptions carry the date."""
    return [datetime_tool(settings.timezone), volume_tool(), search_tool(settings.search)]
