"""What somebody is saying: recorded, written down in its pauses, and over when nothing more will come."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.complete import is_complete
from voice_gateway.voice.recording import Recording
from voice_gateway.voice.turn_end import TurnEnd
from voice_gateway.voice.weighing import Said

_Told = TypeVar("_Told")

Hear = Callable[[Sound], Awaitable[Said]]
"""Writes down what was said."""


class Utterance:
    """Transcription does not wait for the end: it begins in the first pause, and anew in the next one."""

    def __init__(
        self, recording: Recording, settings: VoiceSettings, hear: Hear, ear: TurnEnd | None
    ) -> None:
        self.recording = recording
        self._settings = settings
        self._hear = hear
        self._ear = ear
        self._guess: _Guess | None = None

    async def add(self, frame: bytes) -> None:
        """Hear on. In a silence that would be enough, it is waited until what was said so far is known."""
        recording, guess = self.recording, self._guess
        recording.add(frame)
        if guess and not guess.is_of(recording):
            recording.enough = self._settings.silence_incomplete
        if guess and not guess.is_of(recording) and not guess.text.done():
            return  # the speaker went on; the thread is busy with the old guess for a moment longer
        if recording.pausing and not (guess and guess.is_of(recording)):
            guess = self._guess = self._guessed()
        if guess and guess.is_of(recording):
            if recording.silence >= self._settings.silence:
                await guess.known()
            recording.enough = guess.enough(self._settings)

    @property
    def over(self) -> bool:
        return self.recording.over

    async def said(self) -> Said:
        """What was said, now that it is over."""
        if self._guess is None or not self._guess.is_of(self.recording):
            self._guess = self._guessed()
        return await self._guess.text

    def give_up(self) -> None:
        """Nobody wants to know any more."""
        if self._guess:
            self._guess.text.cancel()

    def _guessed(self) -> "_Guess":
        speech, ear = self.recording.speech(), self._ear
        text = asyncio.ensure_future(self._hear(speech))
        finished = asyncio.create_task(asyncio.to_thread(ear.finished, speech)) if ear else None
        return _Guess(self.recording.words_until, text, finished)


@dataclass(frozen=True)
class _Guess:
    """A transcription of everything up to a pause, which may turn out to have been the end."""

    until: int
    text: asyncio.Future[Said]
    finished: asyncio.Task[bool] | None
    """Whether it sounds as if nothing more will be said, where somebody listens to that."""

    def is_of(self, recording: Recording) -> bool:
        """Whether nothing was said since."""
        return self.until == recording.words_until

    async def known(self) -> None:
        await asyncio.wait([task for task in (self.text, self.finished) if task])

    def enough(self, settings: VoiceSettings) -> float:
        """Until words and voice are known, nobody could be answered, so waiting costs nothing."""
        said, finished = _result(self.text), _result(self.finished) if self.finished else True
        if said is None or finished is None:
            return settings.silence_incomplete
        return silence_after(said, settings, finished=finished)


def silence_after(said: Said, settings: VoiceSettings, *, finished: bool) -> float:
    """Seconds of silence that are enough, by what was said and by how it was said."""
    if not is_complete(said.text):
        return settings.silence_incomplete
    steps = sorted((settings.silence_complete, settings.silence, settings.silence_incomplete))
    return steps[(not said.whole) + (not finished)]


def _result(task: "asyncio.Future[_Told]") -> _Told | None:
    return task.result() if task.done() and not task.cancelled() and not task.exception() else None
