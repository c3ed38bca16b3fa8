"""One Wyoming client: a satellite in another room, or Home Assistant."""

import asyncio
import logging
import uuid
from enum import Enum, auto

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStop
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.tts import Synthesize
from wyoming.vad import VoiceStarted, VoiceStopped
from wyoming.wake import Detect, Detection, NotDetected

from voice_gateway.caller import Caller
from voice_gateway.conversation import Conversation
from voice_gateway.voice.audio import FRAME_BYTES, RATE, Sound
from voice_gateway.voice.connection import Connection
from voice_gateway.voice.frames import SoundsHeard, read_as
from voice_gateway.voice.going_on import GoingOn
from voice_gateway.voice.recording import Ending, Recording, spoken_part
from voice_gateway.voice.utterance import Utterance
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.wake import MicroWake
from voice_gateway.voice.weighing import NOTHING_SAID, Said
from voice_gateway.voice.whereabouts import Whereabouts
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_info import describe

LONGEST = 60 * RATE * 2
"""Bytes of sound that are kept for one transcription: a minute."""

PATIENCE = 30.0
"""For what is being said and answered to end, before something else is told."""

log = logging.getLogger(__name__)


class Job(Enum):
    """What the sound is for that a client sends."""

    NOTHING = auto()
    TRANSCRIBE = auto()
    DETECT = auto()
    CONVERSE = auto()
    """A whole pipeline: record until the speaker stops, answer, speak."""


_IDLE = (Job.NOTHING, Job.DETECT)
"""Nobody is speaking to it."""


