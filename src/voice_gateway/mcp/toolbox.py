"""The tools that one server offers, as LangChain objects that outlive its sessions."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from voice_gateway.errors import ToolRefused
from voice_gateway.mcp.schema_check import problem_of
from voice_gateway.mcp.server import McpServer
from voice_gateway.mcp.tool import Call, as_registered
from voice_gateway.tools.checks import check_definition
from voice_gateway.tools.registered import RegisteredTool

if TYPE_CHECKING:
    from mcp.types import Tool

log = logging.getLogger(__name__)


class Toolbox:
    """What the owner allows of what the server has. A tool stays the same object until it changes."""

    def __init__(self, server: McpServer, call: Call) -> None:
        self._server = server
        self._call = call
        self._known: dict[str, tuple[Tool, RegisteredTool]] | None = None

    @property
    def tools(self) -> tuple[RegisteredTool, ...]:
        return tuple(registered for _, registered in (self._known or {}).values())

    def update(self, definitions: Sequence["Tool"]) -> bool:
        """Take over the server's list; says whether anything changed."""
        before = self._known or {}
        after: dict[str, tuple[Tool, RegisteredTool]] = {}
        taken: set[str] = set()
        for definition in definitions:
            name = definition.name
            if not self._server.offers(name):
                continue
            if name in before and before[name][0] == definition:
                after[name] = before[name]
                taken.add(before[name][1].name)
                continue
            candidate = as_registered(self._server, definition, self._call)
            try:
                _check(candidate, taken)
            except ToolRefused as error:
                log.warning("%s: %s", self._server.name, error.message)
            else:
                after[name] = (definition, candidate)
                taken.add(candidate.name)
        changed = self._known is None or after != self._known
        self._known = after
        return changed


def _check(candidate: RegisteredTool, taken: set[str]) -> None:
    check_definition(candidate)
    if problem := problem_of(candidate.schema):
        raise ToolRefused(
            f"The tool “{candidate.name}” was refused: its arguments are no JSON Schema: {problem}."
        )
    if candidate.name in taken:
        raise ToolRefused(f"The tool “{candidate.name}” was refused: the server has another of that name.")
