"""After an answer one may go on without the wake word; what others say meanwhile starts no turn."""

import asyncio

import pytest

from tests.assembled import Assemble
from tests.home import SmallHome
from tests.scene import Play
from tests.servers.ollama import call, say
from tests.voice.rig import room
from voice_gateway.routing import Intent
from voice_gateway.voice import State

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
OFF = ("control_zwave_device", {"device": "kitchen light", "action": "off"})
SCRIPT = [call(ON), say("Kitchen light is now on."), call(OFF), say("Kitchen light is now off.")]


@pytest.mark.usefixtures("quiet_room")
async def test_s85_one_goes_on_without_the_wake_word(play: Play) -> None:
    home = SmallHome()
    async with (
        play(Intent.DEVICE, home.tools(), SCRIPT) as scene,
        room(scene.house.gateway, follow_up=8) as kitchen,
    ):
        await kitchen.say("hey jarvis", "turn on the kitchen light")
        await kitchen.back_to_listening()
        await kitchen.say("turn off the kitchen light")
        await kitchen.answered(2)
    assert not home.lights["kitchen light"]
    assert kitchen.states.count(State.RECORDING) == 2


@pytest.mark.usefixtures("quiet_room")
async def test_s85_a_television_does_not_start_a_turn(play: Play) -> None:
    home = SmallHome()
    async with (
        play(Intent.DEVICE, home.tools(), SCRIPT) as scene,
        room(scene.house.gateway, follow_up=8) as kitchen,
    ):
        await kitchen.say("hey jarvis", "turn on the kitchen light")
        await kitchen.back_to_listening()
        await kitchen.say("the minister arrived in paris this morning")
        await asyncio.sleep(2)
        assert kitchen.transcriber.state is State.LISTENING
    assert len(kitchen.heard) == 1
    assert home.lights["kitchen light"]


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
