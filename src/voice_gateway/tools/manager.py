"""All tools by name, each in one tier."""

import logging
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoints, entry_points

from voice_gateway.errors import ToolRefused
from voice_gateway.tools.checks import check_definition
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.tier import Tier

ENTRY_POINT_GROUP = "voice_gateway.tools"

log = logging.getLogger(__name__)


@cache
def installed() -> EntryPoints:
    """What other packages offer, read once: every package of the environment is looked at for it."""
    return entry_points(group=ENTRY_POINT_GROUP)


class ToolManager:
    """Holds tools in LangChain's form. Clients convert them when they send them, never here."""

    def __init__(self) -> None:
        self._tools: dict[str, RegisteredTool] = {}
        self._tiers: dict[Tier, tuple[RegisteredTool, ...]] = {}

    def register(self, candidate: RegisteredTool) -> None:
        """Add a tool, or raise `ToolRefused` with the reason."""
        check_definition(candidate)
        if candidate.name in self._tools:
            raise ToolRefused(f"The tool “{candidate.name}” was refused: that name is taken.")
        self._tools[candidate.name] = candidate
        self._tiers.clear()

    def replace(self, candidate: RegisteredTool) -> None:
        """Put a newer definition in the place of the one with the same name."""
        check_definition(candidate)
        self._tools[candidate.name] = candidate
        self._tiers.clear()

    def unregister(self, name: str) -> None:
        self._tools.pop(name, None)
        self._tiers.clear()

    def select(self, tier: Tier) -> tuple[RegisteredTool, ...]:
        """The tools of a tier; the same tuple until a tool comes or goes, so that it can key a cache."""
        if tier not in self._tiers:
            self._tiers[tier] = tuple(tool for tool in self._tools.values() if tool.tier is tier)
        return self._tiers[tier]

    def get(self, name: str) -> RegisteredTool | None:
        return self._tools.get(name)

    def all(self) -> tuple[RegisteredTool, ...]:
        return tuple(self._tools.values())

    def load_entry_points(self) -> None:
        """Register the tools that other installed packages offer.

        An entry point names a function that returns `RegisteredTool` objects. One that fails is logged and
        skipped: a stranger's package may not keep the gateway from starting.
        """
        for entry in installed():
            try:
                offered: Iterable[RegisteredTool] = entry.load()()
                for candidate in offered:
                    self.register(candidate)
            except Exception as error:
                log.warning("Tools from %s were not loaded: %s", entry.value, error)