class Satellite(Connection):
    """Answers one connection. Each has its own conversation unless the client numbers them.

    A question is answered on the connection that it was asked on. A hub, which connects anew for every
    sentence, is known by its address instead, and a satellite that we have called by its name.
    """

    def __init__(
        self,
        service: WyomingService,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        called: Whereabouts | None = None,
    ) -> None:
        """`called` is the satellite that we have connected to; the others have connected to us."""
        super().__init__(service, reader, writer)
        self._called = called
        self._where = called or service.whereabouts(self.address)
        is_hub = self.address in service.parts.settings.hubs
        known = self.address if is_hub else called.name if called else ""
        self._caller = Caller(known or uuid.uuid4().hex)
        self._conversation = service.conversation(f"known {known}") if known else Conversation()
        self._sounds = SoundsHeard()
        self._job = Job.NOTHING
        self._sound = bytearray()
        self._wake: MicroWake | None = None
        self._utterance: Utterance | None = None
        self._going_on: GoingOn | None = None
        self._pipeline: RunPipeline | None = None
        self._is_told = False
        self.while_open.callback(self._forget)

    async def handle(self, event: Event) -> None:
        kind = event.type
        if AudioChunk.is_type(kind):
            await self._hear(self._sounds.of(read_as(AudioChunk, event)))
        elif AudioStop.is_type(kind):
            await self._end_of_sound()
        elif Describe.is_type(kind):
            info = describe(self.service.parts, self.service.gateway.client.name)
            await self.write_event(info.event())
        elif Info.is_type(kind):
            self._where = self.service.whereabouts(self.address, read_as(Info, event))
        elif Ping.is_type(kind):
            await self.write_event(Pong(text=read_as(Ping, event).text).event())
        elif Transcribe.is_type(kind):
            self._begin(Job.TRANSCRIBE)
        elif Detect.is_type(kind):
            self._begin(Job.DETECT)
        elif RunPipeline.is_type(kind):
            self._pipeline = read_as(RunPipeline, event)
            self._be_told(self._pipeline)
            waits = self._pipeline.start_stage is PipelineStage.WAKE
            self._begin(Job.DETECT if waits else Job.CONVERSE)
        elif Transcript.is_type(kind):
            await self._answer(read_as(Transcript, event))
        elif Synthesize.is_type(kind):
            await self.speak(read_as(Synthesize, event).text)

    def _be_told(self, pipeline: RunPipeline) -> None:
        """Who has answers spoken is a satellite, and can say what nobody has asked for as well."""
        if pipeline.end_stage is PipelineStage.TTS and not self._is_told:
            self._is_told = True
            announcer = self.service.gateway.announcer
            self.while_open.enter_context(announcer.listening(self._announce, self._where.room))

    async def _announce(self, text: str) -> None:
        """After what is being said and answered. Raises when the client takes nothing any more."""
        async with self.floor:
            async with asyncio.timeout(PATIENCE):
                await self.floor.wait_for(lambda: self._job in _IDLE or self.writer.is_closing())
            if self.writer.is_closing():
                raise ConnectionError("The satellite has gone.")
            await self.speak(text)

    def _begin(self, job: Job) -> None:
        self._job = job
        self._going_on = None
        self._sound.clear()
        if job is Job.DETECT:
            settings = self.service.parts.settings
            self._wake = self._wake or MicroWake(settings.wake_word, settings.wake_cutoff)
            self._wake.reset()
        if job is Job.CONVERSE:
            self._utterance = self._listened_to()

    async def _hear(self, data: bytes) -> None:
        if self._job is Job.NOTHING:
            return
        self._sound += data
        if self._job is Job.TRANSCRIBE:
            del self._sound[:-LONGEST]
            return
        while self._job in (Job.DETECT, Job.CONVERSE) and len(self._sound) >= FRAME_BYTES:
            frame = bytes(self._sound[:FRAME_BYTES])
            del self._sound[:FRAME_BYTES]
            await (self._detect(frame) if self._job is Job.DETECT else self._record(frame))
            await asyncio.sleep(0)  # who sends a minute at once does not keep the others waiting

    async def _detect(self, frame: bytes) -> None:
        if self._wake and self._wake.hear(frame) >= self._wake.cutoff:
            name = self.service.parts.settings.wake_word
            await self.write_event(Detection(name=name).event())
            self._begin(Job.CONVERSE if self._pipeline else Job.NOTHING)
        elif self._going_on and await self._going_on.hear(frame):
            said, self._going_on = await self._going_on.said(), None
            if said.text and (self._conversation.pending or self.service.gateway.is_meant(said.text)):
                await self._reply(said)
            elif said.text:
                log.info("Not for us: %s", said.text)

    async def _record(self, frame: bytes) -> None:
        if utterance := self._utterance:
            spoke = utterance.recording.spoke
            await utterance.add(frame)
            if utterance.recording.spoke and not spoke:
                await self.write_event(VoiceStarted().event())
            if utterance.over:
                await self._converse(utterance)

    async def _end_of_sound(self) -> None:
        job, utterance = self._job, self._utterance
        if job is Job.TRANSCRIBE:
            sound = Sound(bytes(self._sound))
            self._begin(Job.NOTHING)
            part = spoken_part(sound, Silero(), self.service.parts.settings)
            said = await self._words(part) if sound.data else NOTHING_SAID
            await self.write_event(Transcript(text=said.text).event())
        elif job is Job.DETECT:
            self._begin(Job.NOTHING)
            await self.write_event(NotDetected().event())
        elif job is Job.CONVERSE and utterance:
            await self._converse(utterance)

    def _listened_to(self, patience: float | None = None) -> Utterance:
        """Somebody who is about to speak."""
        parts = self.service.parts
        recording = Recording(Silero(), parts.settings, patience)
        return Utterance(recording, parts.settings, self._words, parts.turn_end)

    def _forget(self) -> None:
        """Ears are some megabytes, which a client that has left does not need."""
        if self._utterance:
            self._utterance.give_up()
        self._wake = self._utterance = self._going_on = None

    async def _words(self, sound: Sound) -> Said:
        return await self.service.hearing.hear(sound, self._conversation, self._where.room)

    async def _converse(self, utterance: Utterance) -> None:
        """The rest of a pipeline, once the speaker has stopped."""
        self._utterance = None
        self._begin(Job.NOTHING)
        await self.write_event(VoiceStopped().event())
        spoken = utterance.recording.ending is Ending.SPOKEN
        said = await utterance.said() if spoken else NOTHING_SAID
        woken = self._pipeline is not None and self._pipeline.start_stage is PipelineStage.WAKE
        if woken and await self.service.gateway.is_for_others(said.text, self._conversation):
            log.info("Not for us: %s", said.text)
            said = NOTHING_SAID
        await self._reply(said)

    async def _reply(self, said: Said) -> None:
        """Answer what was said, and listen again where that is wanted."""
        pipeline = self._pipeline
        # Who is called and leaves the wake word to us waits for it for ever.
        for_ever = pipeline is not None and self._called and pipeline.start_stage is PipelineStage.WAKE
        again = pipeline is not None and (pipeline.restart_on_end or for_ever)
        self._begin(Job.NOTHING)
        await self.write_event(Transcript(text=said.text).event())
        ends_at = pipeline.end_stage if pipeline else PipelineStage.TTS
        seconds = 0.0
        if said.text and ends_at in (PipelineStage.HANDLE, PipelineStage.TTS):
            answer = await self._answer(Transcript(text=said.text), said.confidence)
            if ends_at is PipelineStage.TTS:
                seconds = await self.speak(answer)
        if again and pipeline:
            waits = pipeline.start_stage is PipelineStage.WAKE
            self._begin(Job.DETECT if waits else Job.CONVERSE)
            if waits and seconds and (patience := self.service.parts.settings.follow_up):
                self._going_on = GoingOn(self._listened_to(patience), seconds)
        else:
            self._pipeline = None

    async def _answer(self, heard: Transcript, confidence: float = 1.0) -> str:
        number = (heard.context or {}).get("conversation_id")
        conversation = self.service.conversation(str(number)) if number else self._conversation
        text, success = await self.service.answer(
            heard.text, conversation, self._caller, self._where.room, confidence
        )
        reply = Handled if success else NotHandled
        await self.write_event(reply(text=text, context=heard.context).event())
        return text
