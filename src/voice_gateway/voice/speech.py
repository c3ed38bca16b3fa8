"""Turns text into speech."""

from importlib import import_module
from typing import Protocol

from voice_gateway.settings.model import SpeechEngine, VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.trimming import trimmed


class Speech(Protocol):
    """Speaks one sentence at a time. Blocking."""

    name: str

    def load(self) -> None:
        """Be ready to speak. Raises `EngineError` when that cannot be."""

    def speak(self, text: str) -> Sound:
        """The sound of these words, which must be speakable already."""


_ENGINES: dict[SpeechEngine, str] = {
    "hibari": "HibariSpeech",
    "flite": "Flite",
    "espeak": "Espeak",
    "pico": "Pico",
    "piper": "Piper",
    "kokoro": "Kokoro",
    "cloud": "CloudSpeech",
}
"""The class of each engine, in the file that is called like it."""


class AtOnce:
    """Any voice, without the silence in which it takes breath: three tenths of a second, with some."""

    def __init__(self, engine: Speech) -> None:
        self._engine = engine
        self.name = engine.name

    def load(self) -> None:
        self._engine.load()

    def speak(self, text: str) -> Sound:
        return trimmed(self._engine.speak(text))


def choose_speech(settings: VoiceSettings) -> Speech:
    """The voice that the settings ask for, as the assistant speaks; nothing is loaded yet."""
    return AtOnce(engine_for(settings))


def engine_for(settings: VoiceSettings) -> Speech:
    """The same as the engine itself speaks."""
    file = import_module(f"voice_gateway.voice.{settings.speech}")
    engine: Speech = getattr(file, _ENGINES[settings.speech])(settings)
    return engine
