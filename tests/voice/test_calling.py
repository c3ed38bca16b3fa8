"""Real satellites (`wyoming-satellite`) in two rooms, which wait to be called."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.assembled import Assemble, Assembled
from tests.ports import free_port
from tests.voice.box import Box, need_satellite
from tests.voice.rig import PATIENCE, shared_transcriber
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice import calling as calls
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService


@asynccontextmanager
async def two_rooms(assemble: Assemble, folder: Path) -> AsyncIterator[tuple[Assembled, Box, Box]]:
    need_satellite()
    boxes = [Box(folder, name.lower(), name, free_port()) for name in ("Kitchen", "Bedroom")]
    settings = VoiceSettings(speech="flite", satellites=tuple(box.uri for box in boxes))
    parts = choose_parts(settings, speaker=CollectingSpeaker())
    parts.transcriber = shared_transcriber()
    try:
        for box in boxes:
            await box.start()
        async with assemble(listens=False) as house:
            service = WyomingService(house.gateway, parts)
            await service.load()
            async with calls.calling(service):
                await until(lambda: len(service.connections) == 2)
                yield house, boxes[0], boxes[1]
    finally:
        for box in boxes:
            await box.stop()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - another process is waited for
            await asyncio.sleep(0.05)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "AGAIN_AFTER", 0.2)
    monkeypatch.setattr(calls, "AGAIN_AT_MOST", 0.5)


async def test_s83_two_who_talk_at_once_are_each_heard_in_their_room(
    assemble: Assemble, tmp_path: Path
) -> None:
    async with two_rooms(assemble, tmp_path) as (house, kitchen, bedroom):
        for box in (kitchen, bedroom):
            box.say("hey jarvis", "turn on the light")
        await until(lambda: house.state("kitchen light").on and house.state("bedroom light").on)


async def test_a_satellite_that_goes_and_comes_back_is_called_again(
    assemble: Assemble, tmp_path: Path
) -> None:
    async with two_rooms(assemble, tmp_path) as (house, kitchen, _bedroom):
        await kitchen.stop()
        await kitchen.start()
        async with asyncio.timeout(PATIENCE):
            while not house.state("kitchen light").on:
                kitchen.say("hey jarvis", "turn on the light")
                await asyncio.sleep(6)
            while "kitchen" not in await kitchen.words():  # noqa: ASYNC110 - another process is waited for
                await asyncio.sleep(0.5)
