"""Who speaks: voices of several engines, none of them the one that the assistant has by default."""

from dataclasses import dataclass
from functools import cache

from voice_gateway.errors import GatewayError, InputError
from voice_gateway.settings.model import SpeechEngine, VoiceSettings
from voice_gateway.voice.audio import RATE, Sound
from voice_gateway.voice.speech import Speech, engine_for

FEWEST, FEWEST_ENGINES = 8, 3


@dataclass(frozen=True)
class Voice:
    engine: SpeechEngine
    name: str
    rate: int = 165
    """Words per minute."""

    def __str__(self) -> str:
        return f"{self.engine}-{self.name}"


VOICES = (
    Voice("flite", "slt"),
    Voice("kokoro", "am_michael"),
    Voice("pico", "en-US"),
    Voice("espeak", "en-us", 150),
    Voice("kokoro", "bf_emma"),
    Voice("flite", "rms"),
    Voice("pico", "en-GB"),
    Voice("kokoro", "af_bella"),
    Voice("flite", "awb"),
    Voice("kokoro", "bm_george"),
    Voice("flite", "kal16", 150),
)


def installed() -> tuple[Voice, ...]:
    """Those that can speak here. Raises `InputError` when they are too few to tell anything."""
    found = tuple(voice for voice in VOICES if _can_speak(voice))
    if len(found) < FEWEST or len({voice.engine for voice in found}) < FEWEST_ENGINES:
        missing = sorted({voice.engine for voice in VOICES} - {voice.engine for voice in found})
        raise InputError(
            f"There are only {len(found)} voices; without {', '.join(missing)} nothing can be told.",
            fix="Install them: apt install flite gcc npm, then make speakers",
        )
    return found


def speak(voice: Voice, text: str) -> Sound:
    """What the voice says, as a microphone hears it."""
    return _speech(voice).speak(f"{text}.").at(RATE)


def _can_speak(voice: Voice) -> bool:
    try:
        _speech(voice).load()
    except GatewayError:
        return False
    return True


@cache
def _speech(voice: Voice) -> Speech:
    return engine_for(VoiceSettings(speech=voice.engine, voice=voice.name, rate=voice.rate))
