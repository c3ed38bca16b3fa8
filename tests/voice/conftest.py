"""The voice tests' own room, freshly aired."""

import subprocess
from pathlib import Path

import pytest

from tests.servers.ollama import DIGEST, KNOWN
from tests.voice.rig import need_voice
from voice_gateway.models.ability import remember


@pytest.fixture
def quiet_room(sound_server: Path) -> Path:
    """The sound server with its speaker at full volume, whatever other tests did to it."""
    need_voice()
    # It takes time to speak, and a model that nobody knows would be tried in the pauses.
    remember(DIGEST, KNOWN)
    for command in ("set-sink-volume speaker 100%", "set-sink-mute speaker 0"):
        subprocess.run(["pactl", *command.split()], check=True, capture_output=True)
    return sound_server
