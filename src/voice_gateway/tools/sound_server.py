"""Reads and sets the volume of PulseAudio, PipeWire or ALSA, with the program each of them ships."""

import logging
import re
import shutil
from dataclasses import dataclass
from typing import Protocol

from voice_gateway.errors import ToolError
from voice_gateway.processes import run_program

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Volume:
    level: int
    """Percent."""

    muted: bool


class SoundServer(Protocol):
    """Whatever plays sound on this machine."""

    name: str

    async def read(self) -> Volume: ...

    async def set_level(self, level: int) -> None: ...

    async def set_muted(self, muted: bool) -> None: ...


def find_sound_server() -> SoundServer:
    """The sound server of this machine, or a `ToolError` that says what to install."""
    for program, server in (("pactl", PulseServer), ("wpctl", PipeWireServer), ("amixer", AlsaMixer)):
        if shutil.which(program):
            return server()
    raise ToolError(
        "this machine has no sound server that I can control (PulseAudio, PipeWire or ALSA)",
        fix="Install one, for example: apt install pulseaudio pulseaudio-utils",
    )


class PulseServer:
    """PulseAudio, and PipeWire where it answers PulseAudio's clients."""

    name = "PulseAudio"

    async def read(self) -> Volume:
        level = _percent(await _run("pactl", "get-sink-volume", "@DEFAULT_SINK@"))
        return Volume(level, "yes" in await _run("pactl", "get-sink-mute", "@DEFAULT_SINK@"))

    async def set_level(self, level: int) -> None:
        await _run("pactl", "set-sink-volume", "@DEFAULT_SINK@", f"{level}%")

    async def set_muted(self, muted: bool) -> None:
        await _run("pactl", "set-sink-mute", "@DEFAULT_SINK@", "1" if muted else "0")


class PipeWireServer:
    """PipeWire by its own session manager."""

    name = "PipeWire"

    async def read(self) -> Volume:
        answer = await _run("wpctl", "get-volume", "@DEFAULT_AUDIO_SINK@")
        match = re.search(r"Volume:\s*([\d.]+)", answer)
        return Volume(round(float(match[1]) * 100) if match else 0, "MUTED" in answer)

    async def set_level(self, level: int) -> None:
        await _run("wpctl", "set-volume", "@DEFAULT_AUDIO_SINK@", f"{level / 100:.2f}")

    async def set_muted(self, muted: bool) -> None:
        await _run("wpctl", "set-mute", "@DEFAULT_AUDIO_SINK@", "1" if muted else "0")


class AlsaMixer:
    """A sound card without a sound server."""

    name = "ALSA"

    async def read(self) -> Volume:
        answer = await _run("amixer", "-M", "get", "Master")
        return Volume(_percent(answer), "[off]" in answer)

    async def set_level(self, level: int) -> None:
        await _run("amixer", "-q", "-M", "set", "Master", f"{level}%")

    async def set_muted(self, muted: bool) -> None:
        await _run("amixer", "-q", "set", "Master", "mute" if muted else "unmute")


def _percent(answer: str) -> int:
    match = re.search(r"(\d+)%", answer)
    if not match:
        raise ToolError("the sound server did not say how loud it is")
    return int(match[1])


async def _run(*command: str) -> str:
    done = await run_program(*command)
    if done.code:
        log.warning("%s failed: %s", " ".join(command), done.problem.strip())  # program text is not said
        raise ToolError("the sound server refused to answer")
    return done.output
