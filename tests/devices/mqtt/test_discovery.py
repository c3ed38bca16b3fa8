"""Devices that announce themselves: Tasmota, ESPHome, and others."""

import pytest

from tests.devices.client import eventually
from tests.devices.mqtt.looking import last, named, names, tell
from tests.mqtt_rig.announcements import ESPHOME, TASMOTA, WHOLE_DEVICE
from tests.mqtt_rig.stage import Stage
from voice_gateway.devices import Action, CannotDo, Kind, Reading, RefusedValue, Status
from voice_gateway.devices.mqtt import MqttHome
from voice_gateway.devices.speech import done

WASHER, PORCH, NODE = "tele/washer", "tele/porch", "garage-node"


async def tasmota(home: MqttHome, stage: Stage) -> None:
    for topic, config in TASMOTA.items():
        await stage.tell(topic, config)
    await stage.tell(f"{WASHER}/LWT", "Online")
    await stage.tell(f"{WASHER}/STATE", {"POWER": "OFF", "Wifi": {"RSSI": 80}})
    await stage.tell(f"{WASHER}/SENSOR", {"ENERGY": {"Power": 3.5, "Total": 12.1}})
    await stage.tell(f"{PORCH}/LWT", "Online")
    await stage.tell(f"{PORCH}/STATE", {"POWER": "OFF", "Dimmer": 40, "Color": "255,0,0"})
    # As the real ones do, each tells only what has changed.
    await stage.obeys("cmnd/washer/POWER", lambda text: {f"{WASHER}/STATE": f'{{"POWER": "{text}"}}'})
    await stage.obeys("cmnd/porch/POWER", lambda text: {f"{PORCH}/STATE": f'{{"POWER": "{text}"}}'})
    await stage.obeys(
        "cmnd/porch/Dimmer", lambda text: {f"{PORCH}/STATE": f'{{"POWER": "ON", "Dimmer": {text}}}'}
    )
    await stage.obeys(
        "cmnd/porch/Color2", lambda text: {f"{PORCH}/STATE": f'{{"POWER": "ON", "Color": "{text}"}}'}
    )
    await home.start()


async def esphome(home: MqttHome, stage: Stage) -> None:
    for topic, config in ESPHOME.items():
        await stage.tell(topic, config)
    states = {
        "status": "online", "cover/garage_door/state": "closed", "cover/garage_door/position/state": "0",
        "fan/extractor/state": "OFF", "fan/extractor/speed_level/state": "1",
        "fan/extractor/oscillation/state": "oscillate_off", "climate/heater/mode/state": "off",
        "climate/heater/target/state": "17.0", "climate/heater/current/state": "12.5",
        "light/strip/state": '{"state": "OFF", "color_mode": "rgb", "color": {"r": 255, "g": 0, "b": 0}}',
        "binary_sensor/leak/state": "OFF",
    }  # fmt: skip
    for topic, text in states.items():
        await stage.tell(f"{NODE}/{topic}", text)
    for place in ("fan/extractor", "fan/extractor/speed_level", "fan/extractor/oscillation",
                  "climate/heater/mode", "climate/heater/target", "light/strip"):  # fmt: skip
        await stage.switch(f"{NODE}/{place}/command", f"{NODE}/{place}/state")
    await home.start()


async def test_tasmota_is_one_device_with_its_measurements(home: MqttHome, stage: Stage) -> None:
    await tasmota(home, stage)
    assert names(home) == {"Washing Machine", "Porch Bulb"}
    washer = named(home, "Washing Machine")
    assert (washer.kind, washer.state.on) == (Kind.SWITCH, False)
    assert washer.state.readings == (Reading("power", 3.5, "W"),)
    assert (await tell(home, "Washing Machine", Action.ON)).device.state.on is True


async def test_tasmota_bulb_keeps_what_a_report_leaves_out(home: MqttHome, stage: Stage) -> None:
    await tasmota(home, stage)
    assert named(home, "Porch Bulb").room == "Porch"
    assert (await tell(home, "Porch Bulb", Action.SET_LEVEL, 70)).device.state.level == 70
    assert last(stage, "cmnd/porch/Dimmer") == "70"
    blue = (await tell(home, "Porch Bulb", Action.SET_COLOR, "blue")).device.state
    assert (blue.hue, blue.level) == (240, 70)
    assert last(stage, "cmnd/porch/Color2") == "0,0,255"


