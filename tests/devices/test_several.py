"""Several sources are one home; what is on the far side of their lines is simulated."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from bench.soak.home import NETWORK, CountingHome
from websockets.asyncio.server import ServerConnection

from tests.devices.client import eventually
from tests.devices.homes import home_of
from tests.servers.home_assistant import LAMP, TOKEN, FarSide, Table, far_home_assistant, send
from voice_gateway.devices import (
    Action,
    Asked,
    CannotDo,
    Command,
    DataQuestion,
    Device,
    DeviceError,
    Home,
    Kind,
    SimulatedHome,
)
from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant import HomeAssistantHome
from voice_gateway.devices.mcp_server.sentences import health_sentence
from voice_gateway.devices.several import Several
from voice_gateway.devices.zwave import ZwaveHome

ON, OFF = Command(Action.ON), Command(Action.OFF)
NOWHERE = "ws://127.0.0.1:9"


def two(near: str, far: str) -> tuple[SimulatedHome, SimulatedHome, Several]:
    """Two homes that see the same device."""
    homes = [home_of(line) for line in (near, far)]
    for home in homes:
        [device] = home.devices()
        home.registry.put(replace(device, marks=frozenset({"mac:1"})))
    return homes[0], homes[1], Several(homes)


@asynccontextmanager
async def started(*sources: Home) -> AsyncIterator[Several]:
    home = Several(sources)
    await home.start()
    try:
        yield home
    finally:
        await home.close()


def only(home: Home) -> Device:
    [device] = home.devices()
    return device


async def answer_service(far: FarSide, visitor: ServerConnection, message: Table) -> None:
    """Switch the lamp, and report it to who subscribed."""
    state = "on" if message["service"] == "turn_on" else "off"
    far.states["light.lamp"]["s"] = state
    subscribed = next(one for one in far.asked if one["type"] == "subscribe_entities")
    event = {"c": {"light.lamp": {"+": {"s": state, "c": "me"}}}}
    await send(visitor, subscribed, type="event", event=event)
    await send(visitor, message, type="result", success=True, result={"context": {"id": "me"}})


@pytest.fixture
async def far() -> AsyncIterator[FarSide]:
    """A Home Assistant that has the first light of the Z-Wave network, too."""
    async with far_home_assistant() as far:
        entry = LAMP | {"platform": "zwave_js", "unique_id": f"{NETWORK}.2-37-0-currentValue"}
        far.results["config/entity_registry/list"] = [entry]
        far.results["config/entity_registry/get_entries"] = {"light.lamp": entry}
        far.answers["call_service"] = answer_service
        yield far


@pytest.fixture
async def near() -> AsyncIterator[CountingHome]:
    async with CountingHome(["den light", "attic light"]).running() as near:
        yield near


def test_devices_of_all_sources_are_there() -> None:
    home = Several([home_of("Kitchen Light, light"), home_of("Hall Lamp, light", "Front Door, lock")])
    assert {device.name for device in home.devices()} == {"Kitchen Light", "Hall Lamp", "Front Door"}


def test_a_device_seen_twice_is_one_and_called_what_the_people_call_it() -> None:
    near, _, home = two("Node 7, light, Shed", "Reading Lamp, light, Study, upstairs")
    device = only(home)
    assert (device.name, device.room, device.floor) == ("Reading Lamp", "Study", "upstairs")
    assert device.id == only(near).id


def test_where_people_gave_no_room_the_other_source_may_know_one() -> None:
    _, _, home = two("Node 7, light, Shed", "Reading Lamp, light")
    assert (only(home).name, only(home).room) == ("Reading Lamp", "Shed")


def test_a_relay_is_what_one_of_them_says_that_hangs_on_it() -> None:
    _, _, home = two("Node 7, switch", "Reading Lamp, light")
    assert only(home).kind is Kind.LIGHT


def test_the_name_of_a_measured_value_is_not_the_name_of_the_device() -> None:
    _, _, home = two("Coffee Plug, switch", "Coffee Plug Power, sensor")
    assert (only(home).name, only(home).kind) == ("Coffee Plug", Kind.SWITCH)


def test_each_of_its_ids_means_the_device() -> None:
    near, far, home = two("Node 7, light", "Reading Lamp, light")
    assert home.registry[only(far).id] == home.registry[only(near).id] == only(home)
    assert only(far).id in home.registry


def test_an_id_that_was_remembered_still_means_the_device_when_a_nearer_source_turns_up() -> None:
    near, far = home_of("Attic Light, light"), home_of("Reading Lamp, light")
    for source in (near, far):
        source.registry.put(replace(only(source), marks=frozenset({"mac:1"})))
    seen = only(near)
    near.registry.remove(seen.id)
    home = Several([near, far])
    before = only(home)
    near.registry.put(seen)
    assert only(home).id == seen.id
    assert home.registry[before.id] == only(home)


def test_two_sources_with_the_same_id_keep_their_devices_apart() -> None:
    home = Several([home_of("Lamp, light, Hall"), home_of("Lamp, light, Study")])
    first, second = home.devices()
    assert first.id != second.id
    assert {first.room, second.room} == {"Hall", "Study"}


async def test_the_nearest_source_is_told() -> None:
    near, far, home = two("Node 7, light", "Reading Lamp, light")
    told = await home.command(only(home).id, ON)
    assert told.device.name == "Reading Lamp"
    assert told.device.state.on is True
    assert (only(near).state.on, only(far).state.on) == (True, False)


async def test_what_fails_is_told_by_the_name_that_people_use() -> None:
    _, _, home = two("Node 7, light", "Reading Lamp, light")
    with pytest.raises(CannotDo, match="reading lamp"):
        await home.command(only(home).id, Command(Action.SET_LEVEL, 40))


async def test_listeners_hear_every_source_once() -> None:
    near, _, home = two("Node 7, light", "Reading Lamp, light")
    heard: list[Device] = []
    stop = home.registry.subscribe(heard.append)
    await home.command(only(home).id, ON)
    assert [device.name for device in heard] == ["Reading Lamp"]
    stop()
    await near.command(only(near).id, OFF)
    assert len(heard) == 1


async def test_what_goes_in_its_last_source_is_gone() -> None:
    near, far, home = two("Node 7, light", "Reading Lamp, light")
    near.registry.remove(only(near).id)
    assert only(home).id == only(far).id
    far.registry.remove(only(far).id)
    assert home.devices() == ()
    with pytest.raises(DeviceError, match="There is no device"):
        await home.command("reading-lamp", ON)


def test_a_device_that_turns_out_to_be_another_is_two_again() -> None:
    near, _, home = two("Node 7, light", "Reading Lamp, light")
    near.registry.put(replace(only(near), marks=frozenset({"mac:2"})))
    assert {device.name for device in home.devices()} == {"Node 7", "Reading Lamp"}


async def test_whoever_has_the_data_is_asked() -> None:
    home = Several([home_of("Lamp, light"), home_of("Shopping List, todo_list")])
    [found] = [device for device in home.devices() if device.kind is Kind.TODO_LIST]
    assert (await home.ask(found.id, DataQuestion(Asked.ITEMS))).items == ()


async def test_a_source_that_cannot_be_reached_leaves_the_others_working() -> None:
    async with started(ZwaveHome(NOWHERE), home_of("Kitchen Light, light")) as home:
        assert (await home.command(only(home).id, ON)).finished
        zwave, simulated = home.health().parts
        assert not zwave.connected
        assert simulated.connected
        assert home.health().connected
        said = health_sentence(home.health())
        assert f"The Z-Wave network at {NOWHERE} cannot be reached: nothing answers there." in said
        assert "1 of 1 devices answer." in said


async def test_one_that_does_not_answer_keeps_nobody_waiting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        silent = ZwaveHome(f"ws://127.0.0.1:{deaf.getsockname()[1]}")
        async with started(silent, home_of("Kitchen Light, light")) as home:
            assert silent.health().note == "not started", "it was not waited for"
            assert (await home.command(only(home).id, ON)).finished


async def test_seen_by_radio_and_by_home_assistant_it_is_one_device(near: CountingHome, far: FarSide) -> None:
    async with started(ZwaveHome(near.url), HomeAssistantHome(far.url, TOKEN)) as home:
        assert {device.name for device in home.devices()} == {"Lamp", "attic light"}
        lamp = home.registry["light.lamp"]
        assert (lamp.id, lamp.room, lamp.floor, lamp.aliases) == ("node-2", "Study", "Upstairs", ("Gerald",))
        await home.command("light.lamp", ON)
        assert near.commands["den light"] == [True]
        assert "call_service" not in [message["type"] for message in far.asked]


async def test_while_the_radio_is_away_the_device_is_told_through_home_assistant(
    near: CountingHome, far: FarSide
) -> None:
    async with started(ZwaveHome(near.url), HomeAssistantHome(far.url, TOKEN)) as home:
        away = asyncio.create_task(near.go_away(2))
        await eventually(lambda: not home.health().parts[0].connected)
        assert home.health().dead == (home.registry["node-3"],), "nobody else sees the attic light"
        told = await home.command("node-2", ON)
        assert told.device.state.on is True
        assert near.commands["den light"] == []
        await away
        await eventually(lambda: home.health().parts[0].connected)
        assert home.health().dead == ()
        await home.command("node-2", OFF)
        assert near.commands["den light"] == [False]


async def test_without_another_way_it_is_said_who_cannot_be_reached(near: CountingHome) -> None:
    async with started(ZwaveHome(near.url), home_of("Kitchen Light, light")) as home:
        away = asyncio.create_task(near.go_away(5))
        await eventually(lambda: not home.health().parts[0].connected)
        with pytest.raises(ConnectionLost, match="Z-Wave network cannot be reached, so the attic light was"):
            await home.command("node-3", ON)
        away.cancel()
