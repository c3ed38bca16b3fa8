"""The names of the home, so that the transcriber expects them."""

import re

from voice_gateway.models.text_calls import make_call
from voice_gateway.tools import ToolExecutor, ToolManager, TurnState

TOOL = "list_devices"
_NAME = re.compile(r"(?:^|[:,;]\s*|\band\s+)([^,:;()]+?)\s*\(")


async def home_names(executor: ToolExecutor, manager: ToolManager) -> tuple[str, ...]:
    """What the devices are called, whoever serves them; nothing when nobody can tell."""
    if manager.get(TOOL) is None:
        return ()
    [result] = await executor.run_all([make_call(TOOL, {})], manager.all(), TurnState())
    return tuple(dict.fromkeys(match.strip() for match in _NAME.findall(result.text))) if result.ok else ()
