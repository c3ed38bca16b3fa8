"""Scenario 81: Zigbee2MQTT and every device announced by MQTT discovery, over a real broker.

The product is as people have it. Where a sentence needs a model, it is scripted to make the call that it
should make.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from tests.assembled import Assemble, Assembled
from tests.devices.client import eventually
from tests.mqtt_rig.announcements import ESPHOME, TASMOTA
from tests.mqtt_rig.broker import Mosquitto
from tests.mqtt_rig.stage import Stage, recorded
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

ZIGBEE: dict[str, dict[str, Any]] = {
    "kitchen/ceiling light": {"state": "OFF", "color_mode": "color_temp", "color_temp": 250},
    "coffee machine": {"state": "OFF"},
    "bathroom climate": {"temperature": 21.4, "humidity": 61, "battery": 88},
    "front door": {"state": "LOCK"},
}  # fmt: skip


@pytest_asyncio.fixture
async def house(assemble: Assemble, broker: Mosquitto, stage: Stage) -> AsyncIterator[Assembled]:
    await stage.zigbee2mqtt(recorded(*ZIGBEE), **ZIGBEE)
    for topic, config in (TASMOTA | ESPHOME).items():
        await stage.tell(topic, config)
    for topic, text in (
        ("tele/washer/LWT", "Online"), ("tele/washer/STATE", '{"POWER": "ON"}'),
        ("tele/washer/SENSOR", '{"ENERGY": {"Power": 412}}'), ("garage-node/status", "online"),
        ("garage-node/cover/garage_door/state", "closed"),
        ("garage-node/cover/garage_door/position/state", "0"),
    ):  # fmt: skip
        await stage.tell(topic, text)
    await stage.obeys("cmnd/washer/POWER", lambda text: {"tele/washer/STATE": f'{{"POWER": "{text}"}}'})
    async with assemble(**{"home.mqtt_url": broker.url}) as house:
        for name, state in ZIGBEE.items():
            await stage.tell(f"zigbee2mqtt/{name}", state, retain=False)
        await eventually(lambda: house.state("front door").locked is True)
        yield house


async def test_s81_zigbee_and_discovered_devices_are_one_home(house: Assembled, stage: Stage) -> None:
    assert (await house.ask("turn on the coffee machine")).text == "Coffee machine is now on."
    assert stage.told("zigbee2mqtt/coffee machine/set") == ['{"state": "ON"}']
    assert (await house.ask("turn off the washing machine")).text.startswith("Washing machine is now off")
    assert stage.told("cmnd/washer/POWER") == ["OFF"]


async def test_s81_questions_are_answered_from_what_was_reported(house: Assembled, stage: Stage) -> None:
    assert "21.4" in (await house.ask("what is the temperature in the bathroom?")).text
    await stage.tell("zigbee2mqtt/bathroom climate", {"temperature": 23.0}, retain=False)
    await eventually(lambda: house.state("bathroom climate").readings[-1].value == 23.0)
    assert "23" in (await house.ask("what is the temperature in the bathroom?")).text


async def test_s81_colours(house: Assembled, stage: Stage) -> None:
    light = {"device": "kitchen ceiling light", "action": "set_color", "value": "red"}
    house.script(call(("control_zwave_device", light)), say("Done."))
    await house.ask("make the kitchen ceiling light red")
    assert house.state("kitchen ceiling light").hue == 0


async def test_s81_what_was_published_is_not_done(house: Assembled, stage: Stage) -> None:
    stage.deaf |= {"zigbee2mqtt/coffee machine/set", "zigbee2mqtt/coffee machine/get"}
    answer = await house.ask("turn on the coffee machine")
    assert answer.outcome is TurnOutcome.FAILED
    assert "did not confirm" in answer.text


async def test_s81_what_lets_people_in_waits_for_a_yes(house: Assembled, stage: Stage) -> None:
    asked, done = await house.say("unlock the front door", "yes")
    assert asked.text == "Unlock the front door? Say yes to confirm."
    assert done.text == "Front door is now unlocked."
    asked = await house.ask("open the garage door")
    assert "Say yes to confirm" in asked.text
    assert not stage.told("garage-node/cover/garage_door/command")


async def test_s81_a_rename_there_is_known_here(house: Assembled, stage: Stage) -> None:
    [plug] = recorded("coffee machine")
    await stage.bulb("espresso", {})
    await stage.tell("zigbee2mqtt/bridge/devices", [{**plug, "friendly_name": "espresso"}])
    await eventually(lambda: "espresso" in house.home())
    assert (await house.ask("turn on the espresso")).text == "Espresso is now on."


async def test_s81_what_never_reports_is_not_claimed(house: Assembled, stage: Stage) -> None:
    await stage.tell(
        "homeassistant/switch/pump/config", {"name": "Garden Pump", "cmd_t": "pump", "uniq_id": "p"}
    )
    await stage.obeys("pump", lambda _: {})
    await eventually(lambda: "Garden Pump" in house.home())
    answer = await house.ask("turn on the garden pump")
    assert answer.text == "Garden pump was told, but it does not report whether it did it."
    await eventually(lambda: stage.told("pump") == ["ON"])
