"""Calls that name what is not there are snapped to what the person said, and never to something else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.home import yes_to
from voice_gateway import trace
from voice_gateway.devices import Resolver, SimulatedHome
from voice_gateway.devices.home_file import parse_plan
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration, confirmation
from voice_gateway.tools import (
    Behaviour,
    Outcome,
    Result,
    Tier,
    ToolExecutor,
    ToolManager,
    TurnState,
    make_call,
)
from voice_gateway.tools.execution.repair import Repair

DEVICES: list[dict[str, Any]] = [
    {"name": "Kitchen Light", "room": "Kitchen", "kind": "dimmer", "state": {"on": False, "level": 0}},
    {"name": "Table Lamp", "room": "Living Room", "kind": "light", "state": {"on": False}},
    {"name": "Corwen Lamp", "room": "Bedroom", "kind": "light", "state": {"on": False}},
    {"name": "Bedroom Light", "room": "Bedroom", "kind": "light", "state": {"on": False}},
    {"name": "Front Door", "room": "Hallway", "kind": "lock", "state": {"locked": True}},
    {"name": "Tumble Dryer", "room": "Kitchen", "kind": "switch", "dead": True, "state": {"on": False}},
]


@dataclass
class Rig:
    """A home behind its real MCP server, and an executor as the gateway has it."""

    home: SimulatedHome
    manager: ToolManager
    executor: ToolExecutor
    last: trace.Trace

    async def call(self, said: str, tool: str, turn: TurnState | None = None, **arguments: Any) -> Result:
        self.last = trace.Trace(said, first=True, model="test")
        with trace.tracing(self.last):
            tools = {one.name: one for one in self.manager.all()}
            return await self.executor.run(make_call(tool, arguments), tools, turn or TurnState(said))

    async def control(self, said: str, device: str, action: str = "on", **more: Any) -> Result:
        return await self.call(said, "control_zwave_device", device=device, action=action, **more)

    def on(self) -> set[str]:
        return {device.name for device in self.home.devices() if device.state.on}

    @property
    def repaired(self) -> list[trace.Repaired]:
        return self.last.all(trace.Repaired)


@asynccontextmanager
async def opened() -> AsyncIterator[Rig]:
    home = SimulatedHome(parse_plan({"device": DEVICES}, name="test"), delay=0)
    await home.start()
    manager = ToolManager()
    server = McpServer("home", InProcess(build_server(home)), tier=Tier.DEVICE)
    behaviours: list[Behaviour] = [confirmation, Repair(Resolver(home.registry))]
    async with McpIntegration([server], Registration(manager)):
        yield Rig(home, manager, ToolExecutor(behaviours=behaviours), trace.Trace("", first=True, model=""))


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    async with opened() as made:
        yield made


@pytest.mark.parametrize(
    ("said", "written", "device"),
    [
        ("turn on the kitchen light", "kitchen_light_1", "Kitchen Light"),
        ("turn on the kitchen light", "kitchen ceiling light", "Kitchen Light"),
        ("turn on the kitchen light", "turn on kitchen light", "Kitchen Light"),
        ("turn on the table lamp", "kitchen table lamp", "Table Lamp"),
        ("turn on the corwen lamp please", "corvin lamp", "Corwen Lamp"),
        ("could you switch the table lamp on", "main table lamp switch entity", "Table Lamp"),
    ],
)
async def test_words_that_the_model_made_up_are_taken_away(
    rig: Rig, said: str, written: str, device: str
) -> None:
    result = await rig.control(said, written)
    assert result.ok, result.text
    assert rig.on() == {device}


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("turn on the morwen lamp", "morwen lamp"),
        ("turn on the morwen lamp", "morwen bedroom lamp"),
        ("turn on the lamp in the cellar", "basement lamp"),
        ("turn on the table lamp in the cellar", "basement table lamp"),
        ("turn on the kitchen toaster", "kitchen toaster light"),
        ("turn on the porch light", "porch light"),
        ("turn on the zorbo lamp in the kitchen", "kitchen zorba lamp"),
        ("switch on the heater", "bathroom heater 2"),
        ("turn on the lamp", "lamp_7"),
    ],
)
async def test_an_absent_device_never_becomes_another(rig: Rig, said: str, written: str) -> None:
    result = await rig.control(said, written)
    assert result.outcome is Outcome.ERROR
    assert rig.on() == set()
    assert not rig.repaired


async def test_the_trace_shows_what_was_repaired(rig: Rig) -> None:
    await rig.control("turn on the kitchen light", "kitchen_light_1")
    [event] = rig.repaired
    assert event.tool == "control_zwave_device"
    assert (event.before["device"], event.after["device"]) == ("kitchen_light_1", "kitchen light")


async def test_an_optional_argument_that_nobody_said_is_dropped(rig: Rig) -> None:
    result = await rig.call("which devices do I have?", "list_devices", room="smart hub")
    assert result.ok
    assert "6 devices" in result.text


async def test_a_room_that_was_said_and_does_not_exist_is_not_dropped(rig: Rig) -> None:
    result = await rig.call("what is in the attic?", "list_devices", room="attic")
    assert result.outcome is Outcome.ERROR
    assert "attic" in result.text


async def test_a_call_that_may_have_acted_is_not_made_again(rig: Rig) -> None:
    """A dead device is known by name, so its failure is no question of names."""
    result = await rig.control("turn on the tumble dryer", "tumble dryer")
    assert result.outcome is Outcome.ERROR
    assert not rig.repaired


async def test_a_repaired_call_of_a_guarded_device_is_confirmed_and_then_done(rig: Rig) -> None:
    asked = await rig.control("unlock the front door", "front door lock 1", "unlock")
    assert asked.pending == "Unlock the front door? Say yes to confirm."
    assert asked.sent == {"device": "front door", "action": "unlock"}
    yes = yes_to("control_zwave_device", asked)
    done = await rig.call("yes", "control_zwave_device", yes, **asked.sent)
    assert done.ok, done.text
    assert not next(device for device in rig.home.devices() if device.name == "Front Door").state.locked


async def test_a_repaired_call_and_the_same_call_as_meant_are_one(rig: Rig) -> None:
    said, turn = "toggle the kitchen light", TurnState("toggle the kitchen light")
    outcomes = []
    for device in ("kitchen_light_1", "kitchen light"):
        wish: dict[str, Any] = {"device": device, "action": "toggle"}
        outcomes.append((await rig.call(said, "control_zwave_device", turn, **wish)).outcome)
    assert outcomes == [Outcome.OK, Outcome.REPEATED]
    assert rig.on() == {"Kitchen Light"}


@pytest.mark.parametrize(
    "name", ["device_name", "deviceName", "entity", "name", "device-name", "target_device"]
)
async def test_another_name_for_the_one_missing_argument_is_understood(rig: Rig, name: str) -> None:
    wish: dict[str, Any] = {name: "kitchen light", "action": "on"}
    result = await rig.call("turn on the kitchen light", "control_zwave_device", **wish)
    assert result.ok, result.text
    assert rig.on() == {"Kitchen Light"}


async def test_an_optional_argument_that_does_not_fit_is_dropped(rig: Rig) -> None:
    result = await rig.control("turn on the kitchen light", "kitchen light", value="bright")
    assert result.ok, result.text
    assert rig.on() == {"Kitchen Light"}


async def test_nothing_is_repaired_outside_a_turn(rig: Rig) -> None:
    """Without a sentence there is nothing to measure a name by."""
    call = make_call("control_zwave_device", {"device": "kitchen_light_1", "action": "on"})
    [result] = await rig.executor.run_all([call], rig.manager.all(), TurnState())
    assert result.outcome is Outcome.ERROR
    assert rig.on() == set()


async def test_a_room_that_stands_beside_the_name_narrows_it(rig: Rig) -> None:
    for device in ("kitchen light", "bedroom light"):
        await rig.control(f"turn on the {device}", device)
    result = await rig.control("turn off the lights in the kitchen", "lights", "off", room="kitchen")
    assert result.ok, result.text
    assert rig.on() == {"Bedroom Light"}


async def test_two_people_who_ask_the_same_at_once_are_told_apart(rig: Rig) -> None:
    """One said which door, the other did not: nothing is carried over from one turn to another."""
    wish: dict[str, Any] = {"device": "front door lock 1", "action": "unlock"}
    said, unsaid = TurnState("unlock the front door"), TurnState("unlock it")
    asked = await rig.call("", "control_zwave_device", said, **wish)
    other = await rig.call("", "control_zwave_device", unsaid, **wish)
    assert asked.pending
    assert other.outcome is Outcome.ERROR
    assert other.pending is None
    yes = yes_to("control_zwave_device", asked)
    assert asked.sent
    done = await rig.call("", "control_zwave_device", yes, **asked.sent)
    assert done.ok, done.text


async def test_the_sentence_is_known_without_a_trace(rig: Rig) -> None:
    """The trace observes and never decides."""
    call = make_call("control_zwave_device", {"device": "kitchen_light_1", "action": "on"})
    turn = TurnState("turn on the kitchen light")
    [result] = await rig.executor.run_all([call], rig.manager.all(), turn)
    assert result.ok, result.text
