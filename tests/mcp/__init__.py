"""MCP servers as real processes, well-behaved and otherwise."""
