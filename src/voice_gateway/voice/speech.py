"""Turns text into speech."""

from typing import Protocol

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound


class Speech(Protocol):
    """Speaks one sentence at a time. Blocking."""

    name: str

    def load(self) -> None:
        """Be ready to speak. Raises `EngineError` when that cannot be."""

    def speak(self, text: str) -> Sound:
        """The sound of these words, which must be speakable already."""


def choose_speech(settings: VoiceSettings) -> Speech:
    """The voice that the settings ask for; nothing is loaded yet."""
    if settings.speech == "piper":
        from voice_gateway.voice.piper import Piper

        return Piper(settings.voice, settings.rate)
    if settings.speech == "pico":
        from voice_gateway.voice.pico import Pico

        return Pico(settings.voice, settings.rate)
    if settings.speech == "flite":
        from voice_gateway.voice.flite import Flite

        return Flite(settings.voice, settings.rate)
    if settings.speech == "cloud":
        from voice_gateway.voice.cloud import CloudSpeech

        return CloudSpeech(settings)
    from voice_gateway.voice.espeak import Espeak

    return Espeak(settings.voice, settings.rate)
