"""Devices beyond what a radio moves: what they can do, what a command comes to, and how it is said."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.devices.homes import EVERY_KIND
from voice_gateway.devices import (
    Ability,
    Action,
    Asked,
    CannotDo,
    Command,
    DataQuestion,
    Device,
    Guard,
    HomeFileError,
    Kind,
    Matched,
    RefusedValue,
    Resolver,
    SimulatedHome,
    State,
    device_from_table,
    load_home,
    parse_command,
    state_from_table,
)
from voice_gateway.devices.change import Act, Change, came_true
from voice_gateway.devices.colours import colour_name, colour_of, exactly, white_name
from voice_gateway.devices.home_file import parse_plan
from voice_gateway.devices.mcp_server.device_tools import DeviceTools
from voice_gateway.devices.plan import plan
from voice_gateway.devices.speech import report


def device(kind: str, **given: Any) -> Device:
    return parse_plan({"device": [{"name": "Den Thing", "kind": kind, **given}]}, name="test").devices[0]


def lamp(**state: Any) -> Device:
    return device("dimmer", state={"on": True, "level": 50, "kelvin": 2700} | state, abilities=["color"])


@pytest.mark.parametrize(
    ("told", "command", "change"),
    [
        (lamp(), Command(Action.SET_COLOR, "blue"), Change(State(hue=240, saturation=100))),
        (lamp(on=False), Command(Action.SET_COLOR, "blue"), Change(State(on=True, hue=240, saturation=100))),
        (lamp(), Command(Action.SET_COLOR, "Blue at 40%"), Change(State(hue=240, saturation=100, level=40))),
        (lamp(), Command(Action.SET_COLOR, "warm white"), Change(State(kelvin=2700))),
        (lamp(), Command(Action.SET_COLOR, 9000.0), Change(State(kelvin=6500))),
        (lamp(), Command(Action.SET_COLOR, "123/45"), Change(State(hue=123, saturation=45))),
        (lamp(), Command(Action.SET_LEVEL, "red"), Change(State(hue=0, saturation=100))),
        (lamp(), Command(Action.COOLER), Change(State(kelvin=3200))),
        (device("media_player"), Command(Action.PLAY), Change(State(on=True, activity="playing"))),
        (device("media_player"), Command(Action.STOP), Change(State(activity="paused"))),
        (device("media_player"), Command(Action.NEXT), Change(act=Act.NEXT)),
        (device("vacuum"), Command(Action.ON), Change(State(activity="cleaning"))),
        (device("vacuum"), Command(Action.OFF), Change(State(activity="docked"))),
        (device("lawn_mower"), Command(Action.CLEAN), Change(State(activity="mowing"))),
        (device("scene"), Command(Action.ON), Change(act=Act.RUN)),
        (device("button"), Command(Action.ACTIVATE), Change(act=Act.PRESS)),
        (device("switch"), Command(Action.ACTIVATE), Change(State(on=True))),
        (device("cover"), Command(Action.PAUSE), Change(act=Act.STOP)),
        (device("alarm_panel"), Command(Action.ARM), Change(State(activity="armed_away"))),
        (device("alarm_panel"), Command(Action.ARM, "night"), Change(State(activity="armed_night"))),
        (device("alarm_panel"), Command(Action.OFF), Change(State(activity="disarmed"))),
        (device("number", state={"number": 1}), Command(Action.SET_LEVEL, 7), Change(State(number=7))),
        (device("todo_list"), Command(Action.ADD_ITEM, "milk"), Change(act=Act.ADD_ITEM, words="milk")),
        (device("thermostat", state={"target_low": 18, "target_high": 24}),
         Command(Action.SET_TEMPERATURE, "19-23"), Change(State(target_low=19, target_high=23))),
    ],
)  # fmt: skip
def test_a_command_comes_to_all_that_it_means(told: Device, command: Command, change: Change) -> None:
    assert plan(told, command) == change


@pytest.mark.parametrize(
    ("told", "command", "error", "said"),
    [
        (device("dimmer", state={"level": 3, "kelvin": 3000}), Command(Action.SET_COLOR, "blue"), CannotDo,
         "The den thing has no colours, only shades of white."),
        (device("light"), Command(Action.SET_VOLUME, 3), CannotDo, "The den thing has no volume."),
        (device("weather"), Command(Action.ON), CannotDo,
         "The den thing can't be turned on. I can only tell you how it is."),
        (device("thermostat"), Command(Action.SET_TEMPERATURE, "18-22"), CannotDo,
         "The den thing takes one temperature and no range."),
        (device("media_player", state={"volume": 3}), Command(Action.SET_VOLUME, 130), RefusedValue,
         "The den thing takes 0 to 100 percent, not 130."),
        (device("number", state={"number": 1}, choices={"numbers": [0, 5], "unit": "A"}),
         Command(Action.SET_LEVEL, 9), RefusedValue, "The den thing takes 0 to 5 A, not 9."),
        (device("alarm_panel", choices={"arms": ["home"]}), Command(Action.ARM, "away"), RefusedValue,
         "The den thing has the ways to be armed home, not away."),
        (lamp(), Command(Action.SET_COLOR, 400.0), RefusedValue,
         "The den thing takes 2000 to 6500 kelvin, not 400."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_in_plain_words(
    told: Device, command: Command, error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as caught:
        plan(told, command)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("written", "value", "command"),
    [
        ("set_fan_mode", "low", Command(Action.SET_FAN_MODE, "low")),
        ("set_source", 4, Command(Action.SET_SOURCE, "4")),
        ("add", "2 eggs", Command(Action.ADD_ITEM, "2 eggs")),
        ("arm_night", None, Command(Action.ARM, "night")),
        ("colour", "Blue", Command(Action.SET_COLOR, "blue")),
        ("set_volume", "30%", Command(Action.SET_VOLUME, 30.0)),
    ],
)
def test_names_stay_names_and_amounts_become_numbers(written: str, value: object, command: Command) -> None:
    assert parse_command(written, value) == command


def test_every_device_and_state_is_read_back_as_it_was_written() -> None:
    for each in load_home(EVERY_KIND).devices():
        assert device_from_table(json.loads(json.dumps(each.as_table()))) == each
        assert state_from_table(each.state.as_table()) == each.state


def test_abilities_of_a_source_count_and_not_the_kind() -> None:
    silent = Device("1", "Den Speaker", Kind.MEDIA_PLAYER, abilities=frozenset({Ability.ON}))
    with pytest.raises(CannotDo):
        plan(silent, Command(Action.NEXT))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"state": {"hue": 400}}, "hue goes from 0 to 360"),
        ({"state": {"volume": "loud"}}, "volume must be a number"),
        ({"choices": {"colours": []}}, "no choices called 'colours'"),
        ({"choices": {"numbers": [3]}}, "the least and the most"),
        ({"abilities": ["fly"]}, "'fly' is not an ability"),
        ({"events": [{"day": 1}]}, "events has an entry that cannot be used"),
        ({"events": [{"title": "x", "at": "noon"}]}, "'noon' is not a time of day"),
    ],
)
def test_a_mistake_in_a_home_file_is_named(table: dict[str, Any], said: str) -> None:
    with pytest.raises(HomeFileError, match=said):
        device("light", **table)


@pytest.mark.parametrize(
    ("change", "state", "shown"),
    [
        (Change(State(hue=358)), State(hue=1), True),
        (Change(State(hue=240, level=40)), State(hue=240, level=60), False),
        (Change(State(source="HDMI 1")), State(source="hdmi 1"), True),
        (Change(State(muted=False)), State(), False),
        (Change(act=Act.RUN), State(), True),
    ],
)
def test_a_change_has_come_true_when_all_of_it_shows(change: Change, state: State, shown: bool) -> None:
    assert came_true(change, state) is shown


@pytest.mark.parametrize("name", ["red", "orange", "yellow", "green", "turquoise", "blue", "purple", "pink"])
def test_a_colour_is_called_by_the_name_that_it_was_told_by(name: str) -> None:
    colour = colour_of(name)
    assert colour is not None
    assert colour_name(colour.hue, colour.saturation) == name
    assert colour_of(exactly(colour.hue, colour.saturation)) == colour


def test_whites_are_called_by_their_warmth() -> None:
    assert [white_name(kelvin) for kelvin in (2100, 2750, 4100, 6400)] == [
        "candlelight", "warm white", "neutral white", "ice white",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["warm white", "neutral white"])
def test_a_white_in_a_light_that_knows_colours_only_is_called_white(name: str) -> None:
    white = colour_of(name)
    assert white is not None
    as_colour = white.coloured()
    assert colour_name(as_colour.hue, as_colour.saturation) == name


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (lamp(hue=240, saturation=100), "Den thing is blue at 50 percent."),
        (device("media_player", state={"activity": "playing", "playing": "Radio 3", "volume": 30}),
         "Den thing is playing Radio 3 at 30 percent."),
        (device("vacuum", state={"activity": "returning"}), "Den thing is on its way home."),
        (device("water_heater", state={"on": True}), "Den thing is on, set to 50 °C."),
        (device("person", state={"activity": "home"}), "Den thing is at home."),
        (device("person", state={"activity": "work"}), "Den thing is at work."),
        (device("person", state={"activity": "away"}), "Den thing is away."),
        (device("scene"), "Den thing is a scene."),
    ],
)  # fmt: skip
def test_how_it_is_is_said(told: Device, said: str) -> None:
    assert report(told) == said


def scene(name: str, kind: Kind = Kind.SCENE) -> Device:
    return Device("1", name, kind, abilities=frozenset({Ability.RUN}))


@pytest.mark.parametrize(
    ("told", "command", "asks"),
    [
        (device("alarm_panel", state={"activity": "armed_away"}), Command(Action.DISARM), True),
        (device("alarm_panel"), Command(Action.ARM), False),
        (device("water_heater"), Command(Action.ON), True),
        (device("water_heater", state={"on": True}), Command(Action.SET_TEMPERATURE, 55), False),
        (device("water_heater", state={"on": True}), Command(Action.OFF), False),
        (scene("Unlock everything"), Command(Action.ACTIVATE), True),
        (scene("Garage", Kind.SCRIPT), Command(Action.ACTIVATE), True),
        (scene("Close the garage"), Command(Action.ACTIVATE), False),
        (scene("Preheat oven"), Command(Action.ON), True),
        (scene("Movie night"), Command(Action.ACTIVATE), False),
        (scene("Away"), Command(Action.ACTIVATE), False),
        (device("vacuum"), Command(Action.CLEAN), False),
        (device("vacuum", guarded=True), Command(Action.CLEAN), True),
        (device("vacuum", guarded=True), Command(Action.DOCK), False),
    ],
)
def test_what_lets_in_or_heats_is_asked_about(told: Device, command: Command, asks: bool) -> None:
    assert Guard().must_confirm(told, plan(told, command)) is asks


def test_who_guards_no_locks_is_not_asked_about_scenes_that_unlock() -> None:
    unlock = scene("Unlock everything")
    assert not Guard(["garage_door"]).watches(unlock)


async def nobody(_: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("weather tomorrow", "will be rainy, up to 9 °C, down to 5 °C and 80 percent chance of rain."),
        ("weather", "Weather is cloudy and 11 °C."),
        ("family calendar tomorrow", "at 09:30 in Mill Road."),
        ("family calendar", "2 appointments: Dentist"),
        ("family calendar today", "There is nothing on the family calendar then."),
        ("shopping list", "On the shopping list: milk and bread."),
    ],
)
async def test_what_a_home_knows_beside_its_states_is_told(asked: str, said: str) -> None:
    answer = await DeviceTools(load_home(EVERY_KIND)).call(
        "get_device_sensor_data", {"device": asked}, nobody
    )
    assert said in answer.text


async def test_what_several_know_is_told_together() -> None:
    answer = await DeviceTools(load_home(EVERY_KIND)).call(
        "get_device_sensor_data", {"device": "family calendar and shopping list"}, nobody
    )
    assert "2 appointments: Dentist" in answer.text
    assert answer.text.endswith("On the shopping list: milk and bread.")
    assert [event["title"] for event in answer.data["events"]] == ["Dentist", "Bins"]


async def test_items_are_put_on_a_list_and_taken_off() -> None:
    home = load_home(EVERY_KIND, delay=0)
    for action, item in (
        (Action.ADD_ITEM, "eggs"),
        (Action.REMOVE_ITEM, "Milk"),
        (Action.COMPLETE_ITEM, "bread"),
    ):
        await home.command("shopping-list", Command(action, item))
    data = await home.ask("shopping-list", DataQuestion(Asked.ITEMS))
    assert [(item.text, item.done) for item in data.items] == [("bread", True), ("eggs", False)]
    with pytest.raises(RefusedValue, match="no beer on the shopping list"):
        await home.command("shopping-list", Command(Action.REMOVE_ITEM, "beer"))


async def test_days_are_counted_from_the_homes_own_today() -> None:
    home = load_home(EVERY_KIND, delay=0)
    monday = datetime(2030, 5, 6, 12).astimezone()
    home.now = lambda: monday
    asked = DataQuestion(Asked.EVENTS, monday, monday + timedelta(days=2))
    [dentist] = (await home.ask("family-calendar", asked)).events
    assert (dentist.title, dentist.start.day) == ("Dentist", 7)
    with pytest.raises(CannotDo, match="has no forecast"):
        await home.ask("shopping-list", DataQuestion(Asked.FORECAST))


@pytest.mark.parametrize(
    ("said", "name"),
    [("lounge lamp", "Lounge Lamp"), ("sitting room tv", "TV"), ("the lamp in the lounge", "Lounge Lamp")],
)
def test_rooms_are_known_by_other_names(said: str, name: str) -> None:
    found = Resolver(load_home(EVERY_KIND).registry).resolve(said)
    assert isinstance(found, Matched)
    assert [each.name for each in found.devices] == [name]


def test_floors_are_known_by_other_names() -> None:
    found = Resolver(load_home(EVERY_KIND).registry).resolve("everything top of the house")
    assert isinstance(found, Matched)
    assert {each.floor for each in found.devices} == {"upstairs"}


@pytest.mark.parametrize(
    ("action", "name"),
    [(Action.CLEAN, "Robbie"), (Action.PAUSE, "Kitchen Speaker"), (Action.SET_VOLUME, "Kitchen Speaker")],
)
def test_a_room_stands_for_what_the_action_is_about(action: Action, name: str) -> None:
    found = Resolver(load_home(EVERY_KIND).registry).resolve("kitchen", action=action)
    assert isinstance(found, Matched)
    assert [each.name for each in found.devices] == [name]


@pytest.mark.parametrize(
    ("said", "action", "names"),
    [
        ("kitchen", Action.ON, {"Kitchen Speaker", "Wash Program"}),
        ("everything", Action.OFF, {"Lounge Lamp", "Kitchen Speaker", "TV"}),
        ("everything", Action.ON, {"Lounge Lamp"}),
        ("robot", Action.CLEAN, {"Robbie"}),
    ],
)
def test_no_robot_and_no_scene_sets_off_because_a_room_was_named(
    said: str, action: Action, names: set[str]
) -> None:
    found = Resolver(load_home(EVERY_KIND).registry).resolve(said, action=action)
    assert isinstance(found, Matched)
    assert {each.name for each in found.devices} == names


async def test_a_dimmed_colour_is_one_change_and_is_shown_whole() -> None:
    home: SimulatedHome = load_home(EVERY_KIND, delay=0)
    done = await home.command("living-room-lounge-lamp", parse_command("set_color", "blue at 40%"))
    state = done.device.state
    assert (state.on, state.level, state.hue, state.saturation, state.kelvin) == (True, 40, 240, 100, None)
