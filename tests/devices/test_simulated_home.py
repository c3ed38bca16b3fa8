"""The home in memory, and the file it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.devices.homes import EVERY_KIND
from voice_gateway.devices import (
    Action,
    Command,
    Device,
    HomeFileError,
    Kind,
    Status,
    device_from_table,
    load_home,
)
from voice_gateway.devices.errors import NotAnswering

HOME = """
[[device]]
name = "Kitchen Light"
room = "Kitchen"
kind = "dimmer"
aliases = ["ceiling light"]
state = { on = false, level = 0 }

[[device]]
name = "Nursery"
kind = "sensor"
state = { value = 21, unit = "°C" }

[[test]]
say = ["turn on the kitchen light"]
"""


def test_the_built_in_homes_have_every_kind() -> None:
    others = load_home(EVERY_KIND).devices()
    assert {device.kind for device in (*load_home().devices(), *others)} == set(Kind)


def test_the_built_in_home_has_all_that_a_radio_has_in_six_rooms_on_two_floors() -> None:
    devices = load_home().devices()
    assert len(devices) >= 15
    assert {device.kind for device in devices} == {*[*Kind][:11]}
    assert len({device.room for device in devices}) == 6
    assert {device.floor for device in devices} == {"upstairs", "downstairs"}
    assert [device.name for device in devices if device.status is Status.DEAD] == ["Freezer Plug"]


def test_a_home_file_is_read_and_other_tables_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "home.toml").write_text(HOME)
    light, sensor = load_home(tmp_path / "home.toml").devices()
    assert (light.name, light.room, light.kind, light.aliases) == (
        "Kitchen Light", "Kitchen", Kind.DIMMER, ("ceiling light",),
    )  # fmt: skip
    assert sensor.state.as_table() == {
        "value": 21.0,
        "unit": "°C",
        "readings": [{"name": "temperature", "value": 21.0, "unit": "°C"}],
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no [[device]]"),
        ("[[device]]\nkind = 'light'", "it needs a name"),
        ("[[device]]\nname = 'A'\nkind = 'lamp'", "'lamp' is not a kind of device"),
        ("[[device]]\nname = 'A'\nkind = 'light'\nrom = 'B'", "Did you mean 'room'?"),
        (
            "[[device]]\nname = 'A'\nkind = 'light'\nstate = { level = 140 }",
            "level goes from 0 to 100, not 140",
        ),
        ("[[device]]\nname = 'A'\nkind = 'light'\nstate = { on = 'yes' }", "on must be true or false"),
        ("[[device]]\nname = 'A'\nkind = 'light'\nstate = { open = true }", "a state has no 'open'"),
        (
            "[[device]]\nname = 'A'\nkind = 'light'\n[[device]]\nname = 'A'\nkind = 'fan'",
            "two devices are called 'A'",
        ),
        ("[[device", "not valid TOML"),
    ],
)
def test_a_mistake_in_a_home_file_is_explained(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "home.toml").write_text(text)
    with pytest.raises(HomeFileError) as error:
        load_home(tmp_path / "home.toml")
    assert said in str(error.value)


def test_a_missing_home_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(HomeFileError, match="cannot be read"):
        load_home(tmp_path / "none.toml")


async def test_a_dimmer_comes_back_as_bright_as_it_was() -> None:
    home = load_home(delay=0)
    await home.command("living-room-living-room-light", Command(Action.OFF))
    confirmation = await home.command("living-room-living-room-light", Command(Action.ON))
    assert confirmation.device.state.level == 60


async def test_a_dead_device_is_an_error_and_stays_as_it_was() -> None:
    home = load_home(delay=0)
    with pytest.raises(NotAnswering, match="The freezer plug does not answer"):
        await home.command("garage-freezer-plug", Command(Action.OFF))
    assert home.registry["garage-freezer-plug"].state.on is True


async def test_listeners_hear_every_change_until_they_stop() -> None:
    home = load_home(delay=0)
    heard: list[Device] = []
    stop = home.registry.subscribe(heard.append)
    await home.command("kitchen-kitchen-light", Command(Action.ON))
    stop()
    await home.command("kitchen-kitchen-light", Command(Action.OFF))
    assert [(device.name, device.state.on) for device in heard] == [("Kitchen Light", True)]


def test_a_device_survives_the_way_through_json() -> None:
    import json

    for device in load_home().devices():
        assert device_from_table(json.loads(json.dumps(device.as_table()))) == device
