"""Speech by Flite, the small synthesiser of Debian. Its licence is close to BSD's."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, read_wav
from voice_gateway.voice.errors import EngineError

DEFAULT_VOICE = "slt"
USUAL_PACE = 165
"""Words per minute at which Flite speaks by itself."""

LONGEST = 30
"""Seconds after which a sentence is given up."""


class Flite:
    """The program `flite`, once for each sentence: 30 to 40 ms before it is heard."""

    name = "Flite"

    def __init__(self, settings: VoiceSettings) -> None:
        """The voice is one of `flite -lv` (awb, kal16, rms, slt) or a .flitevox file."""
        self._voice = settings.voice or DEFAULT_VOICE
        self._stretch = USUAL_PACE / settings.rate

    def load(self) -> None:
        if not shutil.which("flite"):
            raise EngineError("Flite is not installed.", fix="Install it: apt install flite")

    def speak(self, text: str) -> Sound:
        with tempfile.TemporaryDirectory() as folder:
            words, spoken = Path(folder, "words"), Path(folder, "spoken.wav")
            words.write_text(text, encoding="ascii", errors="ignore")
            stretch = f"duration_stretch={self._stretch:.3f}"
            command = ["flite", "-voice", self._voice, "--setf", stretch, "-f", str(words), "-o", str(spoken)]
            try:
                subprocess.run(command, check=True, capture_output=True, timeout=LONGEST)
            except FileNotFoundError:
                raise EngineError("Flite is not installed.", fix="Install it: apt install flite") from None
            except subprocess.SubprocessError as error:
                raise EngineError(f"Flite failed: {error}.") from None
            return read_wav(spoken)
