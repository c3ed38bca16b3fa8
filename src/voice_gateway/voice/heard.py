"""From sound to the words that are answered: where they make no sense, by the names that exist here."""

import asyncio
from dataclasses import replace

from voice_gateway.conversation import Conversation
from voice_gateway.fast_path import spoken_words
from voice_gateway.gate import HEARD_SURE
from voice_gateway.gateway import Gateway
from voice_gateway.tools import ToolExecutor
from voice_gateway.voice import sounds
from voice_gateway.voice.alike import Guess, Lexicon, plain
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.expected import Expected
from voice_gateway.voice.meaning import Meaning, meaning_of
from voice_gateway.voice.names import home_names, in_known_order, said_first
from voice_gateway.voice.take import Take
from voice_gateway.voice.transcriber import OffLoop
from voice_gateway.voice.weighing import Candidate, Said, chosen, is_certain, is_whole

FAR = 0.3
"""Sounds that may differ in a sentence, as a share of all that were heard."""

LOOKED_AT = 40
"""Sentences of any words that are read before it is given up."""

WEIGHED = 20
"""Of those that make sense, how many are held against the sound."""

SECOND_THOUGHT = 0.5
"""Sounds by which each further thought of the transcriber's is less likely than the one before."""


class Hearing:
    """Writes down what was said, for one home."""

    def __init__(self, gateway: Gateway, transcriber: OffLoop, executor: ToolExecutor | None = None) -> None:
        self._gateway = gateway
        self._executor = executor or gateway.executor
        self._transcriber = transcriber
        self._elsewhere: frozenset[str] = frozenset()
        """What is known by tools only: the devices of other servers."""

        self._lexicon: tuple[frozenset[str], Lexicon, Expected] | None = None
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

    async def hear(self, sound: Sound, conversation: Conversation, room: str = "") -> Said:
        """The words; empty when there were none."""
        here = [*self._at_home(), *self._elsewhere]
        self.names = in_known_order(self.names, here)
        take = await self._transcriber.listen(sound, self.names)
        said = await self.meant(take, conversation, room)
        self.names = said_first(self.names, said.text)
        return said

    async def meant(self, take: Take, conversation: Conversation, room: str = "") -> Said:
        """Of what it may have been and what sounds like it, that which is likeliest to be said here."""
        first = take.texts[0]
        if not first or conversation.pending or not sounds.is_there():
            return Said(first)
        heard = await self._read(take, conversation, room)
        if is_certain(take, heard):
            return Said(first, whole=is_whole(heard[first]))
        candidates = await self._candidates(take, heard, conversation, room)
        said = chosen(take, list(candidates.values()))
        if said.confidence >= HEARD_SURE:
            return said
        other = await self._transcriber.second_opinion(take)
        if other is None:
            return said
        thoughts = replace(take, texts=other.texts, chances=())
        heard = await self._read(thoughts, conversation, room)
        more = await self._candidates(thoughts, heard, conversation, room)
        return chosen(take, [*candidates.values(), *more.values()])

    async def _read(self, take: Take, conversation: Conversation, room: str) -> dict[str, Meaning | None]:
        """What it may have been, however it is written, and what that means."""
        once: dict[str, str] = {}
        for text in filter(None, take.texts):
            once.setdefault(plain(text), text)
        return {text: await meaning_of(self._gateway, text, conversation, room) for text in once.values()}

    async def _candidates(
        self, take: Take, heard: dict[str, Meaning | None], conversation: Conversation, room: str
    ) -> dict[str, Candidate]:
        """What was heard and what makes sense near it, with how well each explains the sound."""
        if not heard:
            return {}
        doubt = 0.0 if take.likelihoods else SECOND_THOUGHT
        apart = {text: doubt * rank for rank, text in enumerate(heard)}
        meanings = dict(heard)
        for guess in self._guesses(take):
            if len(meanings) >= len(heard) + WEIGHED:
                break
            if guess.text not in meanings and (
                meaning := await meaning_of(self._gateway, guess.text, conversation, room)
            ):
                meanings[guess.text], apart[guess.text] = meaning, guess.apart
        likelihoods = await self._likelihoods(take, apart)
        return {text: Candidate(text, meanings[text], likelihoods[text], apart[text]) for text in apart}

    async def _likelihoods(self, take: Take, apart: dict[str, float]) -> dict[str, float]:
        """How well each explains the sound, where the transcriber can tell."""
        written = {text: self._known()[0].written(text) for text in apart}
        every = [way for ways in written.values() for way in ways]
        told = await self._transcriber.likelihoods(take, every)
        if told is None:
            return dict.fromkeys(apart, 0.0)
        likelihood = dict(zip(every, told, strict=True))
        return {text: max(likelihood[way] for way in ways) for text, ways in written.items()}

    def _guesses(self, take: Take) -> list[Guess]:
        """By how they sound beside what was heard; freely where the transcriber can tell which it was."""
        (lexicon, expected), freely = self._known(), take.likelihoods is not None
        usual = expected.nearest(take.texts) if freely else []
        guesses = [
            Guess(each.apart + SECOND_THOUGHT * rank, each.text)
            for rank, text in enumerate(take.texts)
            for each in lexicon.guesses(text, freely=freely)
        ]
        nearest: dict[str, Guess] = {}
        for guess in [*usual, *sorted(guesses)[:LOOKED_AT]]:
            nearest.setdefault(guess.text.lower().strip(" ."), guess)
        furthest = FAR * len(sounds.sound_of(take.texts[0]))
        return [guess for guess in nearest.values() if guess.apart <= furthest]

    def _at_home(self) -> list[str]:
        home = self._gateway.home
        return [device.name for device in home.devices()] if home else []

    def _known(self) -> tuple[Lexicon, Expected]:
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
            called = [plain(name) for name in names]
            self._lexicon = (names, Lexicon(names, spoken_words()), Expected(called))
        return self._lexicon[1:]
