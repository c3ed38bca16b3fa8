"""Clients of the Wyoming server that announce, send or hold too much, and nobody else notices."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from wyoming.asr import Transcribe
from wyoming.audio import AudioChunk
from wyoming.event import Event, async_write_event
from wyoming.info import Describe, Info
from wyoming.pipeline import PipelineStage, RunPipeline

from tests.scene import Play
from tests.voice.rig import PATIENCE, need_voice
from tests.voice.test_wyoming import client, next_event, served
from voice_gateway.routing import Intent
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice import connection, frames
from voice_gateway.voice.frames import MOST_SOUND
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import PER_CLIENT, WyomingService

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def line(address: str, sent: bytes = b"", **options: Any) -> AsyncIterator[Line]:
    host, port = address.removeprefix("tcp://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), **options)
    writer.write(sent)
    await writer.drain()
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def is_hung_up(reader: asyncio.StreamReader) -> bool:
    """Waits until it is, for better or worse."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read() == b""
    except ConnectionError:
        return True


def frame(**head: Any) -> bytes:
    return json.dumps(head).encode() + b"\n"


async def is_well(address: str) -> bool:
    async with client(address) as house:
        await house.write_event(Describe().event())
        return bool(Info.from_event(await next_event(house)).asr)


@pytest.mark.parametrize(
    "sent",
    [
        frame(type="audio-chunk", payload_length=400_000_000),
        frame(type="audio-chunk", payload_length=MOST_SOUND + 1),
        frame(type="audio-chunk", data_length=400_000_000),
        frame(type="audio-chunk", payload_length=-1),
        frame(type="audio-chunk", payload_length="many"),
        frame(type="audio-chunk", payload_length=1e308),
        frame(type=7),
        frame(data={}),
        b"[1]\n",
        b"7\n",
        b"[" * 60_000 + b"\n",
        b"x" * 200_000,
        frame(type="describe", data_length=4) + b"[1]\n",
        frame(type="describe", data=[1]),
    ],
)
async def test_a_frame_out_of_bounds_is_not_waited_for(play: Play, sent: bytes) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address:
        async with line(address, sent) as (reader, _):
            assert await is_hung_up(reader)
        assert await is_well(address)


async def test_a_frame_that_never_ends_is_given_up(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "FRAME_SECONDS", 0.2)
    half = frame(type="audio-chunk", payload_length=100) + b"half"
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, line(address, half) as house:
        assert await is_hung_up(house[0])


async def test_a_client_that_says_nothing_is_let_go(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "IDLE_SECONDS", 0.2)
    half = b'{"type": "desc'
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, line(address, half) as house:
        assert await is_hung_up(house[0])


async def test_a_client_that_takes_nothing_is_let_go(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WRITE_SECONDS", 0.2)

    async def ask_for_ever(writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(frame(type="describe") * 100)
            await writer.drain()

    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address:
        async with line(address, limit=1) as (_, writer):
            with pytest.raises(ConnectionError):
                async with asyncio.timeout(PATIENCE):
                    await ask_for_ever(writer)
        assert await is_well(address)


async def test_a_crowd_that_only_holds_the_line_keeps_nobody_out(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, AsyncExitStack() as crowd:
        for _ in range(3 * PER_CLIENT):
            await crowd.enter_async_context(line(address, b'{"type": "'))
        assert await is_well(address)


async def test_sound_of_a_rate_that_no_microphone_has_is_refused(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(Transcribe().event())
        for rate, width, channels in ((1, 2, 1), (10**9, 2, 1), (16_000, 3, 1), (16_000, 2, 0)):
            chunk = Event("audio-chunk", {"rate": rate, "width": width, "channels": channels}, b"\0" * 48)
            await house.write_event(chunk)
            assert (await next_event(house)).type == "error"


@pytest.mark.parametrize(
    "sent",
    [
        Event("transcript", {}),
        Event("transcript", {"text": 7}),
        Event("transcript", {"text": "hello", "context": "ours"}),
        Event("synthesize", {"text": "hello", "voice": None}),
        Event("run-pipeline", {"start_stage": "breakfast", "end_stage": "tts"}),
        Event("audio-chunk", {"rate": 16_000, "width": 2, "channels": 1}, b"odd"),
    ],
)
async def test_an_event_that_is_not_what_it_says_is_told_so_and_is_no_traceback(
    play: Play, sent: Event, caplog: pytest.LogCaptureFixture
) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(sent)
        assert (await next_event(house)).data["code"] == "malformed"
        assert await is_well(address)
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_sentence_without_end_is_spoken_in_pieces(play: Play) -> None:
    need_voice()
    async with play(Intent.GENERAL, (), []) as scene:
        parts = choose_parts(VoiceSettings(speech="flite"), speaker=CollectingSpeaker())
        service = WyomingService(scene.house.gateway, parts)
        pieces = [sound async for sound in service.speak("9" * 200)]
    assert len(pieces) > 1


async def test_the_memory_of_clients_that_left_comes_back(play: Play) -> None:
    def used() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )

    async def crowd(address: str, people: int) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(people):
                _, writer = await stack.enter_async_context(line(address))
                start = RunPipeline(PipelineStage.ASR, PipelineStage.TTS)
                await async_write_event(start.event(), writer)
                for _ in range(8):
                    noise = AudioChunk(rate=16_000, width=2, channels=1, audio=os.urandom(2_000))
                    await async_write_event(noise.event(), writer)

    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address:
        await crowd(address, 3)
        before = used()
        await crowd(address, PER_CLIENT - 5)
        async with asyncio.timeout(20):
            while used() > before + 40_000_000:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.1)