async def test_tasmota_that_lost_its_power_does_not_answer(home: MqttHome, stage: Stage) -> None:
    await tasmota(home, stage)
    await stage.tell(f"{WASHER}/LWT", "Offline")
    await eventually(lambda: named(home, "Washing Machine").status is Status.DEAD)


async def test_esphome_parts_are_devices_in_the_room_of_their_node(home: MqttHome, stage: Stage) -> None:
    await esphome(home, stage)
    kinds = {device.name: device.kind for device in home.devices()}
    assert kinds == {
        "Garage Node Garage Door": Kind.GARAGE_DOOR, "Garage Node Extractor": Kind.FAN,
        "Garage Node Workshop Heater": Kind.THERMOSTAT, "Garage Node Strip": Kind.DIMMER,
    }  # fmt: skip
    assert {device.room for device in home.devices()} == {"Garage"}
    assert named(home, "Garage Node Strip").state.readings == (Reading("leak", False),)
    thing = home.house.entities[named(home, "Garage Node Strip").id].thing
    assert thing is not None
    assert thing.identifiers == {("mqtt", "a4cf12345678")}
    assert thing.connections == {("mac", "a4cf12345678")}


async def test_esphome_speeds_temperatures_and_colours(home: MqttHome, stage: Stage) -> None:
    await esphome(home, stage)
    await tell(home, "Garage Node Extractor", Action.ON)
    faster = await tell(home, "Garage Node Extractor", Action.SET_LEVEL, 60)
    assert (last(stage, f"{NODE}/fan/extractor/speed_level/command"), faster.device.state.level) == ("2", 67)
    await tell(home, "Garage Node Workshop Heater", Action.SET_MODE, "heat")
    warm = await tell(home, "Garage Node Workshop Heater", Action.SET_TEMPERATURE, 19.3)
    assert (last(stage, f"{NODE}/climate/heater/target/command"), warm.device.state.target) == ("19.5", 19.5)
    with pytest.raises(RefusedValue, match="5 to 25"):
        await tell(home, "Garage Node Workshop Heater", Action.SET_TEMPERATURE, 30)
    green = await tell(home, "Garage Node Strip", Action.SET_COLOR, "green")
    assert last(stage, f"{NODE}/light/strip/command") == {"state": "ON", "color": {"r": 0, "g": 255, "b": 0}}
    assert green.device.state.hue == 120


async def test_a_door_on_its_way_is_moving_and_not_open(home: MqttHome, stage: Stage) -> None:
    await esphome(home, stage)
    door = f"{NODE}/cover/garage_door"
    await stage.obeys(f"{door}/command", lambda _: {f"{door}/state": "opening"})
    moving = await tell(home, "Garage Node Garage Door", Action.OPEN)
    assert not moving.finished
    assert done([moving]) == "Garage node garage door is moving now."
    await stage.tell(f"{door}/position/state", "100")
    await stage.tell(f"{door}/state", "open")
    await eventually(lambda: named(home, "Garage Node Garage Door").state.position == 100)


async def test_a_whole_device_is_announced_at_once(home: MqttHome, stage: Stage) -> None:
    await stage.tell("homeassistant/device/hood/config", WHOLE_DEVICE)
    await stage.tell("hood/state", {"temperature": 68, "hours": 12})
    for part in ("filter", "mode"):
        await stage.obeys(
            f"hood/{part}/set",
            lambda text: {"hood/state": text if text.startswith("{") else f'{{"mode": "{text}"}}'},
        )
    await home.start()
    assert {device.name: device.kind for device in home.devices()} == {
        "Kitchen Hood": Kind.SIREN, "Kitchen Hood Filter Hours": Kind.NUMBER,
        "Kitchen Hood Mode": Kind.SELECT, "Kitchen Hood Reset": Kind.BUTTON,
    }  # fmt: skip
    assert named(home, "Kitchen Hood").state.readings == (Reading("temperature", 20.0, "°C"),)
    assert (await tell(home, "Kitchen Hood Filter Hours", Action.SET_LEVEL, 30)).device.state.number == 30
    assert named(home, "Kitchen Hood Mode").state.option == "boil"
    assert (await tell(home, "Kitchen Hood Mode", Action.SET_MODE, "fry")).device.state.option == "fry"
    assert (await tell(home, "Kitchen Hood Reset", Action.PRESS)).finished
    await stage.tell("homeassistant/device/hood/config", "")
    await eventually(lambda: not home.devices())


