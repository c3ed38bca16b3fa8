"""Speech by Piper: natural voices, each a file that is downloaded once. GPL-3."""

import threading
from pathlib import Path
from typing import Any

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import EngineError

USUAL_PACE = 165


class Piper:
    """A Piper voice, in process."""

    name = "Piper"

    def __init__(self, settings: VoiceSettings) -> None:
        """The voice is the .onnx file of one; its .onnx.json lies beside it."""
        self._file = Path(settings.voice).expanduser() if settings.voice else None
        self._stretch = USUAL_PACE / settings.rate
        self._voice: Any = None
        self._lock = threading.Lock()

    def load(self) -> None:
        if self._voice is not None:
            return
        try:
            from piper import PiperVoice
        except ImportError:
            raise EngineError("Piper is not installed.", fix="Install it: pip install piper-tts") from None
        if self._file is None or not self._file.is_file():
            raise SettingsError(
                f"There is no Piper voice at {self._file}." if self._file else "No Piper voice is chosen.",
                fix="Get one (python -m piper.download_voices en_US-lessac-low) and set voice.voice to its "
                ".onnx file.",
            )
        self._voice = PiperVoice.load(self._file)

    def speak(self, text: str) -> Sound:
        from piper import SynthesisConfig

        with self._lock:
            self.load()
            chunks = list(self._voice.synthesize(text, SynthesisConfig(length_scale=self._stretch)))
        rate = chunks[0].sample_rate if chunks else USUAL_PACE
        return Sound(b"".join(chunk.audio_int16_bytes for chunk in chunks), rate)
