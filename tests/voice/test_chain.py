"""The whole chain, from a spoken sentence in the microphone to spoken words in the speaker."""

import pytest

from tests.home import SmallHome
from tests.scene import Play
from tests.servers.ollama import call, say
from tests.voice.rig import room
from voice_gateway.routing import Intent
from voice_gateway.voice import State

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})

pytestmark = pytest.mark.usefixtures("quiet_room")


async def test_a_spoken_command_turns_the_light_on_and_is_answered_aloud(play: Play) -> None:
    home = SmallHome()
    async with (
        play(Intent.DEVICE, home.tools(), [call(ON), say("Kitchen light is now on.")]) as scene,
        room(scene.house.gateway) as kitchen,
    ):
        await kitchen.say("hey jarvis", "turn on the kitchen light")
        await kitchen.back_to_listening()
        assert home.lights["kitchen light"]
        assert "kitchen light" in await kitchen.answer()
    assert kitchen.states[1:6] == [
        State.LISTENING, State.RECORDING, State.THINKING, State.SPEAKING, State.COOLING_DOWN,
    ]  # fmt: skip
