"""A real satellite (`wyoming-satellite`) in a room, whose microphone hears what a file says."""

import asyncio
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.programs import missing
from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.voice.audio import Sound, silence

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


def need_satellite() -> None:
    """Skip where it is not installed, or nobody could speak to it."""
    need_voice()
    if not (PEER / "wyoming_satellite").is_dir():
        missing("wyoming-satellite is not installed")
