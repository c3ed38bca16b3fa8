"""The voice pipeline: listens in the background, has what it heard answered, and speaks the answer."""

import asyncio
import logging
from collections.abc import Callable

from voice_gateway import trace
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.tools import ToolExecutor
from voice_gateway.voice import tones
from voice_gateway.voice.announcements import Announcement, Announcements
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.ducking import Ducking
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.interruption import Cut, is_stop, remember_cut
from voice_gateway.voice.listening import Ears, Woken
from voice_gateway.voice.mouth import Mouth
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.speaking import Speaking
from voice_gateway.voice.states import State, StateMachine
from voice_gateway.voice.weighing import NOTHING_SAID, Said

COOL_DOWN = 0.3
"""Seconds in which the echo of the last word fades."""

FAILED = "Something went wrong. Please try again."

log = logging.getLogger(__name__)


class BackgroundTranscriber:
    """Runs the chain from microphone to speaker, and goes back to listening whatever happens.

    Tools that the pipeline itself needs run through its `ToolExecutor`, as those of every other client do:
    the names of the home, and the volume while somebody speaks.
    """

    def __init__(
        self,
        gateway: Gateway,
        parts: VoiceParts,
        *,
        executor: ToolExecutor | None = None,
        on_heard: Callable[[str], None] = lambda _text: None,
        on_answer: Callable[[Answer], None] = lambda _answer: None,
    ) -> None:
        self.gateway = gateway
        self.executor = executor or gateway.executor
        self.conversation = Conversation()
        self.states = StateMachine()
        self.ready = asyncio.Event()
        """Set when everything is loaded and the microphone is open; not a moment before."""

        self._parts = parts
        self._speaking = Speaking(parts, self.states)
        self.hearing = Hearing(gateway, parts.transcriber, self.executor)
        self._room = parts.settings.room
        self._answered = False
        """Whether an answer was just heard to its end, after which one may go on."""

        self._announcements = Announcements()
        self._ducking = Ducking(self.executor, gateway.manager, parts.settings.duck)
        self._on_heard = on_heard
        self._on_answer = on_answer

    async def run(self) -> None:
        """Listen until cancelled, or until a recording has ended. May raise `GatewayError` at the start."""
        self.states.to(State.STARTING)
        try:
            await self._get_ready()
            ears = Ears(self._parts, self._hear)
            try:
                with self.gateway.announcer.listening(self._announcements.tell, self._room):
                    await self._keep_listening(ears)
            finally:
                self._announcements.give_up()
                await ears.close()
        finally:
            self.ready.clear()
            self.states.to(State.STOPPED)
            await self._ducking.restore()

    async def _get_ready(self) -> None:
        await asyncio.to_thread(self._parts.check)
        await asyncio.gather(self.hearing.load(), self._parts.load())

    async def _hear(self, sound: Sound) -> Said:
        return await self.hearing.hear(sound, self.conversation, self._room)

    async def _keep_listening(self, ears: Ears) -> None:
        await ears.open.wait()
        self.states.to(State.LISTENING)
        self.ready.set()
        log.info("Ready: say “%s”", self._parts.wake.phrase)
        while woken := await self._woken(ears):
            await self._exchange_safely(ears, woken)

    async def _woken(self, ears: Ears) -> Woken | None:
        """Wait for the wake word, and tell meanwhile what is to be told; None when all was heard."""
        follow_up = self._parts.settings.follow_up if self._answered else 0
        self._answered = False
        while True:
            hearing = asyncio.create_task(ears.wake_word(follow_up, self.gateway.is_meant))
            follow_up = 0
            coming = asyncio.create_task(self._announcements.come())
            try:
                await asyncio.wait({hearing, coming}, return_when=asyncio.FIRST_COMPLETED)
                if hearing.done():
                    return hearing.result()
            finally:
                for task in (hearing, coming):
                    task.cancel()
                await asyncio.wait({hearing, coming})  # two who listen would each hear half
            if (announcement := self._announcements.take()) and await self._announce(announcement, ears):
                return Woken()

    async def _announce(self, announcement: Announcement, ears: Ears) -> bool:
        """Tell what nobody has asked for; whether the wake word was heard meanwhile."""
        mouth, cut = self._speaking.mouth(), None
        try:
            self._speaking.tone(tones.bell())
            mouth.feed(announcement.text)
            cut = await self._speaking.unless_cut(mouth.finish(), mouth, ears)
            if cut or mouth.heard:
                announcement.settle()
        finally:
            announcement.settle(SoundError("It could not be spoken."))
            mouth.close()
        if cut and cut.how is Cut.WAKE_WORD:
            return True
        if cut:
            self.gateway.announcer.silence(self._room)
        await self._cool_down(ears)
        self.states.to(State.LISTENING)
        return False

    async def _exchange_safely(self, ears: Ears, woken: Woken) -> None:
        try:
            await self._exchange(ears, woken.said)
        except Exception as error:
            log.warning("%s", error, exc_info=not isinstance(error, GatewayError))
            self._speaking.tone(tones.error())
        finally:
            self.states.to(State.LISTENING)

    async def _exchange(self, ears: Ears, before: Said) -> None:
        """One sentence and its answer, and what follows from it: a question back, or someone cutting in.

        `before` was heard already, without the wake word.
        """
        goes_on, reason = True, "going on" if before.text else "wake word"
        while goes_on:
            self.states.to(State.RECORDING, reason)
            woken, said, before = not before.text, before, NOTHING_SAID
            if woken:
                self._speaking.tone(tones.heard())
                said = await self._listen(ears)
            text = said.text
            if is_stop(text) and not self.conversation.pending:
                self.gateway.announcer.silence(self._room)
                return
            if not text:
                return
            if woken and await self.gateway.is_for_others(text, self.conversation):
                log.info("Not for us: %s", text)
                return
            self.states.to(State.THINKING, text)
            self._on_heard(text)
            cut = await self._answer(said, ears)
            goes_on = cut is Cut.WAKE_WORD or (cut is None and self.conversation.pending is not None)
            reason = cut or "question"
            if not cut:
                self._answered = True
                await self._cool_down(ears)

    async def _listen(self, ears: Ears) -> Said:
        lowering = asyncio.create_task(self._ducking.lower())
        try:
            return await ears.sentence()
        finally:
            await lowering
            await self._ducking.restore()

    async def _cool_down(self, ears: Ears) -> None:
        self.states.to(State.COOLING_DOWN)
        await ears.pass_over(COOL_DOWN)

    async def _answer(self, said: Said, ears: Ears) -> Cut | None:
        """Have the sentence answered aloud; returns how the person cut in, if they did."""
        mouth = self._speaking.mouth()
        seen: list[trace.Trace] = []

        def hear(piece: str) -> None:
            if not seen and (current := trace.current()):
                seen.append(current)
            mouth.feed(piece)

        try:
            async with self._speaking.keeping_company():
                cut = await self._speaking.unless_cut(self._speak(said, mouth, hear), mouth, ears)
            if cut:
                remember_cut(self.conversation, said.text, cut.heard)
            return cut.how if cut else None
        finally:
            mouth.close()
            if seen:
                self.states.leave_in(seen[0])

    async def _speak(self, said: Said, mouth: Mouth, hear: Callable[[str], None]) -> None:
        def tell(event: trace.Event) -> None:
            if isinstance(event, trace.Notice) and event.waiting:
                mouth.feed(f"{event.text} ")

        try:
            with trace.watching(tell):
                turn = self.gateway.turn(
                    said.text, self.conversation, on_token=hear, room=self._room, heard=said.confidence
                )
                self._on_answer(await turn)
        except GatewayError as error:
            log.warning("%s", error)
            self._speaking.tone(tones.error())
            mouth.feed(error.message)
        except Exception:
            log.exception("The turn failed")
            self._speaking.tone(tones.error())
            mouth.feed(FAILED)
        await mouth.finish()
