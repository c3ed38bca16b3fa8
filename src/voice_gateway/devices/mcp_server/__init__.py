"""The home as an MCP server: six tools over standard input and output, or over HTTP.

`run_stdio` and `run_http` serve a home; `DeviceTools` answers the same calls in process. Try it from a
terminal with `voice-gateway zwave-mcp --help`.
"""
