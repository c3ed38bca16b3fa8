"""Voice: from the last word to the first sound, cutting in, and what listening costs.

A synthesiser speaks into the virtual microphone of a PulseAudio of our own, and what the speaker plays is
listened to there, so that everything between two sounds is counted.
"""

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.sound import pulse_daemon
from tests.voice.rig import Room, parts_for, room

from bench.figure import Figure
from voice_gateway.assembly import open_gateway, warming
from voice_gateway.settings import Settings, load_settings
from voice_gateway.voice import State
from voice_gateway.voice.audio import RATE
from voice_gateway.voice.interruption import loudness
from voice_gateway.voice.pulse import Direction, PulseStream

ROUNDS = 3
LISTENING_SECONDS = 8
STEP = RATE // 100
LOUD = -45
STORY = "tell me a short story"


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, pulse_daemon(Path(folder)) as socket:
        os.environ["PULSE_SERVER"] = f"unix:{socket}"
        os.environ["XDG_DATA_HOME"] = folder
        settings = load_settings(environment={}).settings
        figures = asyncio.run(_fast_path(settings, "whisper", "speech_to_sound", 0.7))
        figures += asyncio.run(_fast_path(settings, "moonshine", "speech_to_sound_moonshine", None))
        figures += asyncio.run(_model_answer_and_cutting_in(settings))
        return figures


@dataclass
class Ear:
    """When there was sound at a device, to ten milliseconds."""

    device: str
    loud: list[float] = field(default_factory=list)
    open: bool = True

    def listen(self) -> None:
        stream = PulseStream(Direction.RECORD, self.device, RATE, 0.01)
        while self.open:
            piece = stream.read(2 * STEP)
            if loudness(piece) > LOUD:
                self.loud.append(time.perf_counter())
        stream.close()

    def first_after(self, moment: float) -> float:
        return next(when for when in self.loud if when > moment)

    def last_before(self, moment: float) -> float:
        return [when for when in self.loud if when < moment][-1]


@contextmanager
def _ears() -> Iterator[tuple[Ear, Ear]]:
    person, assistant = Ear("micfeed.monitor"), Ear("speaker.monitor")
    threads = [threading.Thread(target=ear.listen) for ear in (person, assistant)]
    for thread in threads:
        thread.start()
    try:
        yield person, assistant
    finally:
        person.open = assistant.open = False
        for thread in threads:
            thread.join()


class _Times:
    """When each state began, in the latest exchange."""

    def __init__(self, place: Room) -> None:
        self.at: dict[State, float] = {}
        place.transcriber.states.watch(lambda state, _reason: self.at.update({state: time.perf_counter()}))


@asynccontextmanager
async def _listening(settings: Settings, transcriber: str) -> AsyncIterator[Room]:
    parts = parts_for(speech="hibari", tones=False, transcriber=transcriber)
    if transcriber == "moonshine":
        from voice_gateway.voice.moonshine import Moonshine
        from voice_gateway.voice.transcriber import OffLoop

        parts.transcriber = OffLoop(Moonshine())
    async with (
        open_gateway(settings, announce=lambda _line: None) as gateway,
        warming(gateway),
        room(gateway, parts) as place,
    ):
        yield place


async def _fast_path(settings: Settings, transcriber: str, name: str, target: float | None) -> list[Figure]:
    """A command that needs no model, and where its time goes."""
    totals, hearing, answering, sounding = [], [], [], []
    async with _listening(settings, transcriber) as place:
        times = _Times(place)
        with _ears() as (person, assistant):
            for number in range(ROUNDS):
                await place.say("hey jarvis", f"turn {'off' if number % 2 else 'on'} the kitchen light")
                await place.back_to_listening(number + 1)
                spoke_until = person.last_before(times.at[State.THINKING])
                sound_from = assistant.first_after(times.at[State.THINKING])
                totals.append(sound_from - spoke_until)
                hearing.append(times.at[State.THINKING] - spoke_until)
                answering.append(times.at[State.SPEAKING] - times.at[State.THINKING])
                sounding.append(sound_from - times.at[State.SPEAKING])
        figures = [
            Figure(f"{name}_seconds", median(totals), f"last word to first sound, {transcriber}", target),
            Figure(f"{name}_hearing", median(hearing), "of it: last word to text (silence, transcription)"),
            Figure(f"{name}_answering", median(answering), "of it: text to speech (turn, synthesis)"),
            Figure(f"{name}_sounding", median(sounding), "of it: speech to sound (sound server)"),
        ]
        if transcriber == "whisper":
            figures.append(await _listening_share())
    return figures


async def _listening_share() -> Figure:
    """CPU time of this process while it waits for the wake word; the room's recorder is a part of it."""
    cpu, began = time.process_time(), time.perf_counter()
    await asyncio.sleep(LISTENING_SECONDS)
    share = (time.process_time() - cpu) / (time.perf_counter() - began)
    return Figure("listening_cpu_share", share, "of one core while waiting for the wake word", 0.05)


async def _model_answer_and_cutting_in(settings: Settings) -> list[Figure]:
    """A story by the built-in model, cut off by the wake word."""
    waits, cuts, reactions = [], [], []
    chosen = settings.model_copy(update={"provider": "builtin"})
    async with _listening(chosen, "whisper") as place:
        times = _Times(place)
        with _ears() as (person, assistant):
            for number in range(ROUNDS):
                await place.say("hey jarvis", STORY)
                await place.until(lambda: place.transcriber.states.state is State.SPEAKING)
                spoke_until = person.last_before(times.at[State.THINKING])
                await asyncio.sleep(0.5)
                waits.append(assistant.first_after(times.at[State.THINKING]) - spoke_until)
                began = time.perf_counter()
                await place.say("hey jarvis")
                said_until = person.loud[-1]
                await place.back_to_listening(number + 1)
                silent_from = assistant.last_before(times.at[State.RECORDING] + 1)
                cuts.append(max(0.0, silent_from - said_until))
                reactions.append(max(0.0, silent_from - person.first_after(began)))
    return [
        Figure("speech_to_sound_model_seconds", median(waits), "last word to first sound, built-in model"),
        Figure("barge_in_ms", 1000 * median(cuts), "end of the wake word to silence", 150),
        Figure("barge_in_first_ms", 1000 * median(reactions), "begin of the wake word to silence"),
    ]
