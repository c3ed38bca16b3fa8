"""Speech by SVOX Pico, the clearest of the small ones. Apache-2.0."""

import threading
from typing import Any

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import EngineError

RATE = 16_000
DEFAULT_VOICE = "en-US"
USUAL_PACE = 165
"""Words per minute at which Pico speaks by itself; its own figure for that is 100."""


class Pico:
    """Pico in process, from the package ttspico (which is compiled when it is installed)."""

    name = "Pico"

    def __init__(self, settings: VoiceSettings) -> None:
        """The voice is en-US, en-GB, de-DE, es-ES, fr-FR or it-IT."""
        self._voice = settings.voice or DEFAULT_VOICE
        self._pace = round(100 * settings.rate / USUAL_PACE)
        self._engine: Any = None
        self._lock = threading.Lock()

    def load(self) -> None:
        if self._engine is None:
            try:
                import ttspico
            except ImportError:
                raise EngineError(
                    "Pico is not installed.", fix="Install it: apt install gcc, then pip install ttspico"
                ) from None
            try:
                self._engine = ttspico.TtsEngine(self._voice)
            except Exception as error:
                raise SettingsError(f"Pico has no voice “{self._voice}”: {error}.") from None
            self._engine.rate = self._pace

    def speak(self, text: str) -> Sound:
        with self._lock:
            self.load()
            return Sound(bytes(self._engine.speak(text)), RATE)
