"""The home as an MCP server: six tools over standard input and output, or over HTTP.

`run_stdio` and `run_http` serve a home; `DeviceTools` answers the same calls in process. Try it from a
terminal with `voice-gateway zwave-mcp --help`.
"""

from voice_gateway.devices.mcp_server.definitions import ACTIONS, DEFINITIONS, Definition
from voice_gateway.devices.mcp_server.device_tools import DeviceTools

__all__ = ["ACTIONS", "DEFINITIONS", "Definition", "DeviceTools"]
