"""What the gateway tells Wyoming clients about itself."""

from typing import Any

from wyoming.info import (
    AsrModel,
    AsrProgram,
    Attribution,
    HandleModel,
    HandleProgram,
    Info,
    TtsProgram,
    TtsVoice,
    WakeModel,
    WakeProgram,
)

from voice_gateway import __version__
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.parts import VoiceParts

NAME = "voice-gateway"
_OURSELVES = Attribution(name="Voice Gateway", url="")


def describe(parts: VoiceParts, model: str) -> Info:
    """Everything that can be asked for; `model` is who answers."""
    settings = parts.settings
    languages = [settings.language]
    return Info(
        asr=[AsrProgram(**_artifact(parts.transcriber.name), models=[_asr(parts, languages)])],
        tts=[
            TtsProgram(
                **_artifact(parts.speech.name),
                voices=[TtsVoice(**_artifact(settings.voice or "default"), languages=languages)],
            )
        ],
        handle=[
            HandleProgram(
                **_artifact("answers questions and controls the home"),
                models=[HandleModel(**_artifact(model), languages=languages)],
                supports_home_control=True,
            )
        ],
        wake=[WakeProgram(**_artifact("microWakeWord"), models=[_wake(parts, settings, languages)])],
    )


def _asr(parts: VoiceParts, languages: list[str]) -> AsrModel:
    return AsrModel(**_artifact(parts.transcriber.name), languages=languages)


def _wake(parts: VoiceParts, settings: VoiceSettings, languages: list[str]) -> WakeModel:
    artifact = _artifact(parts.wake.phrase) | {"name": settings.wake_word}
    return WakeModel(**artifact, languages=languages, phrase=parts.wake.phrase)


def _artifact(description: str) -> dict[str, Any]:
    return {
        "name": NAME,
        "attribution": _OURSELVES,
        "installed": True,
        "description": description,
        "version": __version__,
    }
