"""Every kind of entity of a real Home Assistant is a device: read in our units, and done when it says so."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tests.devices.client import eventually
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from voice_gateway.devices import Ability, Action, CannotDo, Command, DeviceError, RefusedValue, Status
from voice_gateway.devices.data import Asked, DataQuestion
from voice_gateway.devices.errors import NotAnswering
from voice_gateway.devices.home_assistant import HomeAssistantHome
from voice_gateway.devices.kinds import Kind


@pytest.fixture
async def home(furnished: HomeAssistant) -> AsyncIterator[HomeAssistantHome]:
    home = HomeAssistantHome(furnished.url, furnished.token)
    await home.start()
    yield home
    await home.close()


@pytest.mark.parametrize(
    ("entity", "action", "value", "shown"),
    [
        ("light.bed_light", Action.SET_LEVEL, 40, {"on": True, "level": 40}),
        ("light.bed_light", Action.SET_COLOR, "blue", {"on": True, "hue": 240, "saturation": 100}),
        ("light.bed_light", Action.SET_COLOR, "warm white", {"kelvin": 2700, "hue": None}),
        ("light.bed_light", Action.SET_COLOR, "rainbow", {"effect": "rainbow"}),
        ("light.office_rgbw_lights", Action.SET_COLOR, "green", {"hue": 120}),
        ("light.living_room_rgbww_lights", Action.SET_COLOR, "red", {"hue": 0}),
        ("light.desk_lamp", Action.SET_COLOR, "yellow at 30%", {"on": True, "hue": 60, "level": 30}),
        ("light.desk_lamp", Action.OFF, None, {"on": False, "level": 0}),
        ("fan.living_room_fan", Action.SET_LEVEL, 40, {"on": True, "level": 33}),
        ("fan.living_room_fan", Action.SET_SWING, "on", {"swing": "on"}),
        ("fan.preset_only_limited_fan", Action.SET_MODE, "sleep", {"preset": "sleep"}),
        ("fan.living_room_fan", Action.OFF, None, {"on": False, "level": 0}),
        ("climate.heatpump", Action.SET_TEMPERATURE, 22, {"target": 22.0}),
        ("climate.heatpump", Action.OFF, None, {"mode": "off"}),
        ("climate.heatpump", Action.ON, None, {"mode": "heat"}),
        ("climate.hvac", Action.SET_FAN_MODE, "auto_low", {"fan_mode": "auto_low"}),
        ("climate.hvac", Action.SET_SWING, "auto", {"swing": "auto"}),
        ("climate.hvac", Action.SET_HUMIDITY, 55, {"humidity": 55}),
        ("climate.ecobee", Action.SET_TEMPERATURE, "19 to 23", {"target_low": 19.0, "target_high": 23.0}),
        ("climate.ecobee", Action.SET_PRESET, "eco", {"preset": "eco"}),
        ("water_heater.demo_water_heater", Action.SET_TEMPERATURE, 50, {"target": 50.0}),
        ("water_heater.demo_water_heater", Action.SET_MODE, "gas", {"on": True, "mode": "gas"}),
        ("water_heater.demo_water_heater", Action.OFF, None, {"on": False}),
        ("humidifier.humidifier", Action.SET_HUMIDITY, 45, {"humidity": 45}),
        ("humidifier.hygrostat", Action.SET_MODE, "eco", {"mode": "eco"}),
        ("humidifier.humidifier", Action.OFF, None, {"on": False}),
        ("lock.back_door", Action.UNLOCK, None, {"locked": False}),
        ("lock.back_door", Action.LOCK, None, {"locked": True}),
        ("cover.kitchen_window", Action.OPEN, None, {"position": 100}),
        ("cover.garage_door", Action.OPEN, None, {"position": 100}),
        ("media_player.walkman", Action.PAUSE, None, {"activity": "paused"}),
        ("media_player.walkman", Action.PLAY, None, {"activity": "playing"}),
        ("media_player.walkman", Action.SET_VOLUME, 30, {"volume": 30}),
        ("media_player.walkman", Action.MUTE, None, {"muted": True}),
        ("media_player.walkman", Action.UNMUTE, None, {"muted": False}),
        ("media_player.walkman", Action.OFF, None, {"on": False}),
        ("media_player.walkman", Action.ON, None, {"on": True}),
        ("media_player.lounge_room", Action.SET_SOURCE, "youtube", {"source": "youtube"}),
        ("vacuum.1_first_floor", Action.CLEAN, None, {"activity": "cleaning"}),
        ("vacuum.1_first_floor", Action.SET_FAN_MODE, "max", {"fan_mode": "max"}),
        ("vacuum.1_first_floor", Action.PAUSE, None, {"activity": "paused"}),
        ("lawn_mower.mower_can_do_all", Action.CLEAN, None, {"activity": "mowing"}),
        ("lawn_mower.mower_can_do_all", Action.DOCK, None, {"activity": "docked"}),
        ("number.volume", Action.SET_LEVEL, 30, {"number": 30.0}),
        ("select.speed", Action.SET_MODE, "light_speed", {"option": "light_speed"}),
        ("siren.siren", Action.OFF, None, {"on": False}),
        ("switch.ac", Action.ON, None, {"on": True}),
        ("input_boolean.film_has_begun", Action.ON, None, {"on": True}),
    ],
)
async def test_a_command_is_done_when_the_state_shows_it(
    home: HomeAssistantHome, entity: str, action: Action, value: float | str | None, shown: dict[str, Any]
) -> None:
    confirmation = await home.command(entity, Command(action, value))
    state = home.registry[entity].state
    assert confirmation.finished
    assert confirmation.device.state == state
    assert {name: getattr(state, name) for name in shown} == shown


@pytest.mark.parametrize(
    ("entity", "action"),
    [
        ("scene.movie_time", Action.ACTIVATE),
        ("script.bedtime", Action.ON),
        ("button.push", Action.PRESS),
        ("media_player.walkman", Action.NEXT),
        ("vacuum.0_ground_floor", Action.LOCATE),
    ],
)
async def test_what_no_state_shows_is_done_too(home: HomeAssistantHome, entity: str, action: Action) -> None:
    assert (await home.command(entity, Command(action))).finished


@pytest.mark.parametrize(
    ("entity", "action", "value"),
    [
        ("cover.garden_gate", Action.OPEN, None),
        ("cover.living_room_window", Action.TILT, 10),
        ("vacuum.0_ground_floor", Action.DOCK, None),
    ],
)
async def test_what_moves_for_long_is_on_its_way(
    home: HomeAssistantHome, owner: Visitor, entity: str, action: Action, value: float | None
) -> None:
    await owner.do("cover/close_cover", "cover.garden_gate")
    await owner.do("vacuum/start", "vacuum.0_ground_floor")
    await eventually(lambda: home.registry["vacuum.0_ground_floor"].state.activity == "cleaning")
    assert not (await home.command(entity, Command(action, value))).finished


@pytest.mark.parametrize(
    ("entity", "action", "value", "error", "words"),
    [
        ("climate.heatpump", Action.SET_TEMPERATURE, 60, RefusedValue, "7 to 35 °C"),
        ("cover.kitchen_window", Action.SET_LEVEL, 50, RefusedValue, "only be opened or closed all the way"),
        ("alarm_control_panel.security", Action.DISARM, None, RefusedValue, "asks for a code"),
        ("alarm_control_panel.security", Action.ARM, "home", RefusedValue, "asks for a code"),
        ("lock.poorly_installed_door", Action.LOCK, None, DeviceError, "is jammed"),
        ("switch.deaf_plug", Action.ON, None, NotAnswering, "did not confirm"),
        ("camera.demo_camera", Action.ON, None, CannotDo, "can't be turned on"),
        ("sensor.outside_temperature", Action.ON, None, CannotDo, "only measures"),
        ("todo.shopping_list", Action.REMOVE_ITEM, "caviar", RefusedValue, "no caviar on the shopping list"),
    ],
)
async def test_what_cannot_be_done_is_said_in_our_words(
    home: HomeAssistantHome, entity: str, action: Action, value: Any, error: type[DeviceError], words: str
) -> None:
    with pytest.raises(error, match=words):
        await home.command(entity, Command(action, value))


async def test_devices_are_where_home_assistant_says_and_called_what_it_says(home: HomeAssistantHome) -> None:
    bed = home.registry["light.bed_light"]
    assert (bed.name, bed.room, bed.floor, bed.kind) == ("Bed Light", "Bedroom", "Upstairs", Kind.DIMMER)
    assert set(bed.aliases) == {"Gerald", "night light"}
    assert bed.floor_aliases == ("first floor",)
    lamp = home.registry["light.desk_lamp"]
    assert (lamp.room, lamp.room_aliases) == ("Office", ("study",))


async def test_what_a_device_measures_belongs_to_it(home: HomeAssistantHome) -> None:
    outlet = home.registry["switch.outlet_1"]
    assert [(reading.name, reading.value, reading.unit) for reading in outlet.state.readings] == [
        ("power", 50.0, "W")
    ]
    assert "sensor.outlet_1_power" not in home.registry
    assert home.registry["sensor.outside_temperature"].battery == 12


async def test_what_can_be_done_comes_from_the_entity(home: HomeAssistantHome) -> None:
    able = {
        name: home.registry[name].abilities
        for name in ("light.bed_light", "cover.garage_door", "fan.ceiling_fan")
    }
    assert able["light.bed_light"] >= {Ability.LEVEL, Ability.COLOR, Ability.KELVIN, Ability.EFFECT}
    assert able["cover.garage_door"] == {Ability.POSITION}
    assert able["fan.ceiling_fan"] == {Ability.ON, Ability.LEVEL}


async def test_what_lets_people_in_is_guarded(home: HomeAssistantHome) -> None:
    assert home.registry["cover.garage_door"].kind is Kind.GARAGE_DOOR
    assert home.registry["cover.garden_gate"].guarded is True
    assert home.registry["cover.hall_window"].guarded is None


async def test_a_device_that_is_away_does_not_answer(home: HomeAssistantHome, owner: Visitor) -> None:
    await owner.do("input_boolean/turn_off", "input_boolean.lamp_is_plugged_in")
    try:
        await eventually(lambda: home.registry["light.desk_lamp"].status is Status.DEAD)
        assert Ability.COLOR in home.registry["light.desk_lamp"].abilities
        with pytest.raises(NotAnswering, match="desk lamp does not answer"):
            await home.command("light.desk_lamp", Command(Action.ON))
    finally:
        await owner.do("input_boolean/turn_on", "input_boolean.lamp_is_plugged_in")
    await eventually(lambda: home.registry["light.desk_lamp"].status is Status.READY)


async def test_a_home_that_counts_in_fahrenheit_is_read_and_set_in_celsius(
    furnished: HomeAssistant, owner: Visitor
) -> None:
    await _count_in(owner, "us_customary")
    home = HomeAssistantHome(furnished.url, furnished.token)
    await home.start()
    try:
        # Home Assistant itself has made 45 °F of 7 °C.
        assert home.registry["climate.heatpump"].target_range == (7.2, 35.0)
        confirmation = await home.command("climate.heatpump", Command(Action.SET_TEMPERATURE, 21))
        assert (await owner.state("climate.heatpump"))["attributes"]["temperature"] == 70
        assert confirmation.finished
        assert confirmation.device.state.target == 21.1
    finally:
        await home.close()
        await _count_in(owner, "metric")


async def test_a_sensor_that_counts_in_fahrenheit_is_read_in_celsius(
    home: HomeAssistantHome, owner: Visitor
) -> None:
    outside = "sensor.outside_temperature"
    for unit, amount in (("°F", "60.1"), ("°C", "15.6")):
        chosen = {"options_domain": "sensor", "options": {"unit_of_measurement": unit}}
        await owner.command("config/entity_registry/update", entity_id=outside, **chosen)
        await eventually(partial(_is, home, outside, amount))
        [reading] = home.registry[outside].state.readings
        assert (reading.value, reading.unit) == (15.6, "°C")


def _is(home: HomeAssistantHome, entity: str, told: str) -> bool:
    return home.house.view.entities[entity].state.value == told


async def _count_in(owner: Visitor, units: str) -> None:
    """Its entities are told in these units only once they are set up again."""
    await owner.command("config/core/update", unit_system=units)
    for entry in await owner.command("config_entries/get", domain="demo"):
        await owner.ask("POST", f"/api/config/config_entries/entry/{entry['entry_id']}/reload")


async def test_lists_are_changed_and_read(home: HomeAssistantHome) -> None:
    for action, item in (
        (Action.ADD_ITEM, "milk"),
        (Action.ADD_ITEM, "bread"),
        (Action.COMPLETE_ITEM, "Milk"),
    ):
        await home.command("todo.shopping_list", Command(action, item))
    data = await home.ask("todo.shopping_list", DataQuestion(Asked.ITEMS))
    assert {("milk", True), ("bread", False)} <= {(item.text, item.done) for item in data.items}
    await home.command("todo.shopping_list", Command(Action.REMOVE_ITEM, "bread"))
    data = await home.ask("todo.shopping_list", DataQuestion(Asked.ITEMS))
    assert "bread" not in [item.text for item in data.items]


async def test_forecasts_are_days_in_celsius(home: HomeAssistantHome) -> None:
    south = (await home.ask("weather.demo_weather_south", DataQuestion(Asked.FORECAST))).forecast
    assert (south[0].condition, south[0].high, south[0].low, south[0].rain) == ("rainy", 22.0, 15.0, 60)
    assert [day.day for day in south] == sorted({day.day for day in south})
    north = (await home.ask("weather.demo_weather_north", DataQuestion(Asked.FORECAST))).forecast
    assert north[0].high == -23.3


async def test_appointments_are_those_of_the_days_that_were_asked_for(home: HomeAssistantHome) -> None:
    now = datetime.now().astimezone()
    asked = DataQuestion(Asked.EVENTS, now, now + timedelta(days=1))
    [event] = (await home.ask("calendar.calendar_1", asked)).events
    assert (event.title, event.place, event.all_day) == ("Future Event", "Future Location", False)
    later = DataQuestion(Asked.EVENTS, now + timedelta(days=3), now + timedelta(days=4))
    assert (await home.ask("calendar.calendar_1", later)).events == ()
    with pytest.raises(CannotDo, match="bed light has no events"):
        await home.ask("light.bed_light", asked)
