"""The end of a sentence is heard from how it is said."""

import asyncio

import pytest

from tests.programs import needs_packages
from tests.voice.rig import need_voice
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.hibari import HibariSpeech
from voice_gateway.voice.listening import Guess
from voice_gateway.voice.turn_end import TurnEnd, choose_turn_end

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


async def test_s86_words_alone_do_not_end_a_sentence_that_sounds_unfinished() -> None:
    async def text() -> str:
        return "Turn off the living room light."

    async def sounds(finished: bool) -> bool:
        return finished

    for finished in (True, False):
        guess = Guess(1, asyncio.create_task(text()), asyncio.create_task(sounds(finished)))
        await asyncio.sleep(0)
        assert guess.says_all is finished


def test_nothing_is_loaded_where_it_is_not_wanted() -> None:
    assert choose_turn_end(VoiceSettings()) is None
