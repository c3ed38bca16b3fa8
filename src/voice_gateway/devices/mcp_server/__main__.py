"""`python -m voice_gateway.devices.mcp_server` is the same as `voice-gateway zwave-mcp`."""

import typer

from voice_gateway.cli.zwave_mcp import zwave_mcp

typer.run(zwave_mcp)
