"""From a sentence to a node's own state, and back to a true answer."""

import asyncio
import os
import signal
from typing import Any

import pytest

from tests.end_to_end.conftest import Chain
from tests.servers.ollama import Step, call, nothing, say
from voice_gateway.trace import Called

DEVICE_TOOLS = {
    "control_zwave_device",
    "get_device_sensor_data",
    "list_devices",
    "verify_device",
    "list_zwave_devices",
    "check_zwave_health",
}


def control(device: str, action: str, value: float | None = None) -> Step:
    arguments = {"device": device, "action": action} | ({} if value is None else {"value": value})
    return call(("control_zwave_device", arguments))


async def test_s21_a_device_sentence_is_offered_the_six_zwave_tools_and_no_others(chain: Chain) -> None:
    chain.ollama.steps[:] = [say("The kitchen light is off.")]
    await chain.ask("is the kitchen light on?")
    assert {tool["function"]["name"] for tool in chain.ollama.chats[0]["tools"]} == DEVICE_TOOLS


@pytest.mark.parametrize(
    ("sentence", "device", "action", "value", "node", "truth"),
    [
        ("turn on the hallway lamp", "hallway lamp", "on", None, 3, ("BinarySwitch_currentValue", True)),
        ("kitchen light to 40 %", "kitchen light", "set_level", 40, 2, ("MultilevelSwitch_currentValue", 40)),
        ("switch the coffee plug on", "coffee plug", "on", None, 4, ("BinarySwitch_currentValue", True)),
        ("bedroom fan off please", "bedroom fan", "off", None, 5, ("MultilevelSwitch_currentValue", 0)),
        ("open the lounge blinds", "lounge blinds", "open", None, 6, ("WindowCovering_currentValue_13", 99)),
        ("lock the front door", "front door", "lock", None, 9, ("DoorLock_currentMode", 255)),
        ("set the bedroom heating to heat", "bedroom heating", "heat", None, 10, ("ThermostatMode_mode", 1)),
        ("close the water valve", "water valve", "close", None, 11, ("BinarySwitch_currentValue", False)),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)  # fmt: skip
async def test_a_sentence_reaches_the_node_itself(
    chain: Chain,
    sentence: str,
    device: str,
    action: str,
    value: float | None,
    node: int,
    truth: tuple[str, Any],
) -> None:
    chain.ollama.steps[:] = [control(device, action, value), say("Done.")]
    answer = await chain.ask(sentence)
    [called] = answer.trace.all(Called)
    assert called.outcome == "ok", called.result
    assert chain.rig.state(node)[truth[0]] == truth[1]


@pytest.mark.parametrize(
    ("sentence", "device", "parts"),
    [
        ("how warm is it in the bathroom", "bathroom temperature", ["bathroom", "°C"]),
        ("is there motion in the hallway", "hallway motion", ["motion"]),
        ("is the bedroom window open", "bedroom window", ["bedroom window"]),
        (
            "how full is the battery of the bathroom sensor",
            "bathroom sensor battery",
            ["battery is at 15 percent"],
        ),
    ],
)
async def test_a_question_is_answered_with_what_the_node_reported(
    chain: Chain, sentence: str, device: str, parts: list[str]
) -> None:
    chain.ollama.steps[:] = [call(("get_device_sensor_data", {"device": device})), nothing()]
    answer = await chain.ask(sentence)
    [called] = answer.trace.all(Called)
    assert called.outcome == "ok", called.result
    for part in parts:
        assert part in called.result.lower().replace("°c", "°C")


async def test_a_siren_is_silenced(chain: Chain) -> None:
    chain.ollama.steps[:] = [control("hallway siren", "off"), say("The siren is off.")]
    answer = await chain.ask("turn off the hallway siren")
    assert answer.trace.all(Called)[0].outcome == "ok"


async def test_opening_a_garage_door_waits_for_a_yes(chain: Chain) -> None:
    chain.rig.tell(8, barrier=0)
    chain.ollama.steps[:] = [control("garage door", "open")]
    question = await chain.ask("open the garage door")
    assert question.text == "Open the garage door? Say yes to confirm."
    assert chain.rig.state(8)["barrier"] == 0
    assert "open" in (await chain.ask("yes")).text
    assert chain.rig.state(8)["barrier"] == 255


async def test_a_dead_node_is_told_and_not_claimed(chain: Chain) -> None:
    chain.rig.tell(15, dead=True)
    chain.ollama.steps[:] = [control("freezer plug", "on"), say("I've turned on the freezer plug.")]
    try:
        answer = await chain.ask("turn on the freezer plug")
    finally:
        chain.rig.tell(15, dead=None)
    assert "does not answer" in answer.text
    assert "I've turned on" not in answer.text


async def test_the_zwave_server_may_be_killed_and_the_next_command_works(chain: Chain) -> None:
    chain.rig.kill_server()
    chain.ollama.steps[:] = [control("hallway lamp", "off"), say("Done, the lamp is off.")]
    lost = await chain.ask("turn off the hallway lamp")
    assert "Done" not in lost.text
    chain.rig.start_server()
    chain.rig.wait_until_ready()
    for _ in range(5):
        chain.ollama.steps[:] = [control("hallway lamp", "on"), say("The hallway lamp is on.")]
        answer = await chain.ask("turn on the hallway lamp")
        if answer.trace.all(Called)[0].outcome == "ok":
            break
        await asyncio.sleep(1)
    assert chain.rig.state(3)["BinarySwitch_currentValue"] is True


async def test_the_mcp_process_may_be_killed_and_comes_back_by_itself(chain: Chain) -> None:
    before = chain.server_process
    os.kill(before, signal.SIGKILL)
    chain.ollama.steps[:] = [control("hallway lamp", "on"), say("The hallway lamp is on.")]
    answer = await chain.ask("turn on the hallway lamp")
    [called] = answer.trace.all(Called)
    assert called.outcome == "ok", called.result
    assert chain.rig.state(3)["BinarySwitch_currentValue"] is True
    assert chain.server_process != before
