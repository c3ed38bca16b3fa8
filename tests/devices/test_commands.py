"""What a command comes to, and what a device says it cannot do."""

from __future__ import annotations

import pytest

from tests.devices.homes import home_of
from voice_gateway.devices import Action, CannotDo, Command, Device, DeviceError, RefusedValue, parse_command
from voice_gateway.devices.change import Change
from voice_gateway.devices.plan import plan
from voice_gateway.devices.state import State


def device(kind: str, **state: object) -> Device:
    from voice_gateway.devices.home_file import parse_plan

    table = {"name": "Hallway Lamp", "kind": kind, "state": state}
    return parse_plan({"device": [table]}, name="test").devices[0]


@pytest.mark.parametrize(
    ("written", "value", "command"),
    [
        ("on", None, Command(Action.ON)),
        ("Turn On", "", Command(Action.ON)),
        ("switch-off", None, Command(Action.OFF)),
        ("set_level", 40, Command(Action.SET_LEVEL, 40.0)),
        ("set_brightness", "40%", Command(Action.SET_LEVEL, 40.0)),
        ("set_position", "half", Command(Action.SET_LEVEL, 50.0)),
        ("set_temperature", "21,5 degrees", Command(Action.SET_TEMPERATURE, 21.5)),
        ("heat", None, Command(Action.SET_MODE, "heat")),
        ("set_mode", "Eco", Command(Action.SET_MODE, "eco")),
        ("on", True, Command(Action.ON)),
    ],
)
def test_actions_are_understood_in_any_common_spelling(written: str, value: object, command: Command) -> None:
    assert parse_command(written, value) == command


def test_an_unknown_action_is_answered_with_the_known_ones() -> None:
    with pytest.raises(RefusedValue, match="Known actions: on, off, toggle"):
        parse_command("explode")


@pytest.mark.parametrize(
    ("kind", "state", "command", "change"),
    [
        ("switch", {"on": True}, Command(Action.TOGGLE), Change(State(on=False))),
        ("dimmer", {"level": 0}, Command(Action.ON, 40), Change(State(level=40))),
        ("light", {"on": False}, Command(Action.ON, 40), Change(State(on=True))),
        ("dimmer", {"level": 50}, Command(Action.BRIGHTEN), Change(State(level=70))),
        ("dimmer", {"level": 90}, Command(Action.BRIGHTEN), Change(State(level=100))),
        ("dimmer", {"level": 10}, Command(Action.DIM), Change(State(level=5))),
        ("dimmer", {"level": 50}, Command(Action.DIM, 30), Change(State(level=30))),
        ("fan", {"on": True, "level": 40}, Command(Action.DIM), Change(State(level=20))),
        ("cover", {}, Command(Action.OPEN), Change(State(position=100))),
        ("cover", {}, Command(Action.OPEN, 30), Change(State(position=30))),
        ("cover", {}, Command(Action.SET_LEVEL, 25), Change(State(position=25))),
        ("valve", {"on": True}, Command(Action.CLOSE), Change(State(on=False))),
        ("valve", {"position": 100}, Command(Action.OFF), Change(State(position=0))),
        ("garage_door", {"position": 100}, Command(Action.TOGGLE), Change(State(position=0))),
        ("lock", {"locked": True}, Command(Action.OPEN), Change(State(locked=False))),
        ("lock", {"locked": False}, Command(Action.TOGGLE), Change(State(locked=True))),
        ("thermostat", {"target": 20}, Command(Action.WARMER), Change(State(target=21.0))),
        ("thermostat", {"target": 20}, Command(Action.COOLER, 2), Change(State(target=18.0))),
        ("thermostat", {"target": 20}, Command(Action.WARMER, 23), Change(State(target=23))),
        ("thermostat", {}, Command(Action.SET_LEVEL, 21), Change(State(target=21))),
        ("thermostat", {"mode": "off"}, Command(Action.ON), Change(State(mode="heat"))),
        ("thermostat", {}, Command(Action.OFF), Change(State(mode="off"))),
    ],
)
def test_a_command_changes_the_one_thing_it_means(
    kind: str, state: dict[str, object], command: Command, change: Change
) -> None:
    assert plan(device(kind, **state), command) == change


@pytest.mark.parametrize(
    ("kind", "command", "said"),
    [
        ("light", Command(Action.SET_LEVEL, 40), "The hallway lamp can't be dimmed."),
        ("light", Command(Action.DIM), "The hallway lamp can't be dimmed."),
        ("sensor", Command(Action.ON), "The hallway lamp can't be turned on. It only measures."),
        ("lock", Command(Action.ON), "The hallway lamp can't be turned on. It can be locked and unlocked."),
        ("cover", Command(Action.OFF), "The hallway lamp can't be turned off. It can be opened and closed."),
        ("switch", Command(Action.LOCK), "The hallway lamp can't be locked."),
        ("fan", Command(Action.SET_TEMPERATURE, 20), "The hallway lamp has no temperature to set."),
        ("light", Command(Action.STOP), "The hallway lamp can't be stopped."),
    ],
)
def test_what_a_device_cannot_do_is_said(kind: str, command: Command, said: str) -> None:
    with pytest.raises(CannotDo) as error:
        plan(device(kind), command)
    assert error.value.message == said


@pytest.mark.parametrize(
    ("kind", "command", "said"),
    [
        ("dimmer", Command(Action.SET_LEVEL, 140), "The hallway lamp takes 0 to 100 percent, not 140."),
        (
            "dimmer",
            Command(Action.SET_LEVEL),
            "To how many percent should the hallway lamp be set? Say 0 to 100.",
        ),
        ("thermostat", Command(Action.SET_TEMPERATURE, 99), "The hallway lamp takes 5 to 35 °C, not 99."),
        (
            "thermostat",
            Command(Action.SET_MODE, "turbo"),
            "The hallway lamp has the modes off, heat, cool, auto, not turbo.",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_plain_words(kind: str, command: Command, said: str) -> None:
    with pytest.raises(RefusedValue) as error:
        plan(device(kind), command)
    assert error.value.message == said


async def test_two_toggles_at_once_end_where_they_began() -> None:
    import asyncio

    home = home_of("Lamp, light, Den", delay=0.01)
    lamp = home.devices()[0].id
    await asyncio.gather(*(home.command(lamp, Command(Action.TOGGLE)) for _ in range(2)))
    assert home.devices()[0].state.on is False


async def test_a_command_to_a_device_that_is_not_there_is_an_error() -> None:
    with pytest.raises(DeviceError, match="no device"):
        await home_of("Lamp, light, Den").command("nope", Command(Action.ON))


@pytest.mark.parametrize("kind", ["switch", "fan", "siren"])
def test_to_stop_what_only_goes_on_and_off_is_to_turn_it_off(kind: str) -> None:
    assert plan(device(kind), Command(Action.STOP)) == plan(device(kind), Command(Action.OFF))
