"""Real satellites (`wyoming-satellite`) in two rooms, which wait to be called."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.assembled import Assemble, Assembled
from tests.programs import missing
from tests.voice.rig import PATIENCE, need_voice, shared_transcriber, spoken
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice import calling as calls
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService

PEER = Path(sys.prefix, "satellite")
"""Where `make` has put the satellite, with an older wyoming than ours."""

RATE = 16_000
MICROPHONE = """
import pathlib, sys, time
said, heard = pathlib.Path(sys.argv[1]), 0
while True:
    data = said.read_bytes()[heard:heard + 2048] if said.exists() else b""
    heard += len(data)
    sys.stdout.buffer.write(data.ljust(2048, b"\\0"))
    sys.stdout.flush()
    time.sleep(0.03)
"""
"""A microphone that hears silence, and whatever is added to a file."""

SPEAKER = "import sys; open(sys.argv[1], 'ab', 0).writelines(iter(lambda: sys.stdin.buffer.read1(4096), b''))"


@dataclass
class Box:
    """A satellite in a room: a process of its own, with a microphone and a speaker."""

    folder: Path
    name: str
    area: str
    port: int
    process: asyncio.subprocess.Process | None = None

    @property
    def uri(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "ignore", "-m", "wyoming_satellite", "--name", self.name),
            *("--area", self.area, "--uri", self.uri, "--no-zeroconf"),
            *(
                "--mic-command",
                self._runs("microphone", MICROPHONE),
                "--mic-command-samples-per-chunk",
                "1024",
            ),
            *("--snd-command", self._runs("speaker", SPEAKER), "--snd-command-rate", str(RATE)),
            env={**os.environ, "PYTHONPATH": str(PEER)},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )

    async def stop(self) -> None:
        if self.process and self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()

    def say(self, *texts: str) -> None:
        pieces = [spoken(text).data for text in texts]
        with (self.folder / f"{self.name}.microphone").open("ab") as file:
            file.write(silence(0.5).data.join(pieces) + silence(0.5).data)

    async def words(self) -> str:
        file = self.folder / f"{self.name}.speaker"
        data = file.read_bytes() if file.exists() else b""
        return (await shared_transcriber().transcribe(Sound(data[: len(data) // 2 * 2], RATE))).lower()

    def _runs(self, part: str, script: str) -> str:
        program = self.folder / f"{part}.py"
        program.write_text(script)
        return f"{sys.executable} {program} {self.folder / f'{self.name}.{part}'}"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@asynccontextmanager
async def two_rooms(assemble: Assemble, folder: Path) -> AsyncIterator[tuple[Assembled, Box, Box]]:
    need_voice()
    if not (PEER / "wyoming_satellite").is_dir():
        missing("wyoming-satellite is not installed")
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
