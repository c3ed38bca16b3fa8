"""What nobody has just asked for is spoken: on satellites, and at this machine, after what is being said."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline

from tests.assembled import Assemble, Assembled
from tests.scene import Play
from tests.servers.ollama import say
from tests.voice.rig import need_voice, parts_for, room, shared_transcriber
from tests.voice.test_wyoming import client, next_event, send_sound, until
from voice_gateway.planning import NobodyListens
from voice_gateway.routing import Intent
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice import State
from voice_gateway.voice.announcements import Announcements
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.errors import EngineError, SoundError
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_server import serve_wyoming

PASTA = "Your pasta timer is done."
WAITS = RunPipeline(PipelineStage.WAKE, PipelineStage.TTS)
RECORDS = RunPipeline(PipelineStage.ASR, PipelineStage.TTS)


@asynccontextmanager
async def served(assemble: Assemble, **settings: object) -> AsyncIterator[tuple[Assembled, str]]:
    """A house in which nobody listens but who connects."""
    need_voice()
    async with assemble(listens=False) as house:
        chosen = VoiceSettings.model_validate({"speech": "flite", **settings})
        parts = choose_parts(chosen, speaker=CollectingSpeaker())
        parts.transcriber = shared_transcriber()
        async with serve_wyoming(WyomingService(house.gateway, parts), "tcp://127.0.0.1:0") as address:
            yield house, address


async def runs(satellite: AsyncTcpClient, pipeline: RunPipeline) -> None:
    """Until the gateway has taken it."""
    await satellite.write_event(pipeline.event())
    await satellite.write_event(Ping().event())
    assert Pong.is_type((await next_event(satellite)).type)


async def words(events: list[Event]) -> str:
    chunks = [AudioChunk.from_event(event) for event in events if AudioChunk.is_type(event.type)]
    sound = Sound(b"".join(chunk.audio for chunk in chunks), chunks[0].rate)
    return (await shared_transcriber().transcribe(sound)).lower()


async def test_s65_a_timer_rings_on_the_satellite_that_waits_for_its_wake_word(assemble: Assemble) -> None:
    async with served(assemble) as (house, at), client(at) as satellite:
        await runs(satellite, WAITS)
        await house.ask("set a pasta timer for nine minutes")
        _, events = await asyncio.gather(house.later(minutes=9.1), until(satellite, "audio-stop"))
        assert AudioStart.is_type(events[0].type)
        assert "pasta" in await words(events)


async def test_what_is_being_said_to_a_satellite_is_heard_out_first(assemble: Assemble) -> None:
    async with served(assemble) as (house, at), client(at) as satellite:
        await runs(satellite, RECORDS)
        telling = asyncio.create_task(house.gateway.announcer.tell(PASTA))
        await runs(satellite, RECORDS)
        assert not telling.done()
        await send_sound(satellite, silence(0.5))
        kinds = [event.type for event in await until(satellite, "audio-stop")]
        assert kinds.index("transcript") < kinds.index("audio-start")
        await telling


async def test_who_only_asks_for_one_thing_at_a_time_is_told_nothing(assemble: Assemble) -> None:
    """As Home Assistant does, which would take the sound for an answer."""
    async with served(assemble) as (house, at), client(at) as hub, client(at) as writes:
        await hub.write_event(Transcript(text="turn on the kitchen light").event())
        await next_event(hub)
        await runs(writes, RunPipeline(PipelineStage.ASR, PipelineStage.HANDLE))
        with pytest.raises(NobodyListens):
            await house.gateway.announcer.tell(PASTA)
        await hub.write_event(Ping().event())
        assert Pong.is_type((await next_event(hub)).type)


async def test_a_satellite_that_has_gone_has_heard_nothing(assemble: Assemble) -> None:
    async with served(assemble) as (house, at):
        async with client(at) as satellite:
            await runs(satellite, RECORDS)
            telling = asyncio.create_task(house.gateway.announcer.tell(PASTA))
            await asyncio.sleep(0)
        with pytest.raises(NobodyListens):
            await telling
        with pytest.raises(NobodyListens):
            await house.gateway.announcer.tell(PASTA)


async def test_announcements_are_taken_in_turn_and_given_up_with_the_pipeline() -> None:
    waiting = Announcements()
    first, second = (asyncio.create_task(waiting.tell(text)) for text in ("one", "two"))
    await waiting.come()
    taken = waiting.take()
    assert taken
    assert taken.text == "one"
    taken.settle()
    taken.settle(SoundError("too late"))
    await first
    waiting.give_up()
    with pytest.raises(SoundError):
        await second
    third = asyncio.create_task(waiting.tell("three"))
    await waiting.come()
    third.cancel()
    await asyncio.wait({third})
    assert waiting.take() is None


@pytest.mark.usefixtures("quiet_room")
async def test_it_is_spoken_at_this_machine_while_nobody_speaks(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, room(scene.house.gateway) as kitchen:
        await scene.house.gateway.announcer.tell(PASTA)
        assert "pasta" in await kitchen.answer()
        await kitchen.until(lambda: kitchen.transcriber.states.state is State.LISTENING)
        assert State.RECORDING not in kitchen.states
        assert State.THINKING not in kitchen.states


@pytest.mark.usefixtures("quiet_room")
async def test_it_is_spoken_after_the_answer_that_is_being_given(play: Play) -> None:
    long = "Otters are animals that live in rivers and lakes and like to eat fish."
    async with play(Intent.GENERAL, (), [say(long)] * 2) as scene, room(scene.house.gateway) as kitchen:
        await kitchen.say("hey jarvis", "tell me about otters")
        await kitchen.until(lambda: State.THINKING in kitchen.states)
        await scene.house.gateway.announcer.tell(PASTA)
        assert kitchen.states.count(State.SPEAKING) == 2
        assert kitchen.answers
        assert "pasta" in await kitchen.answer()


@pytest.mark.usefixtures("quiet_room")
async def test_what_could_not_be_spoken_was_not_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = parts_for()

    def fails(_words: str) -> Sound:
        raise EngineError("The voice is broken.")

    parts.speech.load()
    monkeypatch.setattr(parts.speech, "speak", fails)
    async with play(Intent.GENERAL, (), []) as scene, room(scene.house.gateway, parts) as kitchen:
        with pytest.raises(NobodyListens):
            await scene.house.gateway.announcer.tell(PASTA)
        await kitchen.until(lambda: kitchen.transcriber.states.state is State.LISTENING)
