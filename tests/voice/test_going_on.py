"""After an answer one may go on without the wake word; what others say meanwhile starts no turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from wyoming.asr import Transcript
from wyoming.audio import AudioChunk
from wyoming.client import AsyncTcpClient
from wyoming.ping import Ping
from wyoming.pipeline import PipelineStage, RunPipeline

from tests.assembled import Assemble, Assembled
from tests.home import SmallHome
from tests.scene import Play
from tests.servers.ollama import call, say
from tests.voice.rig import Room, room, spoken
from tests.voice.test_announcing import served
from tests.voice.test_wyoming import client, next_event, send_sound, until
from voice_gateway.routing import Intent
from voice_gateway.voice import State
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.going_on import ECHO

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
OFF = ("control_zwave_device", {"device": "kitchen light", "action": "off"})
SCRIPT = [call(ON), say("Kitchen light is now on."), call(OFF), say("Kitchen light is now off.")]


WAKES = RunPipeline(PipelineStage.WAKE, PipelineStage.TTS, restart_on_end=True)


@asynccontextmanager
async def just_answered(play: Play) -> AsyncIterator[tuple[Room, SmallHome]]:
    """A room in which the kitchen light has just been turned on."""
    home = SmallHome()
    async with (
        play(Intent.DEVICE, home.tools(), SCRIPT) as scene,
        room(scene.house.gateway, follow_up=8) as kitchen,
    ):
        await kitchen.say("hey jarvis", "turn on the kitchen light")
        await kitchen.back_to_listening()
        yield kitchen, home


@pytest.mark.usefixtures("quiet_room")
async def test_s85_one_goes_on_without_the_wake_word(play: Play) -> None:
    async with just_answered(play) as (kitchen, home):
        await kitchen.say("turn off the kitchen light")
        await kitchen.answered(2)
    assert not home.lights["kitchen light"]
    assert kitchen.states.count(State.RECORDING) == 2


@pytest.mark.usefixtures("quiet_room")
async def test_s85_a_television_does_not_start_a_turn(play: Play) -> None:
    async with just_answered(play) as (kitchen, home):
        await kitchen.say("the minister arrived in paris this morning")
        await asyncio.sleep(2)
        assert kitchen.transcriber.states.state is State.LISTENING
    assert len(kitchen.heard) == 1
    assert home.lights["kitchen light"]


@asynccontextmanager
async def satellite_just_answered(assemble: Assemble) -> AsyncIterator[tuple[Assembled, AsyncTcpClient]]:
    """A satellite that was woken once, has turned on the kitchen light, and has played the answer."""
    async with served(assemble, follow_up=20) as (house, at), client(at) as there:
        await there.write_event(WAKES.event())
        await send_sound(there, said("hey jarvis", "turn on the kitchen light"), ends=False)
        events = await until(there, "audio-stop")
        assert house.state("kitchen light").on
        chunks = [AudioChunk.from_event(event) for event in events if AudioChunk.is_type(event.type)]
        await asyncio.sleep(sum(chunk.seconds for chunk in chunks) + 2 * ECHO)
        yield house, there


async def test_s85_one_goes_on_at_a_satellite_as_well(assemble: Assemble) -> None:
    async with satellite_just_answered(assemble) as (house, there):
        await send_sound(there, said("turn off the kitchen light"), ends=False)
        events = await until(there, "audio-stop")
        assert "detection" not in [event.type for event in events]
        assert not house.state("kitchen light").on


async def test_s85_a_television_beside_a_satellite_does_not_start_a_turn(assemble: Assemble) -> None:
    async with satellite_just_answered(assemble) as (house, there):
        await send_sound(there, said("we will be right back after the break"), ends=False)
        await send_sound(there, said("hey jarvis", "turn off the kitchen light"), ends=False)
        assert (await next_event(there)).type == "detection"
        await until(there, "audio-stop")
        assert not house.state("kitchen light").on


async def test_s85_behind_a_false_wake_there_is_no_turn(assemble: Assemble) -> None:
    async with served(assemble) as (_, at), client(at) as there:
        await there.write_event(WAKES.event())
        await send_sound(there, said("hey jarvis", "we will be right back after the break"), ends=False)
        [*_, transcript] = await until(there, "transcript")
        assert Transcript.from_event(transcript).text == ""
        await there.write_event(Ping().event())
        assert (await next_event(there)).type == "pong"


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("I told her that I would be late.", True),
        ("He never called me back, you know.", True),
        ("Turn on the kitchen light.", False),
        ("Tell me a joke.", False),
        ("Who is the president of France?", False),
        ("Thank you.", False),
        ("", False),
    ],
)
async def test_s85_what_is_left_alone_behind_a_wake_word(
    assemble: Assemble, sentence: str, others: bool
) -> None:
    async with assemble() as house:
        assert await house.gateway.is_for_others(sentence, house.conversation) is others


def said(*texts: str) -> Sound:
    pieces = [piece for text in texts for piece in (spoken(text).data, silence(0.8).data)]
    return Sound(b"".join(pieces))


@pytest.mark.parametrize(
    "sentence",
    ["turn off the kitchen light", "and make it warmer", "no, the bedroom", "set a timer for ten minutes",
     "is the front door locked?", "what time is it?"],
)  # fmt: skip
async def test_s85_what_is_meant(assemble: Assemble, sentence: str) -> None:
    async with assemble() as house:
        assert house.gateway.is_meant(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["The minister arrived in Paris this morning.", "And now the weather with Susan.",
     "I told her that I would be late.", "Thank you.", "He never called me back, you know.",
     "Did you see her face when he walked in?", "We will be right back after the break."],
)  # fmt: skip
async def test_s85_what_others_say_is_not(assemble: Assemble, sentence: str) -> None:
    async with assemble() as house:
        assert not house.gateway.is_meant(sentence)
