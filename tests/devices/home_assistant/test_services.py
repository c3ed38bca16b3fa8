"""Services of a real Home Assistant: done is what it reports, not what it answers."""

import asyncio

import pytest

from tests.devices.client import eventually
from tests.home_assistant_rig.furnishing import expose
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from voice_gateway.devices import CannotDo, DeviceError, RefusedValue
from voice_gateway.devices.errors import NotAnswering
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.services import Call, Order, ask, carry_out
from voice_gateway.devices.home_assistant.watching import Outcome


def order(entity_id: str, service: str, value: str = "", *, patience: float = 4.0, **data: object) -> Order:
    """What is asked of an entity, and the value by which it shows it."""

    def shows(entity: Entity) -> bool:
        return entity.state.value == value

    name = entity_id.partition(".")[2].replace("_", " ")
    domain, _, service = service.rpartition("/")
    call = Call(domain or entity_id.partition(".")[0], service, data)
    return Order(entity_id, name, (call,), shows if value else None, patience)


async def test_it_is_done_when_the_state_says_so(house: House, owner: Visitor) -> None:
    await owner.do("light/turn_off", "light.bed_light")
    assert await carry_out(house, order("light.bed_light", "turn_on", "on", brightness=51)) is Outcome.DONE
    now = await owner.state("light.bed_light")
    assert (now["state"], now["attributes"]["brightness"]) == ("on", 51)
    bed = house.view.entities["light.bed_light"]
    assert bed.state.context == now["context"]["id"]


async def test_what_is_so_already_is_done_though_nothing_is_reported(house: House, owner: Visitor) -> None:
    await owner.do("light/turn_off", "light.bed_light")
    await eventually(lambda: house.view.entities["light.bed_light"].state.value == "off")
    assert await carry_out(house, order("light.bed_light", "turn_off", "off")) is Outcome.DONE


async def test_what_home_assistant_accepts_and_the_device_ignores_is_not_done(house: House) -> None:
    with pytest.raises(NotAnswering, match=r"deaf plug did not confirm\. It is not known whether it changed"):
        await carry_out(house, order("switch.deaf_plug", "turn_on", "on"))


async def test_a_lock_that_is_unlocking_is_not_unlocked_yet(house: House, owner: Visitor) -> None:
    await owner.do("lock/lock", "lock.back_door")
    seen: list[str] = []
    stop = house.view.subscribe(
        lambda one: seen.append(one.state.value) if one.id == "lock.back_door" else None
    )
    assert await carry_out(house, order("lock.back_door", "unlock", "unlocked")) is Outcome.DONE
    stop()
    assert seen[-2:] == ["unlocking", "unlocked"]
    assert await carry_out(house, order("lock.back_door", "lock", "locked")) is Outcome.DONE


async def test_a_slow_gate_is_on_its_way_when_patience_ends(house: House, owner: Visitor) -> None:
    await owner.do("cover/close_cover", "cover.garden_gate")
    opened = order("cover.garden_gate", "open_cover", "open", patience=0.2)
    assert await carry_out(house, opened) is Outcome.UNDERWAY
    assert house.view.entities["cover.garden_gate"].state.value == "opening"


async def test_a_cover_that_moves_without_saying_so_is_on_its_way(house: House, owner: Visitor) -> None:
    """It reports only where it is, and the first time a second after the call was answered."""
    position = 80 if house.view.entities["cover.hall_window"].attribute("current_position") < 50 else 10
    moved = order("cover.hall_window", "set_cover_position", "nowhere", patience=0.2, position=position)
    assert await carry_out(house, moved) is Outcome.UNDERWAY


async def test_a_jammed_lock_is_said_to_be_jammed(house: House, owner: Visitor) -> None:
    await owner.do("lock/unlock", "lock.poorly_installed_door")
    with pytest.raises(DeviceError, match="poorly installed door is jammed"):
        await carry_out(house, order("lock.poorly_installed_door", "lock", "locked"))


async def test_a_device_that_is_away_is_not_commanded(house: House, owner: Visitor) -> None:
    await owner.do("input_boolean/turn_off", "input_boolean.lamp_is_plugged_in")
    try:
        await eventually(lambda: not house.view.entities["light.desk_lamp"].available)
        with pytest.raises(NotAnswering, match="desk lamp does not answer"):
            await carry_out(house, order("light.desk_lamp", "turn_on", "on"))
    finally:
        await owner.do("input_boolean/turn_on", "input_boolean.lamp_is_plugged_in")


