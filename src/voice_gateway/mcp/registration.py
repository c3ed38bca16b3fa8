"""Keeps a `ToolManager` up to date with the tools of the servers."""

import logging
from collections.abc import Callable

from voice_gateway.errors import ToolRefused
from voice_gateway.tools.manager import ToolManager
from voice_gateway.tools.registered import RegisteredTool

Listener = Callable[[str, tuple[RegisteredTool, ...]], None]
"""Is told the name of a server and its tools, whenever these become known or change."""

log = logging.getLogger(__name__)


class Registration:
    """A listener that registers what comes, replaces what changed and takes out what went.

    Tools of a server that is down stay registered: it comes back by itself, and until then they say so.
    """

    def __init__(self, manager: ToolManager) -> None:
        self._manager = manager
        self._ours: dict[str, dict[str, RegisteredTool]] = {}

    def __call__(self, server: str, tools: tuple[RegisteredTool, ...]) -> None:
        ours = self._ours.setdefault(server, {})
        for name in ours.keys() - {tool.name for tool in tools}:
            self._manager.unregister(name)
            del ours[name]
        for tool in tools:
            if ours.get(tool.name) is tool:
                continue
            try:
                (self._manager.replace if tool.name in ours else self._manager.register)(tool)
            except ToolRefused as error:
                log.warning("%s: %s", server, error.message)
            else:
                ours[tool.name] = tool
