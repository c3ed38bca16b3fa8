"""From sound to the words that are answered: where they make no sense, by the names that exist here."""

import asyncio
import logging
from collections.abc import Sequence

from voice_gateway.conversation import Conversation
from voice_gateway.fast_path import spoken_words
from voice_gateway.gateway import Gateway
from voice_gateway.tools import ToolExecutor
from voice_gateway.voice import sounds
from voice_gateway.voice.alike import Guess, Lexicon
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.names import home_names, in_known_order, said_first
from voice_gateway.voice.transcriber import OffLoop
from voice_gateway.wishes import Wish

FAR = 0.3
"""Sounds that may differ in a sentence, as a share of all that were heard."""

CLEARER = 0.75
"""Sounds by which one reading must be nearer than another that wants something else."""

LOOKED_AT = 60
"""Sentences that are tried before it is given up."""

log = logging.getLogger(__name__)


class Hearing:
    """Writes down what was said, for one home."""

    def __init__(self, gateway: Gateway, transcriber: OffLoop, executor: ToolExecutor | None = None) -> None:
        self._gateway = gateway
        self._executor = executor or gateway.executor
        self._transcriber = transcriber
        self._elsewhere: frozenset[str] = frozenset()
        """What is known by tools only: the devices of other servers."""

        self._lexicon: tuple[frozenset[str], Lexicon] | None = None
        self.names: tuple[str, ...] = ()
        """What things are called here, for the transcriber; what was said last comes first."""

    async def load(self) -> None:
        """Have everything in memory. Raises `EngineError` when there is no transcriber."""
        await self._transcriber.load()
        if self._lexicon:
            return
        told = await home_names(self._executor, self._gateway.manager)
        self._elsewhere = frozenset(told) - {name.lower() for name in self._at_home()}
        self.names = told
        if await asyncio.to_thread(sounds.is_there):
            await asyncio.to_thread(self._known)  # how hundreds of words sound is found out once

    async def hear(self, sound: Sound, conversation: Conversation, room: str = "") -> str:
        """The words; empty when there were none."""
        here = [*self._at_home(), *self._elsewhere]
        self.names = in_known_order(self.names, here)
        alternatives = await self._transcriber.alternatives(sound, self.names)
        text = await self.meant(alternatives, conversation, room)
        self.names = said_first(self.names, text)
        return text

    async def meant(self, alternatives: Sequence[str], conversation: Conversation, room: str = "") -> str:
        """Of several ways to write it down, the one that makes sense here; else by what sounds like it."""
        first = alternatives[0]
        if not first or conversation.pending or not sounds.is_there():
            return first
        if await self._gateway.reading_of(first, conversation, room) is not None:
            return first
        found: list[tuple[Guess, Wish]] = []
        for guess in self._guesses(alternatives)[:LOOKED_AT]:
            if found and guess.apart > found[0][0].apart + CLEARER:
                break
            wish = await self._gateway.reading_of(guess.text, conversation, room)
            if wish is not None:
                found.append((guess, wish))
        if not found or any(wish != found[0][1] for _, wish in found):
            return first
        log.info("“%s” was taken for “%s”", first, found[0][0].text)
        return found[0][0].text

    def _guesses(self, alternatives: Sequence[str]) -> list[Guess]:
        """By how they sound beside what was heard first; what the transcriber itself thought of is nearer."""
        heard = sounds.sound_of(alternatives[0])
        guesses = [Guess(0.5 * rank, text) for rank, text in enumerate(alternatives[1:], 1)]
        lexicon = self._known()
        for rank, text in enumerate(alternatives):
            guesses += [Guess(each.apart + 0.5 * rank, each.text) for each in lexicon.guesses(text)]
        nearest: dict[str, Guess] = {}
        for guess in sorted(guesses):
            nearest.setdefault(guess.text.lower().strip(" ."), guess)
        return [guess for guess in nearest.values() if guess.apart <= FAR * len(heard)]

    def _at_home(self) -> list[str]:
        home = self._gateway.home
        return [device.name for device in home.devices()] if home else []

    def _known(self) -> Lexicon:
        """Renewed when a name was."""
        home = self._gateway.home
        devices = home.devices() if home else ()
        names = self._elsewhere | frozenset(
            name
            for device in devices
            for name in (device.name, *device.aliases, device.room, *device.room_aliases, device.floor)
            if name
        )
        if self._lexicon is None or self._lexicon[0] != names:
            self._lexicon = (names, Lexicon(names, spoken_words()))
        return self._lexicon[1]
