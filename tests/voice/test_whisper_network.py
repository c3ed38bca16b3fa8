"""The network of Whisper hears the part of its window in which there is sound."""

import pytest

from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.voice.audio import Sound, silence


@pytest.mark.parametrize("behind", [0.25, 3.0, 12.0])
async def test_a_sentence_is_heard_alike_however_long_the_silence_behind_it(behind: float) -> None:
    need_voice()
    sound = Sound(silence(0.3).data + spoken("turn off the hallway lamp").data + silence(behind).data)
    take = await shared_transcriber().listen(sound, ("Hallway Lamp",))
    assert take.texts[0].strip(".,").lower() == "turn off the hallway lamp"
    assert take.likelihoods
    right, wrong = take.likelihoods(["Turn off the hallway lamp.", "Lock the front door."])
    assert right > wrong


@pytest.mark.parametrize("voice", ["rms", "awb"])
@pytest.mark.parametrize("word", ["stop", "yes"])
async def test_a_single_word_is_heard_as_it_is(word: str, voice: str) -> None:
    need_voice()
    sound = Sound(silence(0.1).data + spoken(word, voice).data + silence(0.2).data)
    assert (await shared_transcriber().transcribe(sound)).strip(" .!?").lower() == word
