"""A simulated home is found as it was left, by whoever opens it."""

import os
import time
from pathlib import Path

from tests.console.rig import eventually
from voice_gateway.devices import Action, Command, SimulatedHome, open_home
from voice_gateway.devices.data import Asked, DataQuestion
from voice_gateway.devices.kept_states import KeptStates
from voice_gateway.settings import data_dir
from voice_gateway.settings.home import HomeSettings

HOME = """
delay = 0

[[device]]
name = "Lamp"
kind = "dimmer"
state = { on = false, level = 0 }

[[device]]
name = "Nursery"
kind = "sensor"
state = { value = 21, unit = "°C" }

[[device]]
name = "Groceries"
kind = "todo_list"
items = ["milk"]
"""


def opened(tmp_path: Path) -> SimulatedHome:
    file = tmp_path / "house.toml"
    if not file.exists():
        file.write_text(HOME, encoding="utf-8")
        os.utime(file, (1, 1))
    home = open_home(HomeSettings(file=file))
    assert isinstance(home, SimulatedHome)
    return home


async def left(tmp_path: Path) -> None:
    home = opened(tmp_path)
    await home.start()
    await home.command("lamp", Command(Action.SET_LEVEL, 40))
    await home.command("groceries", Command(Action.ADD_ITEM, "eggs"))
    await home.close()


async def test_the_next_program_finds_the_home_as_it_was_left(tmp_path: Path) -> None:
    await left(tmp_path)
    home = opened(tmp_path)
    await home.start()
    assert home.registry["lamp"].state.level == 40
    assert home.registry["lamp"].state.on
    told = await home.ask("groceries", DataQuestion(Asked.ITEMS))
    assert [item.text for item in told.items] == ["milk", "eggs"]
    await home.close()


async def test_what_another_program_does_is_seen(tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    await one.start()
    await other.start()
    await one.command("lamp", Command(Action.ON))
    await eventually(lambda: other.registry["lamp"].state.on)
    await other.command("lamp", Command(Action.TOGGLE))
    await eventually(lambda: not one.registry["lamp"].state.on)
    await one.close()
    await other.close()


async def test_a_home_file_that_was_edited_since_is_believed(tmp_path: Path) -> None:
    await left(tmp_path)
    later = time.time_ns() + 10**9  # files tell times no finer than the kernel's clock ticks
    os.utime(tmp_path / "house.toml", ns=(later, later))
    home = opened(tmp_path)
    await home.start()
    assert home.registry["lamp"].state.level == 0
    await home.close()


async def test_two_home_files_do_not_share_their_states(tmp_path: Path) -> None:
    await left(tmp_path)
    (tmp_path / "other").mkdir()
    home = opened(tmp_path / "other")
    await home.start()
    assert home.registry["lamp"].state.level == 0
    await home.close()


async def test_a_broken_file_of_states_is_not_used(tmp_path: Path) -> None:
    await left(tmp_path)
    (kept,) = (data_dir() / "simulated-homes").iterdir()
    for broken in ("{", '{"states": {"lamp": {"level": "high"}}, "items": {}}', '{"states": 1}'):
        kept.write_text(broken)
        home = opened(tmp_path)
        await home.start()
        assert home.registry["lamp"].state.level == 0
        await home.close()


def test_nothing_is_kept_of_a_home_that_nobody_has_touched(tmp_path: Path) -> None:
    assert KeptStates(tmp_path / "none.json").news() == ({}, {})
