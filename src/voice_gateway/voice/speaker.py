"""Where sound goes: one stream to the sound server that stays open and can be silenced at once."""

import asyncio
import logging
import threading
import time
from collections import deque
from typing import Protocol

from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.pulse import Direction, PulseStream

RATE = 22_050
HELD = 0.25
"""Seconds of sound that the server holds, against stuttering; what it holds can still be dropped."""

CHUNK = int(RATE * 0.02) * 2

log = logging.getLogger(__name__)


class Playing:
    """A sound on its way to the ear."""

    def __init__(self, sound: Sound) -> None:
        self.data = sound.at(RATE).data
        self.written = 0
        self.dropped = False

    @property
    def done(self) -> bool:
        return self.dropped or self.written >= len(self.data)

    @property
    def share(self) -> float:
        """How much of it is on its way or was heard, from 0 to 1; once it is stopped, how much was heard."""
        return min(1.0, self.written / len(self.data)) if self.data else 1.0


class Speaker(Protocol):
    """Something that plays sounds one after the other."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be heard."""

    def check(self) -> None:
        """Have the way open. Raises `SoundError` when nothing can be played."""

    def play(self, sound: Sound) -> Playing:
        """Play this after what is already waiting."""

    def silence(self) -> None:
        """Stop at once and forget what was waiting."""

    def pause(self) -> None:
        """Stop at once; `resume` goes on from there."""

    def resume(self) -> None: ...

    def close(self) -> None: ...


async def finished(speaker: Speaker) -> None:
    """Wait until everything has been heard."""
    while speaker.busy:  # noqa: ASYNC110 (the thread that plays has no event loop)
        await asyncio.sleep(0.01)


class PulseSpeaker:
    """A speaker of the sound server.

    When it goes away, what was to be heard is lost, and the next sound tries anew.
    """

    def __init__(self, device: str | None = None) -> None:
        self._device = device
        self._waiting: deque[Playing] = deque()
        self._handed_over: deque[Playing] = deque(maxlen=3)
        self._changed = threading.Condition()
        self._stream: PulseStream | None = None
        self._paused = self._closed = self._empty = False
        self._heard_until = 0.0
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        return bool(self._waiting) or time.monotonic() < self._heard_until

    def check(self) -> None:
        """Open the stream, which stays open: a sound server takes its time with the first one."""
        with self._changed:
            self._stream = self._stream or self._open()

    def play(self, sound: Sound) -> Playing:
        playing = Playing(sound)
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
                self._thread.start()
            self._waiting.append(playing)
            self._changed.notify()
        return playing

    def silence(self) -> None:
        with self._changed:
            self._take_back()
            for playing in self._waiting:
                playing.dropped = True
            self._waiting.clear()
            self._paused = False
            self._drop()

    def pause(self) -> None:
        with self._changed:
            self._paused = True
            self._take_back()
            self._drop()

    def resume(self) -> None:
        with self._changed:
            self._paused = False
            self._changed.notify()

    def close(self) -> None:
        self.silence()
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread:
            self._thread.join(2)

    def _open(self) -> PulseStream:
        return PulseStream(Direction.PLAY, self._device, RATE, HELD)

    def _take_back(self) -> None:
        """Wait again with what the server has but nobody has heard yet."""
        unheard = max(0, int((self._heard_until - time.monotonic()) * RATE) * 2)
        self._heard_until = 0.0
        self._waiting.extendleft(reversed(self._handed_over))
        self._handed_over.clear()
        for playing in reversed(self._waiting):
            back = min(unheard, playing.written)
            playing.written -= back
            unheard -= back

    def _drop(self) -> None:
        """Empty the stream now, and once more when a write that is under way has ended."""
        self._empty = True
        if self._stream:
            try:
                self._stream.flush()
            except SoundError as error:
                log.debug("%s", error.message)

    def _run(self) -> None:
        while piece := self._next_piece():
            playing, data = piece
            try:
                self._stream = self._stream or self._open()
                self._stream.write(data)
            except SoundError as error:
                log.warning("%s Nothing is heard of this answer", error.message)
                self._lose()
                continue
            with self._changed:
                if self._empty:
                    self._drop()
                    self._empty = False
                else:
                    playing.written += len(data)
                    self._heard_until = time.monotonic() + self._stream.latency()
        self._lose()

    def _next_piece(self) -> tuple[Playing, bytes] | None:
        """Wait for something to play; None when the speaker is closed."""
        with self._changed:
            while not self._closed:
                while self._waiting and self._waiting[0].done:
                    self._handed_over.append(self._waiting.popleft())
                if self._waiting and not self._paused:
                    self._empty = False
                    playing = self._waiting[0]
                    return playing, playing.data[playing.written : playing.written + CHUNK]
                self._changed.wait()
        return None

    def _lose(self) -> None:
        with self._changed:
            broken, self._stream = self._stream, None
            for playing in self._waiting:
                playing.dropped = True
            self._waiting.clear()
            self._handed_over.clear()
        if broken:
            broken.close()


class CollectingSpeaker:
    """Keeps what would be heard, for a file or for a machine without a sound card."""

    def __init__(self) -> None:
        self._data = bytearray()

    @property
    def sound(self) -> Sound:
        return Sound(bytes(self._data), RATE)

    @property
    def busy(self) -> bool:
        return False

    def check(self) -> None:
        return

    def play(self, sound: Sound) -> Playing:
        playing = Playing(sound)
        playing.written = len(playing.data)
        self._data += playing.data
        return playing

    def silence(self) -> None:
        return

    def pause(self) -> None:
        return

    def resume(self) -> None:
        return

    def close(self) -> None:
        return
