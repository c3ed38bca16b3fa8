"""`control_speaker_volume`: the loudness of this machine's speaker, through its sound server."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from voice_gateway.errors import ToolError
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.descriptions import describe
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.sound_server import SoundServer, find_sound_server
from voice_gateway.tools.structured import structured
from voice_gateway.tools.tier import Tier

STEP = 10
"""Percent points of one “up” or “down”."""

Action = Literal["get", "set", "up", "down", "mute", "unmute"]


def volume_tool() -> RegisteredTool:
    """The tool. The sound server is looked for at each call, since it may come and go."""

    async def control_speaker_volume(
        action: Annotated[Action, Field(description='Good: "up". Bad: "louder".')],
        level: Annotated[
            int | None, Field(description='Percent, with action "set". Good: 30. Bad: "half".', ge=0, le=100)
        ] = None,
    ) -> str:
        return await change_volume(find_sound_server(), action, level)

    return RegisteredTool(
        structured(
            control_speaker_volume,
            "control_speaker_volume",
            describe("control_speaker_volume", local_now().date()),
        ),
        Tier.VOLUME,
        acts=_changes_volume,
        mandatory=True,
    )


async def change_volume(server: SoundServer, action: Action, level: int | None) -> str:
    """Do it, and say what the sound server reports afterwards."""
    before = await server.read()
    match action:
        case "set" if level is None:
            raise ToolError('"set" needs a level between 0 and 100')
        case "set":
            await server.set_level(level or 0)
        case "up" | "down":
            step = level or STEP
            await server.set_level(max(0, min(100, before.level + (step if action == "up" else -step))))
        case "mute" | "unmute":
            await server.set_muted(action == "mute")
        case "get":
            pass
    if action in ("set", "up") and before.muted:
        await server.set_muted(False)
    now = await server.read()
    muted = " and muted" if now.muted else ""
    return f"The volume is {'' if action == 'get' else 'now '}{now.level} percent{muted}."


def _changes_volume(arguments: Mapping[str, Any]) -> bool:
    return arguments.get("action") != "get"
