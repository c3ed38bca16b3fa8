"""What goes wrong with brokers and with what is on them."""

import asyncio
import logging
import subprocess
from pathlib import Path

import pytest

from tests.devices.client import eventually
from tests.devices.mqtt.looking import named, names, tell
from tests.mqtt_rig.broker import Mosquitto, mosquitto
from tests.mqtt_rig.stage import Stage, played, recorded
from tests.programs import needs
from voice_gateway.devices import Action, Device, Status
from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.mqtt import Address, MqttHome

LAMP = {"name": "Lamp", "cmd_t": "lamp/set", "stat_t": "lamp", "uniq_id": "lamp"}
SECRET = "correct-horse-battery"


async def lamp(stage: Stage) -> None:
    await stage.tell("homeassistant/switch/lamp/config", LAMP)
    await stage.tell("lamp", "OFF")
    await stage.switch("lamp/set", "lamp")


def password_file(folder: Path) -> Path:
    passwords = folder / "passwords"
    subprocess.run([needs("mosquitto_passwd"), "-b", "-c", passwords, "anna", "right"], check=True)
    return passwords


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A key, and a certificate that only its owner vouches for."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    wanted = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    place = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([needs("openssl"), "req", *wanted, *place], check=True, capture_output=True)
    return key, certificate


async def test_a_broker_that_restarts_is_found_again(broker: Mosquitto, home: MqttHome) -> None:
    """It forgets what was retained; the devices announce themselves anew, and one of them no more."""
    async with played(broker) as stage:
        await lamp(stage)
        await stage.tell("homeassistant/switch/old/config", {**LAMP, "name": "Old", "uniq_id": "old"})
        await home.start()
        assert names(home) == {"Lamp", "Old"}
    await asyncio.to_thread(broker.stop)
    await eventually(lambda: not home.health().connected)
    assert named(home, "Lamp").state.on is False, "it stays as it was"
    with pytest.raises(
        ConnectionLost, match="The MQTT broker cannot be reached, so the lamp was not changed"
    ):
        await tell(home, "Lamp", Action.ON)
    await asyncio.to_thread(broker.start)
    async with played(broker) as stage:
        await lamp(stage)
        await eventually(lambda: home.health().connected and names(home) == {"Lamp"})
        assert (await tell(home, "Lamp", Action.ON)).device.state.on is True


async def test_a_broker_that_goes_in_the_middle_leaves_it_open(broker: Mosquitto, home: MqttHome) -> None:
    async with played(broker) as stage:
        await lamp(stage)
        stage.deaf.add("lamp/set")
        await home.start()
        telling = asyncio.create_task(tell(home, "Lamp", Action.ON))
        await eventually(lambda: bool(stage.told("lamp/set")))
        await asyncio.to_thread(broker.stop)
        with pytest.raises(ConnectionLost, match="broke meanwhile"):
            await telling


async def test_nothing_answers_there(broker: Mosquitto, home: MqttHome) -> None:
    broker.stop()
    await home.start()
    assert (home.health().connected, home.health().note) == (False, "nothing answers there")


@pytest.mark.parametrize("url", ["homeassistant.local", "http://127.0.0.1:1883", "mqtt://x:port", "mqtt://"])
async def test_what_is_no_address_is_said(url: str) -> None:
    home = MqttHome(Address(url))
    await home.start()
    try:
        assert home.health().note == f"{url} is not an address such as mqtt://homeassistant.local:1883"
    finally:
        await home.close()


