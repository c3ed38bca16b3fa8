"""Each voice: from a whole sentence to its first sound, which is the whole of its sound.

What is not installed is left out. An answer is spoken sentence by sentence, so its first sentence counts.
"""

import time
from statistics import median
from typing import get_args

from bench.figure import Figure
from voice_gateway.errors import GatewayError
from voice_gateway.settings.model import SpeechEngine, VoiceSettings
from voice_gateway.voice.speech import Speech, choose_speech

SENTENCES = (
    "The kitchen light is on.",
    "It is twenty-one degrees in the living room.",
    "The pasta timer is set for nine minutes.",
    "Do you mean the desk lamp or the floor lamp?",
)
ROUNDS = 3
LATER_THAN_ESPEAK = 60
"""Milliseconds by which the default voice may be slower than the instant one."""


def measure() -> list[Figure]:
    times = {name: taken for name in get_args(SpeechEngine) if (taken := _first_audio(name)) is not None}
    target = times["espeak"] + LATER_THAN_ESPEAK if "espeak" in times else None
    return [
        Figure(
            f"first_audio_ms_{name}",
            taken,
            f"a sentence to its sound, {name}",
            target if name == "hibari" else None,
        )
        for name, taken in times.items()
    ]


def _first_audio(name: SpeechEngine) -> float | None:
    speech = choose_speech(VoiceSettings(speech=name))
    try:
        speech.load()
    except GatewayError:
        return None
    return 1000 * median(_seconds(speech, text) for text in SENTENCES * ROUNDS)


def _seconds(speech: Speech, text: str) -> float:
    began = time.perf_counter()
    speech.speak(text)
    return time.perf_counter() - began
