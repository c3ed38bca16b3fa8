"""What must be confirmed, and entries of the guard that name nothing."""

import json
import logging
from pathlib import Path

import pytest

from tests.assembled import Assemble
from voice_gateway.devices import Device, Guard, Kind, Registry
from voice_gateway.errors import SettingsError

FRONT_DOOR = Device("1", "Front Door", Kind.LOCK)
CELLAR_DOOR = Device("2", "Cellar Door", Kind.LOCK)
LAMP = Device("3", "Reading Lamp", Kind.LIGHT, aliases=("floor lamp",))


@pytest.mark.parametrize(
    ("entry", "meant"), [("locks", "“lock”"), ("garage door", "“garage_door”"), ("frnt door", "“Front Door”")]
)
def test_an_entry_that_is_no_kind_and_no_device_is_refused_with_the_nearest_names(
    entry: str, meant: str
) -> None:
    guard = Guard(["lock", entry], Registry([FRONT_DOOR, LAMP]))
    with pytest.raises(SettingsError) as refused:
        guard.check()
    assert f"“{entry}”" in refused.value.message
    assert meant in (refused.value.fix or "")


@pytest.mark.parametrize("entries", [["lock", "heat"], ["the front door"], ["Floor Lamp"], []])
def test_kinds_and_names_of_devices_are_entries(entries: list[str]) -> None:
    Guard(entries, Registry([FRONT_DOOR, LAMP])).check()


async def test_a_mistyped_entry_stops_the_start(assemble: Assemble) -> None:
    with pytest.raises(SettingsError, match="“locks” is to be guarded"):
        async with assemble(**{"home.guarded": ["locks", "garage door"]}):
            pass


def test_the_kind_stays_guarded_when_a_device_that_was_guarded_by_name_is_gone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry = Registry([FRONT_DOOR, CELLAR_DOOR, LAMP])
    guard = Guard(["front door"], registry)
    guard.check()
    assert [guard.watches(device) for device in (FRONT_DOOR, CELLAR_DOOR, LAMP)] == [True, False, False]
    registry.remove("1")
    with caplog.at_level(logging.WARNING):
        assert [guard.watches(device) for device in (CELLAR_DOOR, LAMP)] == [True, False]
        guard.check()
    assert caplog.text.count("“front door” is to be guarded and is not there") == 1
    registry.put(FRONT_DOOR)
    assert not guard.watches(CELLAR_DOOR)


def test_what_a_name_stood_for_is_known_at_the_next_start(tmp_path: Path) -> None:
    memory = tmp_path / "names.json"
    Guard(["front door"], Registry([FRONT_DOOR]), memory).check()
    renamed = Device("1", "Main Entrance", Kind.LOCK)
    later = Guard(["front door"], Registry([renamed, LAMP]), memory)
    later.check()
    assert later.watches(renamed)
    assert not later.watches(LAMP)


@pytest.mark.parametrize("kept", ["", "[]", "{", json.dumps({"front door": ["castle"]})])
def test_a_memory_that_cannot_be_read_is_as_good_as_none(tmp_path: Path, kept: str) -> None:
    memory = tmp_path / "names.json"
    memory.write_text(kept)
    Guard(["front door"], Registry([FRONT_DOOR]), memory).check()
    with pytest.raises(SettingsError):
        Guard(["back door"], Registry([FRONT_DOOR]), memory).check()


def test_while_no_device_is_known_a_name_stops_nothing_and_guards_what_is_guarded_by_default() -> None:
    """A network that cannot be reached yet must not keep the gateway from starting, nor open a door."""
    registry = Registry()
    guard = Guard(["front door"], registry)
    guard.check()
    assert guard.watches(CELLAR_DOOR)
    registry.put(FRONT_DOOR)
    assert not guard.watches(CELLAR_DOOR)


def test_a_gate_that_its_home_calls_a_cover_is_guarded() -> None:
    gate, blinds = Device("4", "Front Gate", Kind.COVER), Device("5", "Garage Blinds", Kind.COVER)
    assert Guard().watches(gate)
    assert not Guard().watches(blinds)
