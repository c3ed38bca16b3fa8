"""The speaker's volume, on a real sound server."""

import subprocess
from typing import Any

import pytest

from voice_gateway.tools import Result, ToolExecutor, TurnState, make_call
from voice_gateway.tools.speaker import volume_tool


async def change(**arguments: Any) -> Result:
    calls = [make_call("control_speaker_volume", arguments)]
    [result] = await ToolExecutor().run_all(calls, [volume_tool()], TurnState())
    return result


def server_says(what: str) -> str:
    return subprocess.run(
        ["pactl", f"get-sink-{what}", "@DEFAULT_SINK@"], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.usefixtures("sound_server")
async def test_the_volume_is_set_raised_lowered_and_muted_for_real() -> None:
    assert (await change(action="set", level=40)).text == "The volume is now 40 percent."
    assert " 40%" in server_says("volume")
    assert (await change(action="up")).text == "The volume is now 50 percent."
    assert (await change(action="down", level="20")).text == "The volume is now 30 percent."
    assert " 30%" in server_says("volume")
    assert (await change(action="mute")).text == "The volume is now 30 percent and muted."
    assert "yes" in server_says("mute")
    assert (await change(action="up")).text == "The volume is now 40 percent."
    assert "no" in server_says("mute")


@pytest.mark.usefixtures("sound_server")
async def test_asking_for_the_volume_changes_nothing() -> None:
    await change(action="set", level=55)
    result = await change(action="get")
    assert result.text == "The volume is 55 percent."
    assert not result.changed


@pytest.mark.usefixtures("sound_server")
async def test_the_volume_stays_between_silence_and_full() -> None:
    await change(action="set", level=95)
    assert (await change(action="up")).text == "The volume is now 100 percent."
    assert (await change(action="set", level=5)).text == "The volume is now 5 percent."
    assert (await change(action="down")).text == "The volume is now 0 percent."


async def test_set_without_a_level_and_a_level_out_of_range_are_refused(sound_server: Any) -> None:
    assert (await change(action="set")).text == 'Error: "set" needs a level between 0 and 100'
    assert (await change(action="set", level=500)).text.startswith("Error: level: 500")


async def test_a_machine_without_a_sound_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    result = await change(action="up")
    assert "no sound server" in result.text
    assert not result.changed


async def test_a_sound_server_that_is_down_is_an_error_in_plain_words(
    sound_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    result = await change(action="up")
    assert result.text.startswith("Error: the sound server refused")
    assert "pa_" not in result.text
