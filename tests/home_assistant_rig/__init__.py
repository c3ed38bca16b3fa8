"""A real Home Assistant for tests: installed once into an environment of its own, started once a test run.

`environment` finds a fitting Python and installs; `rig` starts, introduces a user and talks to it; `bridge`
carries MCP between the transport that this version knows (SSE) and ours.
"""
