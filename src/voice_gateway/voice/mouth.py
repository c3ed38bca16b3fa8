"""Speaks an answer sentence by sentence, while the rest of it is still being written."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from voice_gateway.errors import GatewayError
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.sentences import SentenceSplitter
from voice_gateway.voice.speakable import speakable
from voice_gateway.voice.speaker import Playing, Speaker, finished
from voice_gateway.voice.speech import Speech

MOSTLY = 0.9
"""The share of a sentence after which it counts as said."""

log = logging.getLogger(__name__)


@dataclass
class _Said:
    text: str
    playing: Playing
    like_wake_word: bool


class Mouth:
    """One answer on its way from text to ear."""

    def __init__(
        self,
        speech: Speech,
        speaker: Speaker,
        on_start: Callable[[], None] = lambda: None,
        like_wake_word: Callable[[Sound], bool] = lambda _sound: False,
    ) -> None:
        """`on_start` is told when the first sound is about to be heard."""
        self._speech = speech
        self._speaker = speaker
        self._on_start = on_start
        self._like_wake_word = like_wake_word
        self._splitter = SentenceSplitter()
        self._sentences: asyncio.Queue[str | None] = asyncio.Queue()
        self._said: list[_Said] = []
        self._worker = asyncio.create_task(self._work())

    def feed(self, piece: str) -> None:
        """Take the next piece of the answer."""
        for sentence in self._splitter.feed(piece):
            self._sentences.put_nowait(sentence)

    async def finish(self) -> None:
        """Say what is left, and wait until everything was heard."""
        for sentence in self._splitter.finish():
            self._sentences.put_nowait(sentence)
        self._sentences.put_nowait(None)
        await self._worker
        await finished(self._speaker)

    def cut(self) -> str:
        """Be silent at once; returns what was said until then."""
        self._worker.cancel()
        self._speaker.silence()
        return self.heard

    def close(self) -> None:
        """Say nothing more; what is being heard is heard to its end."""
        self._worker.cancel()

    @property
    def heard(self) -> str:
        """What has been said so far; of a sentence that is being spoken, the words up to here."""
        parts = []
        for said in self._said:
            share = said.playing.share
            words = said.text.split()
            parts += words if share >= MOSTLY else words[: int(len(words) * share)]
        return " ".join(parts)

    @property
    def says_wake_word(self) -> bool:
        """Whether what is being spoken now sounds like the wake word, so that hearing it means nothing."""
        begun = [said for said in self._said if said.playing.share > 0]
        return any(said.like_wake_word for said in begun[-2:])

    async def _work(self) -> None:
        while (sentence := await self._sentences.get()) is not None:
            words = speakable(sentence)
            if not any(character.isalnum() for character in words):
                continue
            try:
                sound, like_wake_word = await asyncio.to_thread(self._sound, words)
            except GatewayError as error:
                log.warning("Not spoken: %s", error)
                continue
            if not self._said:
                self._on_start()
            self._said.append(_Said(sentence, self._speaker.play(sound), like_wake_word))

    def _sound(self, words: str) -> tuple[Sound, bool]:
        sound = self._speech.speak(words)
        return sound, self._like_wake_word(sound)