async def test_an_entity_that_is_not_there_is_not_commanded(house: House) -> None:
    """Home Assistant itself would answer that it succeeded."""
    with pytest.raises(DeviceError, match="has no moonlight any more"):
        await carry_out(house, order("light.moonlight", "turn_on", "on"))


async def test_an_entity_that_was_hidden_is_not_commanded(house: House, furnished: HomeAssistant) -> None:
    await asyncio.to_thread(expose, furnished, "switch.outlet_2", exposed=False)
    try:
        await eventually(lambda: house.view.get("switch.outlet_2") is None)
        with pytest.raises(DeviceError, match="has no outlet 2 any more"):
            await carry_out(house, order("switch.outlet_2", "turn_on", "on"))
    finally:
        await asyncio.to_thread(expose, furnished, "switch.outlet_2")


@pytest.mark.parametrize(
    ("refused", "error", "words"),
    [
        (order("climate.heatpump", "set_temperature", temperature=99), RefusedValue, "heatpump refused"),
        (order("light.bed_light", "turn_on", brightness_pct=150), RefusedValue, "bed light refused"),
        (order("select.speed", "select_option", option="warp"), RefusedValue, "speed refused"),
        (order("vacuum.4_fourth_floor", "start"), CannotDo, "4 fourth floor can't do that"),
        (
            order("alarm_control_panel.security", "alarm_disarm", code="0"),
            RefusedValue,
            "asks for a code",
        ),
        (order("light.bed_light", "light/shine"), CannotDo, "has no way to do that"),
    ],
)
async def test_a_refusal_is_said_in_our_words(
    house: House, refused: Order, error: type[DeviceError], words: str
) -> None:
    with pytest.raises(error, match=words) as raised:
        await carry_out(house, refused)
    assert "Validation" not in raised.value.message
    assert "44.6" not in raised.value.message


@pytest.mark.parametrize(
    "pressed",
    [
        order("button.push", "press"),
        order("scene.movie_time", "turn_on"),
        order("script.bedtime", "turn_on"),
        order("media_player.kitchen_speaker", "media_next_track"),
    ],
)
async def test_what_has_no_state_to_show_is_done_when_it_reports_our_call(
    house: House, pressed: Order
) -> None:
    assert await carry_out(house, pressed) is Outcome.DONE


async def test_a_long_script_is_started_and_not_waited_for(house: House, owner: Visitor) -> None:
    assert await carry_out(house, order("script.slow_bedtime", "turn_on", "on")) is Outcome.DONE
    await owner.do("script/turn_off", "script.slow_bedtime")


async def test_several_calls_are_one_order(house: House, owner: Visitor) -> None:
    await owner.do("climate/set_hvac_mode", "climate.hvac", hvac_mode="off")
    calls = (
        Call("climate", "set_hvac_mode", {"hvac_mode": "cool"}),
        Call("climate", "set_fan_mode", {"fan_mode": "auto_low"}),
    )

    def shows(entity: Entity) -> bool:
        return entity.state.value == "cool" and entity.attribute("fan_mode") == "auto_low"

    assert await carry_out(house, Order("climate.hvac", "hvac", calls, shows)) is Outcome.DONE
    assert (await owner.state("climate.hvac"))["state"] == "cool"


async def test_forecasts_events_and_items_are_asked_for(house: House, owner: Visitor) -> None:
    entities = house.view.entities
    north = entities["weather.demo_weather_north"]
    forecast = await ask(house, north, "weather", Call("weather", "get_forecasts", {"type": "daily"}))
    assert {"condition", "temperature", "templow"} <= set(forecast["forecast"][0])
    span = Call("calendar", "get_events", {"duration": {"hours": 48}})
    events = await ask(house, entities["calendar.calendar_1"], "calendar", span)
    assert [event["summary"] for event in events["events"]] == ["Future Event"]
    await owner.do("todo/add_item", "todo.shopping_list", item="milk")
    items = await ask(house, entities["todo.shopping_list"], "shopping list", Call("todo", "get_items"))
    assert "milk" in [item["summary"] for item in items["items"]]


async def test_what_cannot_be_told_is_said(house: House) -> None:
    south = house.view.entities["weather.demo_weather_south"]
    with pytest.raises(DeviceError, match="could not tell that about the weather"):
        await ask(house, south, "weather", Call("weather", "get_forecasts", {"type": "twice_daily"}))
