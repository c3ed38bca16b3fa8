"""Scenario 82: several sources at once, each healing by itself, and a device seen through two of them is one.

The Z-Wave network and the Home Assistant are real, and Home Assistant has the network's devices too, through
the same server.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path

import httpx
import pytest

from tests.assembled import Assemble, Assembled
from tests.devices.client import eventually
from tests.home_assistant_rig.furnishing import expose
from tests.home_assistant_rig.rig import HomeAssistant, Visitor, running
from tests.servers.ollama import call, say
from tests.zwave_rig.rig import ZwaveRig
from voice_gateway.devices import Device, Status
from voice_gateway.outcome import TurnOutcome

DESK, LAMP = "switch.desk_strip", "switch.hallway_lamp"
TWICE = ["light.kitchen_light", LAMP, DESK, "switch.desk_strip_2"]
"""Entities of Z-Wave nodes that Home Assistant lets us see."""


@pytest.fixture(scope="module")
def shared_house(
    hass_program: Path, running_rig: ZwaveRig, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HomeAssistant]:
    """A Home Assistant that has the Z-Wave network, where people gave some of its devices their own names."""
    with running(hass_program, tmp_path_factory.mktemp("shared")) as house:
        asyncio.run(_bring_along(house, running_rig.url))
        yield house


async def _bring_along(house: HomeAssistant, url: str) -> None:
    headers = {"Authorization": f"Bearer {house.token}"}
    async with httpx.AsyncClient(base_url=house.url, headers=headers, trust_env=False, timeout=60) as http:
        visitor = Visitor(house, http)
        await visitor.add("zwave_js", {"url": url})
        for _ in range(300):
            known = {entry["entity_id"] for entry in await visitor.command("config/entity_registry/list")}
            if known >= set(TWICE):
                break
            await asyncio.sleep(0.1)
        study = await visitor.command("config/area_registry/create", name="Study", aliases=["office"])
        names = {"name": "Reading Lamp", "aliases": ["Gerald"], "area_id": study["area_id"]}
        await visitor.command("config/entity_registry/update", entity_id=LAMP, **names)
        await visitor.command("config/entity_registry/update", entity_id=DESK, name="Monitor")
    expose(house, *TWICE)
    house.wait_until_kept()


@pytest.fixture
async def house(assemble: Assemble, rig: ZwaveRig, shared_house: HomeAssistant) -> AsyncIterator[Assembled]:
    shared_house.mend()
    sources = {
        "home.zwave_url": rig.url,
        "home.home_assistant_url": shared_house.url,
        "home.home_assistant_token": shared_house.token,
    }
    async with assemble(now=datetime.now().astimezone(), **sources) as house:
        for name in ("Reading Lamp", "Coffee Plug", "Bed Light"):
            await _healed(house, name)
        yield house


def seen(house: Assembled) -> tuple[Device, ...]:
    assert house.gateway.home is not None
    return house.gateway.home.devices()


def called(house: Assembled, name: str) -> Device:
    [device] = [one for one in seen(house) if one.name == name]
    return device


async def health(house: Assembled) -> str:
    """What is said when a model looks after the network for somebody."""
    house.script(call(("check_zwave_health", {})), say("Done."))
    return (await house.ask("is the z-wave network ok?")).text


async def test_s82_a_device_seen_through_both_is_one(house: Assembled) -> None:
    lamp = called(house, "Reading Lamp")
    assert (lamp.id, lamp.room, lamp.room_aliases) == ("node-3", "Study", ("office",))
    assert not [one for one in seen(house) if one.id in TWICE]
    assert "Hallway Lamp" not in house.home()
    assert called(house, "Monitor").id == "node-20-1", "one socket of a strip, not the strip"
    assert {"Coffee Plug", "Bed Light"} <= set(house.home()), "and what only one of them has"


async def test_s82_it_goes_by_its_people_s_name_and_the_shortest_way(house: Assembled, rig: ZwaveRig) -> None:
    sent = rig.state(3).get("sets", 0)
    assert (await house.ask("turn on gerald")).text == "Reading lamp is now on."
    assert rig.state(3)["BinarySwitch_currentValue"] is True
    assert (await house.ask("turn off the lamp in the office")).text == "Reading lamp is now off."
    assert rig.state(3)["sets"] == sent + 2, "each command once"


async def test_s82_without_home_assistant_the_radio_still_works(
    house: Assembled, rig: ZwaveRig, shared_house: HomeAssistant
) -> None:
    await asyncio.to_thread(shared_house.kill)
    try:
        await eventually(lambda: called(house, "Bed Light").status is Status.DEAD)
        assert (await house.ask("turn on the reading lamp")).text == "Reading lamp is now on."
        failed = await house.ask("turn on the bed light")
        assert failed.outcome is TurnOutcome.FAILED
        assert "Home Assistant cannot be reached, so the bed light was not changed" in failed.text
        assert "Home Assistant at http://127.0.0.1" in await health(house)
    finally:
        await asyncio.to_thread(shared_house.mend)
    await _healed(house, "Bed Light")
    assert (await house.ask("turn on the bed light")).outcome is TurnOutcome.DONE


async def test_s82_without_the_radio_s_server_its_devices_are_told_as_not_answering(
    house: Assembled, rig: ZwaveRig
) -> None:
    rig.kill_server()
    await eventually(lambda: called(house, "Coffee Plug").status is Status.DEAD)
    assert (await house.ask("turn on the bed light")).outcome is TurnOutcome.DONE
    assert "The Z-Wave network at ws://127.0.0.1" in await health(house)
    failed = await house.ask("turn on the coffee plug")
    assert "The coffee plug does not answer." in failed.text, "Home Assistant does not reach it either"
    await asyncio.to_thread(rig.mend)
    await _healed(house, "Coffee Plug")
    assert (await house.ask("turn on the coffee plug")).outcome is TurnOutcome.DONE


async def _healed(house: Assembled, name: str) -> None:
    """Wait until it is back: a Home Assistant that starts has its devices one after the other."""
    async with asyncio.timeout(60):
        while not any(one.name == name and one.status is Status.READY for one in seen(house)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