async def test_what_never_reports_is_told_and_not_claimed(home: MqttHome, stage: Stage) -> None:
    config = {"name": "Garden Pump", "cmd_t": "pump/set", "uniq_id": "pump"}
    await stage.tell("homeassistant/switch/pump/config", config)
    await stage.obeys("pump/set", lambda _: {})
    await home.start()
    told = await tell(home, "Garden Pump", Action.ON)
    assert not told.finished
    assert done([told]) == "Garden pump was told, but it does not report whether it did it."
    await eventually(lambda: stage.told("pump/set") == ["ON"])


async def test_what_was_so_already_needs_no_report(home: MqttHome, stage: Stage) -> None:
    """Many devices report only changes."""
    config = {"name": "Lamp", "cmd_t": "lamp/set", "stat_t": "lamp", "uniq_id": "lamp"}
    await stage.tell("homeassistant/switch/lamp/config", config)
    await stage.tell("lamp", "ON")
    await stage.obeys("lamp/set", lambda _: {})
    await home.start()
    assert (await tell(home, "Lamp", Action.ON)).finished


async def test_a_template_that_cannot_be_read_is_no_guess(home: MqttHome, stage: Stage) -> None:
    config = {"name": "Odd Lamp", "cmd_t": "odd/set", "stat_t": "odd", "uniq_id": "odd"}
    await stage.tell(
        "homeassistant/switch/odd/config",
        {**config, "val_tpl": "{% for x in value_json %}{{ x }}{% endfor %}"},
    )
    await stage.tell("odd", "ON")
    await home.start()
    lamp = named(home, "Odd Lamp")
    assert (lamp.status, lamp.state.on) == (Status.DEAD, None)
    assert home.health().note == "MQTT broker; cannot be used: Odd Lamp: its template uses “for”"
    with pytest.raises(CannotDo, match="its template uses “for”"):
        await tell(home, "Odd Lamp", Action.ON)
    assert not stage.told("odd/set")


@pytest.mark.parametrize(
    ("component", "config", "state", "action", "value", "told"),
    [
        ("lock", {"stat_t": "x"}, "LOCKED", Action.UNLOCK, None, ("set", "UNLOCK", "UNLOCKED")),
        (
            "valve", {"stat_t": "x", "reports_position": True}, "0", Action.OPEN, None,
            ("set", "100", "100"),
        ),
        (
            "vacuum", {"stat_t": "x", "sup_feat": ["start", "pause", "return_home"]},
            '{"state": "docked"}', Action.CLEAN, None, ("set", "start", '{"state": "cleaning"}'),
        ),
        (
            "humidifier", {"stat_t": "x", "hum_cmd_t": "hum", "hum_stat_t": "x/hum", "min_hum": 30}, "ON",
            Action.SET_HUMIDITY, 55, ("hum", "55", None),
        ),
        (
            "cover", {"tilt_cmd_t": "tilt", "tilt_status_t": "x/tilt", "stat_t": "x"}, "open",
            Action.TILT, 25, ("tilt", "25", None),
        ),
    ],
)  # fmt: skip
async def test_other_components(
    home: MqttHome,
    stage: Stage,
    component: str,
    config: dict[str, object],
    state: str,
    action: Action,
    value: float | None,
    told: tuple[str, str, str | None],
) -> None:
    topic, text, report = told
    await stage.tell(
        f"homeassistant/{component}/thing/config", {"name": "Thing", "cmd_t": "set", "uniq_id": "t", **config}
    )
    await stage.tell("x", state)
    await stage.obeys(topic, lambda heard: {"x" if report else f"x/{topic}": report or heard})
    await home.start()
    assert (await tell(home, "Thing", action, value)).finished
    assert stage.told(topic) == [text]
