"""Scenario 38: `BackgroundTranscriber`, the voice pipeline, is given a `ToolExecutor`."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.home import SmallHome, tool_of
from tests.scene import Play
from tests.servers.ollama import call, say
from tests.voice.rig import parts_for, room
from voice_gateway.routing import Intent
from voice_gateway.tools import Invocation, Proceed, Result, Tier, ToolExecutor
from voice_gateway.tools.speaker import volume_tool
from voice_gateway.voice import BackgroundTranscriber
from voice_gateway.voice.audio import RATE, from_samples, write_wav

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})

pytestmark = pytest.mark.usefixtures("quiet_room")


class Noted:
    """A behaviour of the executor that notes every call and lets it through."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        self.calls.append((invocation.tool.name, dict(invocation.arguments)))
        return await proceed(invocation)


async def list_devices() -> str:
    return "2 devices: kitchen light (off), Wobble (on at 40 percent)."


async def test_s38_it_has_the_gateways_executor_unless_it_is_given_another(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene:
        gateway, own = scene.house.gateway, ToolExecutor()
        parts = parts_for()
        assert BackgroundTranscriber(gateway, parts).executor is gateway.executor
        assert BackgroundTranscriber(gateway, parts, executor=own).executor is own


async def test_s38_every_tool_of_the_pipeline_runs_through_its_executor(play: Play, tmp_path: Path) -> None:
    """It learns the names of the home, and turns music down while somebody speaks: both are tool calls."""
    noted, home = Noted(), SmallHome()
    tools = [*home.tools(), tool_of("list_devices", list_devices, Tier.DEVICE), volume_tool()]
    executor = ToolExecutor(behaviours=[noted])
    parts = parts_for(duck=30)
    async with play(Intent.DEVICE, tools, [call(ON), say("Kitchen light is now on.")]) as scene:
        with music(tmp_path):
            async with room(scene.house.gateway, parts, executor) as kitchen:
                assert noted.calls == [("list_devices", {})]
                assert kitchen.transcriber.hearing.names == ("kitchen light", "Wobble")
                await kitchen.say("hey jarvis", "turn on the kitchen light")
                await kitchen.back_to_listening()
    volume = [arguments for name, arguments in noted.calls if name == "control_speaker_volume"]
    assert [arguments["action"] for arguments in volume] == ["get", "set", "set"]
    assert [arguments["level"] for arguments in volume[1:]] == [30, 100]
    assert home.lights["kitchen light"]


async def test_s38_transcription_does_not_hold_up_the_event_loop(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, room(scene.house.gateway) as place:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        transcribing = asyncio.create_task(place.answer())
        await place.say("hey jarvis", "what is two plus two")
        await place.back_to_listening()
        await transcribing
        ticking.cancel()
    assert place.answers == ["2 plus 2 is 4."]
    assert ticks > 20


@contextmanager
def music(folder: Path) -> Iterator[None]:
    """Another program that plays a note."""
    note = folder / "note.wav"
    write_wav(note, from_samples(0.1 * np.sin(2 * np.pi * 200 * np.arange(60 * RATE) / RATE), RATE))
    player = subprocess.Popen(["paplay", "--device=speaker", str(note)])
    try:
        yield
    finally:
        player.kill()
        player.wait()
