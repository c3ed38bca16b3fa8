"""Playwright's MCP server as the gateway starts it: headless, forgetful, and confined to a proxy."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from voice_gateway.browser.node import Node
from voice_gateway.mcp import McpServer, Stdio
from voice_gateway.tools.tier import Tier

NAME = "browser"
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "browser_navigate": ("url",),
    "browser_snapshot": (),
    "browser_click": ("target",),
    "browser_type": ("target", "text", "submit"),
    "browser_navigate_back": (),
    "browser_wait_for": ("text", "time"),
    "browser_press_key": ("key",),
}
"""All that may be said to each tool; the server's own have more, such as the name of a file to write."""

TOOLS = tuple(ARGUMENTS)
"""All that is ever taken from the server. What runs code in a page is not among it."""

IDLE_SECONDS = 300.0

_LAUNCH = {
    # A page that talks by WebRTC would otherwise go around the proxy. The switch has had two names.
    "args": [
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    ],
}


def playwright_server(node: Node, script: Path, chromium: str, proxy: str, output: Path) -> McpServer:
    """The server, which starts when it is first asked for its tools and stops when it is idle."""
    config = output / "config.json"
    config.write_text(json.dumps({"browser": {"launchOptions": _LAUNCH}}), encoding="utf-8")
    arguments = [
        str(script),
        *("--config", str(config)),
        "--headless",
        "--isolated",
        *("--executable-path", chromium),
        *("--proxy-server", proxy),
        # Chromium goes to loopback addresses directly unless it is told not to.
        *("--proxy-bypass", "<-loopback>"),
        *("--output-dir", str(output)),
        *("--timeout-navigation", "3500"),
        *("--timeout-action", "3000"),
        *("--codegen", "none"),
        *("--image-responses", "omit"),
        "--block-service-workers",
        "--no-webmcp",
    ]
    if _is_root():
        arguments.append("--no-sandbox")  # Chromium refuses to start with one as root
    return McpServer(
        NAME,
        Stdio(node.program, tuple(arguments), cwd=output),
        tier=Tier.BROWSER,
        allow=TOOLS,
        reads=TOOLS,  # in a browser without accounts or memory, nothing that lasts is changed
        lazy=True,
        timeout=20,
        idle=IDLE_SECONDS,
        reads_web=True,
    )


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
