"""The end of a sentence is heard from how it is said."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from tests.assembled import Assemble
from tests.programs import needs_packages
from tests.voice.rig import need_voice, spoken
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import FRAME_SECONDS, RATE, SILENT_FRAME, Sound, from_samples, silence
from voice_gateway.voice.hibari import HibariSpeech
from voice_gateway.voice.meaning import meaning_of
from voice_gateway.voice.recording import Recording
from voice_gateway.voice.turn_end import TurnEnd, choose_turn_end
from voice_gateway.voice.utterance import Utterance, silence_after
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.weighing import Said

WHOLE = "What is the temperature in the hall?"


@pytest.fixture(scope="module")
def turn_end() -> TurnEnd:
    need_voice()
    needs_packages("pipecat")
    chosen = choose_turn_end(VoiceSettings(turn_end=True))
    assert chosen
    return chosen


def said(text: str, until: float = 10) -> Sound:
    sound = HibariSpeech(VoiceSettings()).speak(text).at(16_000)
    return Sound(sound.data[: round(until * 32_000)] + silence(0.1).data)


def test_s86_a_whole_sentence_sounds_finished_and_its_beginning_does_not(turn_end: TurnEnd) -> None:
    assert turn_end.finished(said(WHOLE))
    assert not turn_end.finished(said("What is the temperature in, uh, the hall?", until=1.5))


@pytest.mark.parametrize(
    ("words", "whole", "finished", "enough"),
    [
        ("Turn off the living room light.", True, True, "silence_complete"),
        ("Turn off the living room light.", True, False, "silence"),
        ("Tell me about the old days.", False, True, "silence"),
        ("Tell me about the old days.", False, False, "silence_incomplete"),
        ("Turn off the", False, True, "silence_incomplete"),
    ],
)
def test_s86_how_long_is_waited_is_said_by_the_words_and_by_how_they_were_said(
    words: str, whole: bool, finished: bool, enough: str
) -> None:
    settings = VoiceSettings()
    wanted = getattr(settings, enough)
    assert silence_after(Said(words, whole=whole), settings, finished=finished) == wanted


@pytest.mark.parametrize(
    ("begun", "whole"),
    [
        ("What is the temperature", "What is the temperature in the bedroom"),
        ("Turn on the light", "Turn on the light in the kitchen"),
        ("Turn off the lights", "Turn off the lights in the kitchen"),
        ("Turn off the living room", "Turn off the living room light"),
        ("Switch on the coffee", "Switch on the coffee machine"),
        ("Dim the bedroom light", "Dim the bedroom light to twenty percent"),
        ("Set a timer for us", "Set a timer for ten minutes"),
        ("Remind me to call the doctor", "Remind me to call the doctor at six"),
        ("Remind me at six to call", None),
        ("Announce that dinner is", None),
        (None, "Add butter to the shopping list"),
        (None, "Set the volume to 30"),
        (None, "Is the front door locked?"),
        (None, "What time is it?"),
        (None, "Thank you"),
    ],
)
async def test_s86_a_wish_to_which_something_may_be_added_is_not_whole(
    assemble: Assemble, begun: str | None, whole: str | None
) -> None:
    async with assemble() as house:
        for text, is_open in ((begun, True), (whole, False)):
            if text:
                meaning = await meaning_of(house.gateway, text, house.conversation, "")
                assert meaning, text
                assert meaning.open is is_open, text


async def test_s86_who_goes_on_after_a_pause_is_heard_to_the_end() -> None:
    """In a pause that sounds like one, words that would be a whole wish do not end the recording."""
    need_voice()
    settings = VoiceSettings(silence=1.0)
    pause = [SILENT_FRAME] * round(0.45 / FRAME_SECONDS)
    first, rest = spoken("turn on the light"), spoken("in the kitchen")

    async def hear(sound: Sound) -> Said:
        return Said("turn on the light", whole=True)

    class GoesOn(TurnEnd):
        def finished(self, sound: Sound) -> bool:
            return False

    for ear, goes_on in ((GoesOn(Path()), True), (None, False)):
        utterance = Utterance(Recording(Silero(), settings), settings, hear, ear)
        for frame in [*first.frames(), *pause, *rest.frames()]:
            if utterance.over:
                break
            await utterance.add(frame)
            await asyncio.sleep(0.002)  # as time passes between frames
        assert (utterance.recording.speech().seconds > first.seconds + rest.seconds) is goes_on
        utterance.give_up()


def test_s86_a_television_further_away_does_not_keep_a_recording_open() -> None:
    need_voice()
    near, far = spoken("turn on the kitchen light"), spoken("and now the weather for the weekend", "rms")
    behind = from_samples(0.2 * np.tile(far.samples(), 3), RATE)
    recording = Recording(Silero(), VoiceSettings())
    for frame in [*near.frames(), *behind.frames()]:
        if not recording.over:
            recording.add(frame)
    assert recording.over
    assert recording.speech().seconds < near.seconds + 1


def test_nothing_is_loaded_where_it_is_not_wanted() -> None:
    assert choose_turn_end(VoiceSettings()) is None
