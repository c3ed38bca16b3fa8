"""The parts of the pipeline, chosen by the settings."""

import asyncio
from dataclasses import dataclass

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.microphone import Microphone, PulseMicrophone, ReturningMicrophone
from voice_gateway.voice.speaker import PulseSpeaker, Speaker
from voice_gateway.voice.speech import Speech, choose_speech
from voice_gateway.voice.transcriber import OffLoop, choose_transcriber
from voice_gateway.voice.turn_end import TurnEnd, choose_turn_end
from voice_gateway.voice.vad import Silero, VoiceActivity
from voice_gateway.voice.wake import MicroWake, WakeWord, certainty

LIKE_WAKE_WORD = 0.5
"""From which certainty on the assistant's own words are too much like the wake word."""


@dataclass
class VoiceParts:
    """Everything between ear and mouth. Tests and satellites replace the ends, not the middle."""

    settings: VoiceSettings
    microphone: Microphone
    speaker: Speaker
    wake: WakeWord
    own_wake: WakeWord
    """The same wake word once more, to hear what the assistant itself says."""

    activity: VoiceActivity
    transcriber: OffLoop
    speech: Speech
    turn_end: TurnEnd | None = None
    """Hears whether a sentence has ended, where that is wanted."""

    async def load(self) -> None:
        """What speaks, and what hears that a sentence has ended."""
        await asyncio.to_thread(self.speech.load)
        if self.turn_end:
            await asyncio.to_thread(self.turn_end.load)

    def check(self) -> None:
        """Raise `SoundError` when there is no microphone or no speaker."""
        self.microphone.check()
        self.speaker.check()

    def sounds_like_wake_word(self, sound: Sound) -> bool:
        return certainty(self.own_wake, sound) >= LIKE_WAKE_WORD

    def close(self) -> None:
        self.speaker.close()
        self.transcriber.close()


def choose_parts(
    settings: VoiceSettings, microphone: Microphone | None = None, speaker: Speaker | None = None
) -> VoiceParts:
    """The parts that the settings ask for. Raises `EngineError` when one is not installed."""
    return VoiceParts(
        settings,
        microphone or ReturningMicrophone(PulseMicrophone(settings.microphone)),
        speaker or PulseSpeaker(settings.speaker),
        MicroWake(settings.wake_word, settings.wake_cutoff),
        MicroWake(settings.wake_word, settings.wake_cutoff),
        Silero(),
        OffLoop(choose_transcriber(settings)),
        choose_speech(settings),
        choose_turn_end(settings),
    )
