"""An answer is heard at once, whichever voice speaks."""

import numpy as np
import pytest

from tests.voice.rig import shared_transcriber
from tests.voice.test_speech import needs_engine
from voice_gateway.settings.model import SpeechEngine, VoiceSettings
from voice_gateway.voice.audio import RATE, Sound, from_samples, silence
from voice_gateway.voice.speech import choose_speech
from voice_gateway.voice.trimming import BEFORE, BEHIND, trimmed

NOTE = from_samples(0.3 * np.sin(np.arange(RATE) / 6), RATE)


def before_the_voice(sound: Sound) -> float:
    """Seconds until something can be heard."""
    return float(np.flatnonzero(np.abs(sound.samples()) > 0.01)[0]) / sound.rate


def test_silence_before_and_behind_is_cut_to_a_breath() -> None:
    cut = trimmed(Sound(silence(0.4).data + NOTE.data + silence(0.7).data))
    assert cut.seconds == pytest.approx(NOTE.seconds + BEFORE + BEHIND, abs=0.011)
    assert NOTE.data in cut.data


def test_a_sound_without_silence_or_without_sound_stays_as_it_is() -> None:
    assert trimmed(NOTE) == NOTE
    assert trimmed(silence(0.5)) == silence(0.5)
    assert trimmed(silence(0)) == silence(0)


def test_a_first_sound_that_is_forty_decibels_softer_is_kept() -> None:
    soft = from_samples(0.003 * np.sin(np.arange(RATE // 20) / 2), RATE)
    cut = trimmed(Sound(silence(0.4).data + soft.data + NOTE.data))
    assert soft.data + NOTE.data in cut.data


@pytest.mark.parametrize("engine", ["hibari", "flite", "espeak", "kokoro"])
async def test_every_voice_begins_at_once_and_with_its_first_sound(engine: SpeechEngine) -> None:
    needs_engine(engine)
    speech = choose_speech(VoiceSettings(speech=engine))
    sound = speech.speak("The kitchen light is on.")
    assert before_the_voice(sound) < 0.1
    if engine != "espeak":  # which Whisper hardly understands in any case
        assert (await shared_transcriber().transcribe(sound)).lower().startswith("the kitchen")
