"""The voice tests' own room, freshly aired."""

import subprocess
import warnings
from contextlib import suppress
from pathlib import Path

import pytest

from tests.voice.rig import need_voice

with warnings.catch_warnings(), suppress(ImportError):
    # The protocol's own package still uses a module that Python 3.13 has dropped; it brings a substitute.
    warnings.simplefilter("ignore", DeprecationWarning)
    import wyoming.audio  # noqa: F401


@pytest.fixture
def quiet_room(sound_server: Path) -> Path:
    """The sound server with its speaker at full volume, whatever other tests did to it."""
    need_voice()
    for command in ("set-sink-volume speaker 100%", "set-sink-mute speaker 0"):
        subprocess.run(["pactl", *command.split()], check=True, capture_output=True)
    return sound_server
