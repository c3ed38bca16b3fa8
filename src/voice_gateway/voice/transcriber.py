"""Turns speech into text."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.take import Take

_NOT_SPOKEN = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪+")
"""What models write for sounds that are not speech: "[BLANK_AUDIO]", "(music)"."""


class Transcriber(Protocol):
    """Writes down what was said. Blocking, one piece at a time."""

    name: str

    def load(self) -> None:
        """Have the model in memory. Raises `EngineError` when that cannot be."""

    def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        """The words; `names` are words that are likely here, such as those of devices."""

    def listen(self, sound: Sound, names: Sequence[str] = ()) -> Take:
        """The words, and others that they may have been."""


class OffLoop:
    """A transcriber on a thread of its own, so that the event loop is never held up."""

    def __init__(self, transcriber: Transcriber) -> None:
        self._transcriber = transcriber
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="transcriber")
        self.name = transcriber.name

    async def load(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._transcriber.load)

    async def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        """The words that were said; empty when there were none."""
        text = await asyncio.get_running_loop().run_in_executor(
            self._thread, self._transcriber.transcribe, sound, names
        )
        return _spoken(text)

    async def listen(self, sound: Sound, names: Sequence[str] = ()) -> Take:
        """The words, and others that they may have been."""
        loop = asyncio.get_running_loop()
        take = await loop.run_in_executor(self._thread, self._transcriber.listen, sound, names)
        return replace(take, texts=tuple(map(_spoken, take.texts)))

    async def likelihoods(self, take: Take, sentences: Sequence[str]) -> list[float] | None:
        """How likely the sound is under each of these sentences; None where nobody can tell."""
        if take.likelihoods is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._thread, take.likelihoods, sentences)

    async def second_opinion(self, take: Take) -> Take | None:
        """What another transcriber hears in the same sound; None where there is none, or where a second
        opinion could not be weighed."""
        if take.second is None or take.likelihoods is None:
            return None
        other = await asyncio.get_running_loop().run_in_executor(self._thread, take.second)
        return replace(other, texts=tuple(map(_spoken, other.texts)))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _spoken(text: str) -> str:
    return " ".join(_NOT_SPOKEN.sub(" ", text).split())


def choose_transcriber(settings: VoiceSettings) -> Transcriber:
    """The transcriber that the settings ask for; nothing is loaded yet."""
    if settings.transcriber == "moonshine":
        from voice_gateway.voice.moonshine import Moonshine

        return Moonshine()
    from voice_gateway.voice.whisper import Whisper

    second = settings.second_whisper
    return Whisper(
        settings.whisper_model,
        settings.language,
        Whisper(second, settings.language, setting="voice.second_whisper") if second else None,
    )