async def test_a_wrong_password_is_said_and_never_written_down(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    passwords = password_file(tmp_path)
    caplog.set_level(logging.DEBUG)
    with mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        home = MqttHome(Address(broker.url, "anna", SECRET))
        await home.start()
        assert "does not accept the user name and password" in home.health().note
        await home.close()
        home = MqttHome(Address(broker.url, "anna", "right"))
        await home.start()
        assert home.health().connected
        await home.close()
    assert SECRET not in caplog.text + repr(home.health()) + repr(Address(broker.url, "anna", SECRET))


async def test_a_broker_behind_tls(tmp_path: Path) -> None:
    key, certificate = own_certificate(tmp_path)
    with mosquitto(tmp_path, "allow_anonymous true", f"certfile {certificate}", f"keyfile {key}") as broker:
        url = broker.url.replace("mqtt:", "mqtts:")
        for authority, note in ((None, "its certificate is not trusted"), (certificate, "MQTT broker")):
            home = MqttHome(Address(url, authority=authority))
            await home.start()
            assert home.health().note.startswith(note)
            await home.close()


RUBBISH: dict[str, object] = {
    "homeassistant/switch/a/config": "{not json",
    "homeassistant/switch/b/config": "[1, 2, 3]",
    "homeassistant/switch/c/config": {"name": {"x": 1}, "cmd_t": 5, "dev": {"ids": [None, {}], "cns": "x"}},
    "homeassistant/light/d/config": {"cmd_t": "d/#", "dev": "no table"},
    "homeassistant/device/e/config": {"cmps": [1], "dev": {"ids": "e"}},
    "homeassistant/device/f/config": {"cmps": {"x": 3, "y": {"p": ["light"]}}, "dev": {"ids": "f"}},
    "homeassistant/sensor/g/config": {"stat_t": "g", "val_tpl": ["no", "text"]},
    "homeassistant/sensor/h/config": b"\xff\xfe\x00",
    "homeassistant/cover/i/config": {"cmd_t": "i", "pos_t": "i", "position_open": "far", "avty": [3]},
    "homeassistant/unheard_of/j/config": {"cmd_t": "j"},
    "homeassistant/sensor/k/config": "x" * 300_000,
    "other/bridge/devices": {"no": "list"},
    "odd/bridge/devices": [
        None, 3, {}, {"ieee_address": "0x1", "friendly_name": "+/#", "definition": {"exposes": [
            {"type": "light", "features": [{"name": "state", "access": 7, "property": "state"}]},
            {"type": "unheard_of", "features": [{}]}, {"type": "numeric"}, 7,
        ]}},
    ],
    "odd/bridge/groups": [{"id": 1, "friendly_name": "g", "members": [{"ieee_address": "0x9"}, None]}],
    "lamp": "what?",
}  # fmt: skip


async def test_retained_rubbish_is_survived(home: MqttHome, stage: Stage) -> None:
    await stage.zigbee2mqtt(recorded("coffee machine"))
    await lamp(stage)
    for topic, payload in RUBBISH.items():
        await stage.tell(topic, payload)
    await home.start()
    assert {"Lamp", "coffee machine"} <= names(home)
    assert named(home, "Lamp").state.on is None, "a word that it never announced says nothing"
    assert (await tell(home, "Lamp", Action.ON)).device.state.on is True
    await stage.tell("zigbee2mqtt/coffee machine", "{broken", retain=False)
    await stage.tell("zigbee2mqtt/coffee machine", "[]", retain=False)
    assert (await tell(home, "coffee machine", Action.ON)).device.state.on is True


async def test_a_device_that_comes_and_goes_while_it_runs(home: MqttHome, stage: Stage) -> None:
    await home.start()
    assert not home.devices()
    changed: list[Device] = []
    home.registry.subscribe(changed.append)
    await lamp(stage)
    await eventually(lambda: names(home) == {"Lamp"} and named(home, "Lamp").state.on is False)
    await stage.tell("lamp", "ON")
    await eventually(lambda: bool(changed) and changed[-1].state.on is True)
    await stage.tell("homeassistant/switch/lamp/config", {**LAMP, "name": "Gerald"})
    await eventually(lambda: names(home) == {"Gerald"})
    assert named(home, "Gerald").state.on is True
    await stage.tell("homeassistant/switch/lamp/config", "")
    await eventually(lambda: not home.devices())


async def test_what_answers_there_is_no_broker() -> None:
    """It is asked again and again, and nothing is left open."""
    gone = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.read(10):
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await reader.read()
            gone.set()
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1") as server:
        home = MqttHome(Address(f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}"))
        await home.start()
        await eventually(lambda: home.health().note == "what answers there is not an MQTT broker")
        async with asyncio.timeout(10):
            await gone.wait()
        await home.close()


async def test_a_report_that_is_too_old_is_not_believed(home: MqttHome, stage: Stage) -> None:
    config = {"name": "Well", "stat_t": "well", "uniq_id": "well", "unit_of_meas": "cm", "exp_aft": 0.2}
    await stage.tell("homeassistant/sensor/well/config", config)
    await stage.tell("well", "120")
    await home.start()
    assert named(home, "Well").state.readings[0].value == 120
    await asyncio.sleep(0.3)
    await stage.tell("homeassistant/switch/lamp/config", LAMP)
    await eventually(lambda: "Lamp" in names(home))
    assert (named(home, "Well").state.readings, named(home, "Well").status) == ((), Status.DEAD)
