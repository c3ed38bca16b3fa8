"""Looks at microphone, speaker and engines, for `voice-gateway doctor`."""

import asyncio
from collections.abc import Callable

from voice_gateway.errors import GatewayError
from voice_gateway.finding import Finding
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.microphone import PulseMicrophone
from voice_gateway.voice.speaker import PulseSpeaker
from voice_gateway.voice.speech import choose_speech
from voice_gateway.voice.transcriber import choose_transcriber
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.wake import MicroWake


async def examine_voice(settings: VoiceSettings) -> list[Finding]:
    """One finding for each part between ear and mouth. Without them, the assistant still answers text."""
    parts: list[tuple[str, Callable[[], str]]] = [
        ("microphone", lambda: _microphone(settings)),
        ("speaker", lambda: _speaker(settings)),
        ("wake word", lambda: f"“{MicroWake(settings.wake_word).phrase}”"),
        ("voice activity", _voice_activity),
        ("transcriber", lambda: _transcriber(settings)),
        ("speech", lambda: _speech(settings)),
    ]
    return [await asyncio.to_thread(_look, part, check) for part, check in parts]


def _look(part: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(part, "ok", check())
    except GatewayError as error:
        return Finding(part, "note", error.message, error.fix)


def _microphone(settings: VoiceSettings) -> str:
    PulseMicrophone(settings.microphone).check()
    return f"{settings.microphone or 'the default one'} can be opened"


def _speaker(settings: VoiceSettings) -> str:
    speaker = PulseSpeaker(settings.speaker)
    speaker.check()
    speaker.close()
    return f"{settings.speaker or 'the default one'} can be opened"


def _voice_activity() -> str:
    Silero()
    return "Silero"


def _transcriber(settings: VoiceSettings) -> str:
    transcriber = choose_transcriber(settings)
    transcriber.load()
    return f"{transcriber.name} is loaded"


def _speech(settings: VoiceSettings) -> str:
    speech = choose_speech(settings)
    speech.load()
    sound = speech.speak("ready")
    return f"{speech.name} speaks" if sound.data else f"{speech.name} says nothing"
