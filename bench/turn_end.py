"""The end of a sentence: how long is waited after it, and how often a pause is taken for it.

Voices say whole sentences, in quiet and before a television. In half of them there is a pause, put into a
sentence that was spoken as one, here and there behind an "um". Measured by silence alone, by words and
silence, and with the voice as the third (`voice.turn_end`), where that is installed.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from statistics import median

import numpy as np
from tests.voice.rig import spoken

from bench.figure import Figure
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.measuring.hearing import rooms
from voice_gateway.settings import load_settings
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import FRAME_SECONDS, RATE, Samples, Sound, from_samples
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.hibari import HibariSpeech
from voice_gateway.voice.recording import Recording
from voice_gateway.voice.transcriber import OffLoop, choose_transcriber
from voice_gateway.voice.turn_end import TurnEnd, choose_turn_end
from voice_gateway.voice.utterance import silence_after
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.weighing import Said

SENTENCES = (
    "turn on the | kitchen light",
    "set the bedroom lamp to | forty percent",
    "turn off the living room light | and the kitchen light",
    "remind me to | call the doctor at six",
    "what is the temperature | in the living room",
    "add um | butter to the shopping list",
    "set a timer for uh | ten minutes",
    "turn off | the hallway lamp",
)
"""Each is said as it stands, and with a pause at the bar."""

VOICES = ("rms", "slt", "hibari")
PAUSES = (0.5, 0.7)
ROOMS = ("quiet", "television")
DECIBELS = 10
"""By how much a voice is louder than the television."""

AFTER = 3.0
"""Seconds for which it is listened on."""

ON_TELEVISION = "The prime minister said on Tuesday that the talks would go on until the end of the week."

Enough = Callable[[Said, Sound], float]
"""How much silence ends it, by what was said so far and how."""


def measure() -> list[Figure]:
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    settings = VoiceSettings()
    transcriber = OffLoop(choose_transcriber(settings))
    clips = list(_clips())
    product = load_settings(environment={}).settings
    async with open_gateway(product, announce=lambda _line: None, keep_time=False) as gateway:
        hearing = Hearing(gateway, transcriber)
        await hearing.load()

        @cache
        def heard(data: bytes) -> "asyncio.Task[Said]":
            return asyncio.create_task(hearing.hear(Sound(data), Conversation()))

        async def by(enough: Enough | None, name: str) -> list[Figure]:
            ends = [await _until_over(clip.sound, settings, heard, enough) for clip in clips]
            return _figures(name, clips, ends)

        figures = await by(None, "turn_end_silence")
        figures += await by(lambda said, _: silence_after(said, settings, finished=True), "turn_end")
        ear = _ear()
        if ear:
            both = partial(_by_words_and_voice, settings, ear)
            figures += [*await by(both, "turn_end_heard"), _check(ear)]
    transcriber.close()
    return figures


def _by_words_and_voice(settings: VoiceSettings, ear: TurnEnd, said: Said, sound: Sound) -> float:
    return silence_after(said, settings, finished=ear.finished(sound))


def _ear() -> TurnEnd | None:
    try:
        return choose_turn_end(VoiceSettings(turn_end=True))
    except GatewayError:
        return None


@dataclass(frozen=True)
class _Clip:
    sound: Sound
    last_word: float
    """When the last word ends."""

    pauses_at: float | None = None
    pause: float = 0.0


def _figures(name: str, clips: list[_Clip], ends: list[float]) -> list[Figure]:
    cut = [
        ended < clip.pauses_at + clip.pause
        for clip, ended in zip(clips, ends, strict=True)
        if clip.pauses_at is not None
    ]
    waits = [
        ended - clip.last_word
        for clip, ended in zip(clips, ends, strict=True)
        if ended > clip.last_word - 0.1
    ]
    return [
        Figure(f"{name}_ms", 1000 * median(waits), "last word to the end of the recording", 450),
        Figure(f"{name}_cut_off_share", sum(cut) / len(cut), f"of {len(cut)} pauses", 0.02),
    ]


def _clips() -> Iterator[_Clip]:
    rng = np.random.default_rng(86)
    for number, who in enumerate(VOICES):
        for sentence in SENTENCES:
            before, _, _ = sentence.partition(" | ")
            said = _voice(who, sentence.replace(" | ", " ")).samples()
            bar = _gap(said, len(_voice(who, before).samples()))
            pause = PAUSES[number % len(PAUSES)]
            paused = np.concatenate([said[:bar], np.zeros(int(pause * RATE), np.float32), said[bar:]])
            for room in ROOMS:
                yield _Clip(_in_room(said, room, rng), len(said) / RATE)
                yield _Clip(_in_room(paused, room, rng), len(paused) / RATE, bar / RATE, pause)


def _gap(said: Samples, about: int) -> int:
    """The softest place near where the first words end when they are said alone, which is a little late."""
    hop = RATE // 100
    places = range(max(hop, int(0.7 * about)), min(len(said) - hop, int(1.05 * about)), hop)
    return min(places, key=lambda at: float(np.square(said[at - hop : at + hop]).mean()))


def _in_room(said: Samples, room: str, rng: np.random.Generator) -> Sound:
    heard = np.concatenate([said, np.zeros(int(AFTER * RATE), np.float32)])
    heard = 0.5 * heard / np.abs(heard).max()
    if room == "television":
        heard = rooms.mixed(heard, rooms.television([_trimmed(_on_television())])(len(heard), rng), DECIBELS)
    return from_samples(heard, RATE)


@cache
def _on_television() -> Samples:
    return spoken(ON_TELEVISION, "awb").samples()


@cache
def _hibari() -> HibariSpeech:
    return HibariSpeech(VoiceSettings())


@cache
def _voice(who: str, text: str) -> Sound:
    said = _hibari().speak(f"{text}.").at(RATE) if who == "hibari" else spoken(text, who)
    return from_samples(_trimmed(said.samples()), RATE)


def _trimmed(said: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(said) > 0.02 * np.abs(said).max())
    return said[loud[0] : loud[-1] + 1]


async def _until_over(
    sound: Sound,
    settings: VoiceSettings,
    heard: Callable[[bytes], "asyncio.Task[Said]"],
    enough: Enough | None,
) -> float:
    """When the recording ended, with transcription counted as instant."""
    recording, judged = Recording(Silero(), settings), -1
    for number, frame in enumerate(sound.frames(), 1):
        recording.add(frame)
        if recording.over:
            return number * FRAME_SECONDS
        if enough and recording.pausing and judged != recording.words_until:
            judged, speech = recording.words_until, recording.speech()
            recording.enough = enough(await heard(speech.data), speech)
        elif enough and judged != recording.words_until:
            recording.enough = settings.silence_incomplete
    return sound.seconds


def _check(ear: TurnEnd) -> Figure:
    sound, times = spoken("turn on the kitchen light"), []
    for _ in range(10):
        began = time.process_time()
        ear.likelihood(sound)
        times.append(1000 * (time.process_time() - began))
    return Figure("turn_end_check_ms", median(times), "CPU of one look at how it was said", 60)
