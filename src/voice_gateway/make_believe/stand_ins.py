"""Tools that look the same to a model and do nothing: an evaluation neither searches nor makes noise."""

from typing import Any

from langchain_core.tools import StructuredTool

from voice_gateway.settings import Settings
from voice_gateway.tools import RegisteredTool, Tier, own_tools

NOTHING_FOUND = "Nothing was found."
VOLUME = "The volume is 40 percent."


def own_stand_ins(settings: Settings) -> tuple[RegisteredTool, ...]:
    """The gateway's own tools, with the clock alone being real."""
    return tuple(tool if tool.tier is Tier.DATETIME else _quiet(tool) for tool in own_tools(settings))


def _quiet(tool: RegisteredTool) -> RegisteredTool:
    words = VOLUME if tool.tier is Tier.VOLUME else NOTHING_FOUND

    async def answer(**_arguments: Any) -> str:
        return words

    original = tool.tool
    stand_in = StructuredTool(
        name=original.name,
        description=original.description,
        args_schema=original.args_schema,
        coroutine=answer,
    )
    return RegisteredTool(
        stand_in, tool.tier, acts=tool.acts, reads_web=tool.reads_web, mandatory=tool.mandatory
    )
