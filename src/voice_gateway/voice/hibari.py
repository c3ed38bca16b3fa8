"""Speech by Hibari: a natural voice in eight megabytes, many times quicker than it speaks. Apache-2.0."""

import threading
from typing import Any

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, from_samples
from voice_gateway.voice.errors import EngineError, not_installed

DEFAULT_VOICE = "heart"
USUAL_PACE = 165
"""Words per minute at which Hibari speaks by itself."""

SLOWEST, FASTEST = 0.5, 2.0


class HibariSpeech:
    """Hibari in process, on one thread: it takes a hundredth of the time that its words last."""

    name = "Hibari"

    def __init__(self, settings: VoiceSettings) -> None:
        """The voice heart is in the package; emma, fable, fenrir and kore are downloaded when chosen."""
        self._voice = settings.voice or DEFAULT_VOICE
        self._speed = min(FASTEST, max(SLOWEST, settings.rate / USUAL_PACE))
        self._engine: Any = None
        self._lock = threading.Lock()

    def load(self) -> None:
        with self._lock:
            self._loaded()

    def speak(self, text: str) -> Sound:
        with self._lock:
            engine = self._loaded()
            return from_samples(engine(text, speed=self._speed), engine.sample_rate)

    def _loaded(self) -> Any:
        if self._engine is None:
            try:
                from hibari import Hibari
            except ImportError:
                raise not_installed("hibari-tts") from None
            try:
                engine = Hibari(self._voice)
            except ValueError:
                raise SettingsError(
                    f"Hibari has no voice called “{self._voice}”.",
                    fix="Set voice.voice to heart, emma, fable, fenrir or kore.",
                ) from None
            except RuntimeError as error:
                raise EngineError(
                    f"Hibari's voice “{self._voice}” cannot be had: {error}.",
                    fix="Set voice.voice to heart, which is in the package.",
                ) from None
            engine("Ready.")  # what reads words is loaded with the first of them
            self._engine = engine
        return self._engine
