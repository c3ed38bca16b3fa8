"""One Wyoming client: a satellite in another room, or Home Assistant."""

import asyncio
import logging
import uuid
from contextlib import ExitStack
from enum import Enum, auto

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioChunkConverter, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.server import AsyncEventHandler
from wyoming.tts import Synthesize
from wyoming.vad import VoiceStarted, VoiceStopped
from wyoming.wake import Detect, Detection, NotDetected

from voice_gateway.caller import Caller
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.voice.audio import FRAME_BYTES, RATE, Sound
from voice_gateway.voice.frames import Malformed, read_as, read_frame
from voice_gateway.voice.going_on import GoingOn
from voice_gateway.voice.recording import Ending, Recording
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.wake import MicroWake
from voice_gateway.voice.whereabouts import Whereabouts
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_info import describe

LONGEST = 60 * RATE * 2
"""Bytes of sound that are kept for one transcription: a minute."""

RATES = range(8_000, 192_001)

IDLE_SECONDS = 600.0
"""For the next event. Who listens for the wake word sends sound all the time."""

WRITE_SECONDS = 30.0
"""For a client to take what it is sent."""

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


class Satellite(AsyncEventHandler):
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
        super().__init__(reader, writer)
        self._service = service
        self._called = called
        address = self._client()
        self._where = called or service.whereabouts(address)
        known = address if address in service.parts.settings.hubs else called.name if called else ""
        self._caller = Caller(known or uuid.uuid4().hex)
        self._conversation = service.conversation(f"known {known}") if known else Conversation()
        self._converter = AudioChunkConverter(RATE, 2, 1)
        self._job = Job.NOTHING
        self._sound = bytearray()
        self._wake: MicroWake | None = None
        self._recording: Recording | None = None
        self._going_on: GoingOn | None = None
        self._pipeline: RunPipeline | None = None
        self._floor = asyncio.Condition()
        """Held by whoever speaks to the client: an answer, or an announcement."""

        self._is_told = False
        self._listening = ExitStack()

    async def run(self) -> None:
        """Serve until the client leaves; one that talks nonsense is let go, and nobody else notices."""
        place = self._service.connections.admit(self._client(), self._hang_up)
        try:
            if place is None:
                busy = Error(text="Too many clients are connected.", code="busy")
                await self.write_event(busy.event())
                return
            while event := await self._next():
                place.busy = True
                async with self._floor:
                    await self.handle_event(event)
                    self._floor.notify_all()
                place.busy = False
        except (
            ConnectionError,
            TimeoutError,
            ValueError,
            RecursionError,
            asyncio.IncompleteReadError,
        ) as error:
            log.info("A Wyoming client was let go: %s", error or type(error).__name__)
        finally:
            self._listening.close()
            if place:
                self._service.leave(place)
            self._wake = self._recording = None
            self.writer.close()
            async with self._floor:
                self._floor.notify_all()

    async def _next(self) -> Event | None:
        async with asyncio.timeout(IDLE_SECONDS):
            event: Event | None = await read_frame(self.reader)
            return event

    def _client(self) -> str:
        peer = self.writer.get_extra_info("peername")
        return str(peer[0]) if isinstance(peer, tuple) else ""

    def _hang_up(self) -> None:
        self.writer.transport.abort()

    async def write_event(self, event: Event) -> None:
        """Send an event. A client that does not take it is let go."""
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await super().write_event(event)
        except TimeoutError:
            self._hang_up()  # closing would wait until it has taken everything
            raise

    async def handle_event(self, event: Event) -> bool:
        try:
            await self._handle(event)
        except (ConnectionError, TimeoutError):
            raise  # the client has gone, or takes nothing any more
        except Malformed as error:
            log.info("A Wyoming client sent what makes no sense: %s", error)
            await self.write_event(Error(text=str(error), code="malformed").event())
        except GatewayError as error:
            log.warning("A Wyoming request failed: %s", error)
            await self.write_event(Error(text=error.message, code=type(error).__name__).event())
        except Exception as error:
            log.warning("A Wyoming request failed: %s", error, exc_info=True)
            await self.write_event(Error(text=str(error), code=type(error).__name__).event())
        return True

    async def _handle(self, event: Event) -> None:
        kind = event.type
        if AudioChunk.is_type(kind):
            await self._hear(self._sound_of(read_as(AudioChunk, event)))
        elif AudioStop.is_type(kind):
            await self._end_of_sound()
        elif Describe.is_type(kind):
            info = describe(self._service.parts, self._service.gateway.client.name)
            await self.write_event(info.event())
        elif Info.is_type(kind):
            self._where = self._service.whereabouts(self._client(), read_as(Info, event))
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
            await self._speak(read_as(Synthesize, event).text)

    def _be_told(self, pipeline: RunPipeline) -> None:
        """Who has answers spoken is a satellite, and can say what nobody has asked for as well."""
        if pipeline.end_stage is PipelineStage.TTS and not self._is_told:
            self._is_told = True
            announcer = self._service.gateway.announcer
            self._listening.enter_context(announcer.listening(self._announce, self._where.room))

    async def _announce(self, text: str) -> None:
        """After what is being said and answered. Raises when the client takes nothing any more."""
        async with self._floor:
            async with asyncio.timeout(PATIENCE):
                await self._floor.wait_for(lambda: self._job in _IDLE or self.writer.is_closing())
            if self.writer.is_closing():
                raise ConnectionError("The satellite has gone.")
            await self._speak(text)

    def _sound_of(self, chunk: AudioChunk) -> bytes:
        """The sound as we hear it. One second of a rate that no microphone has could become hours."""
        if chunk.rate not in RATES or chunk.width not in (1, 2, 4) or chunk.channels not in range(1, 9):
            raise Malformed(f"sound of {chunk.rate} Hz, {chunk.width} bytes and {chunk.channels} channels")
        if len(chunk.audio) % (chunk.width * chunk.channels):
            raise Malformed(f"{len(chunk.audio)} bytes are no whole number of samples")
        return self._converter.convert(chunk).audio

    def _begin(self, job: Job) -> None:
        self._job = job
        self._going_on = None
        self._sound.clear()
        if job is Job.DETECT:
            settings = self._service.parts.settings
            self._wake = self._wake or MicroWake(settings.wake_word, settings.wake_cutoff)
            self._wake.reset()
        if job is Job.CONVERSE:
            self._recording = Recording(Silero(), self._service.parts.settings)

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
            name = self._service.parts.settings.wake_word
            await self.write_event(Detection(name=name).event())
            self._begin(Job.CONVERSE if self._pipeline else Job.NOTHING)
        elif self._going_on and self._going_on.hear(frame):
            said, self._going_on = self._going_on.said, None
            text = await self._words(said.speech()) if said else ""
            if text and (self._conversation.pending or self._service.gateway.is_meant(text)):
                await self._reply(text)
            elif text:
                log.info("Not for us: %s", text)

    async def _record(self, frame: bytes) -> None:
        if recording := self._recording:
            spoke = recording.spoke
            recording.add(frame)
            if recording.spoke and not spoke:
                await self.write_event(VoiceStarted().event())
            if recording.over:
                await self._converse(recording)

    async def _end_of_sound(self) -> None:
        job, recording = self._job, self._recording
        if job is Job.TRANSCRIBE:
            sound = Sound(bytes(self._sound))
            self._begin(Job.NOTHING)
            text = await self._words(sound) if sound.data else ""
            await self.write_event(Transcript(text=text).event())
        elif job is Job.DETECT:
            self._begin(Job.NOTHING)
            await self.write_event(NotDetected().event())
        elif job is Job.CONVERSE and recording:
            await self._converse(recording)

    async def _words(self, sound: Sound) -> str:
        return await self._service.hearing.hear(sound, self._conversation, self._where.room)

    async def _converse(self, recording: Recording) -> None:
        """The rest of a pipeline, once the speaker has stopped."""
        self._recording = None
        self._begin(Job.NOTHING)
        await self.write_event(VoiceStopped().event())
        text = await self._words(recording.speech()) if recording.ending is Ending.SPOKEN else ""
        woken = self._pipeline is not None and self._pipeline.start_stage is PipelineStage.WAKE
        if woken and await self._service.gateway.is_for_others(text, self._conversation):
            log.info("Not for us: %s", text)
            text = ""
        await self._reply(text)

    async def _reply(self, text: str) -> None:
        """Answer what was said, and listen again where that is wanted."""
        pipeline = self._pipeline
        # Who is called and leaves the wake word to us waits for it for ever.
        for_ever = pipeline is not None and self._called and pipeline.start_stage is PipelineStage.WAKE
        again = pipeline is not None and (pipeline.restart_on_end or for_ever)
        self._begin(Job.NOTHING)
        await self.write_event(Transcript(text=text).event())
        ends_at = pipeline.end_stage if pipeline else PipelineStage.TTS
        seconds = 0.0
        if text and ends_at in (PipelineStage.HANDLE, PipelineStage.TTS):
            said = await self._answer(Transcript(text=text))
            if ends_at is PipelineStage.TTS:
                seconds = await self._speak(said)
        if again and pipeline:
            waits = pipeline.start_stage is PipelineStage.WAKE
            self._begin(Job.DETECT if waits else Job.CONVERSE)
            if waits and seconds and (settings := self._service.parts.settings).follow_up:
                self._going_on = GoingOn(Silero(), settings, seconds)
        else:
            self._pipeline = None

    async def _answer(self, heard: Transcript) -> str:
        number = (heard.context or {}).get("conversation_id")
        conversation = self._service.conversation(str(number)) if number else self._conversation
        text, success = await self._service.answer(heard.text, conversation, self._caller, self._where.room)
        reply = Handled if success else NotHandled
        await self.write_event(reply(text=text, context=heard.context).event())
        return text

    async def _speak(self, text: str) -> float:
        """Send the sound of a text; how many seconds of it there are."""
        began: AudioStart | None = None
        seconds = 0.0
        async for sound in self._service.speak(text):
            if began is None:
                began = AudioStart(rate=sound.rate, width=2, channels=1)
                await self.write_event(began.event())
            for start in range(0, len(sound.data), 4096):
                piece = sound.data[start : start + 4096]
                await self.write_event(AudioChunk(rate=sound.rate, width=2, channels=1, audio=piece).event())
            seconds += sound.seconds
        if began is None:
            await self.write_event(AudioStart(rate=RATE, width=2, channels=1).event())
        await self.write_event(AudioStop().event())
        return seconds
