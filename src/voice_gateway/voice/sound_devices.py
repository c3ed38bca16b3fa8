"""Which microphones and speakers the sound server has."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from typing import Any, Literal

from voice_gateway.voice.errors import SoundError, no_sound_server

SECONDS = 5


@dataclass(frozen=True)
class SoundDevice:
    """A microphone or a speaker."""

    kind: Literal["microphone", "speaker"]
    name: str
    """What the settings call it."""

    description: str
    is_default: bool


def sound_devices() -> list[SoundDevice]:
    """All of them, microphones first. Raises `SoundError` when there is no sound server to ask."""
    if not shutil.which("pactl"):
        raise SoundError(
            "The sound server cannot be asked for its devices.", fix="Install: apt install pulseaudio-utils"
        )
    defaults = _ask("info")
    return [
        *_devices("microphone", _ask("list", "sources"), defaults.get("default_source_name")),
        *_devices("speaker", _ask("list", "sinks"), defaults.get("default_sink_name")),
    ]


def _devices(
    kind: Literal["microphone", "speaker"], listing: list[dict[str, Any]], default: str | None
) -> list[SoundDevice]:
    return [
        SoundDevice(
            kind,
            entry["name"],
            entry.get("description") or entry["name"],
            entry["name"] == default,
        )
        for entry in listing
        # What a speaker plays can be listened to as well, but nobody speaks there.
        if kind == "speaker" or not entry["name"].endswith(".monitor")
    ]


def _ask(*question: str) -> Any:
    try:
        answer = subprocess.run(
            ["pactl", "--format=json", *question], check=True, capture_output=True, timeout=SECONDS
        )
        return json.loads(answer.stdout)
    except (subprocess.SubprocessError, ValueError):
        raise no_sound_server() from None
