"""What the household says of a device is stronger than what its source says."""

from dataclasses import replace

from voice_gateway.devices import Device, load_home, parse_command
from voice_gateway.devices.joining import JoinedRegistry
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.registry import Registry
from voice_gateway.settings.home import DeviceSettings

LAMP = Device("lamp", "Dimmer 7", Kind.LIGHT, room="Study", aliases=("plug",))
BED = Device("bed", "Bed Light", Kind.LIGHT, room="Bedroom", floor="upstairs", room_aliases=("chamber",))


def test_a_device_is_called_and_placed_as_the_household_says() -> None:
    registry = Registry([LAMP, BED])
    registry.heed({"lamp": DeviceSettings(name="Big lamp", aliases=(), room="Bedroom", guarded=True)})
    lamp = registry["lamp"]
    assert (lamp.name, lamp.aliases, lamp.guarded) == ("Big lamp", (), True)
    assert (lamp.room, lamp.floor, lamp.room_aliases) == ("Bedroom", "upstairs", ("chamber",))
    assert registry["bed"] == BED


def test_a_change_of_its_source_does_not_bring_the_old_name_back() -> None:
    registry = Registry([LAMP])
    registry.heed({"lamp": DeviceSettings(name="Big lamp")})
    registry.put(replace(LAMP, battery=50))
    assert (registry["lamp"].name, registry["lamp"].battery) == ("Big lamp", 50)
    registry.heed({})
    assert registry["lamp"] == replace(LAMP, battery=50)


def test_what_is_not_exposed_is_gone_for_all_until_it_is_exposed_again() -> None:
    registry = Registry([LAMP, BED])
    gone: list[str] = []
    seen: list[str] = []
    registry.subscribe(lambda device: seen.append(device.id), gone.append)
    revision = registry.revision
    registry.heed({"lamp": DeviceSettings(exposed=False)})
    registry.put(replace(LAMP, battery=50))
    assert registry.all() == (BED,)
    assert "lamp" not in registry
    assert (gone, seen, registry.revision) == (["lamp"], [], revision + 1)
    assert [one.name for one in registry.hidden()] == ["Dimmer 7"]
    registry.heed({})
    assert (seen, registry.hidden()) == (["lamp"], ())


def test_a_device_is_meant_by_each_of_its_ids() -> None:
    registry = JoinedRegistry()
    registry.other_ids["light.lamp"] = "lamp"
    registry.put(LAMP)
    registry.heed({"light.lamp": DeviceSettings(name="Big lamp")})
    assert registry["lamp"].name == "Big lamp"


async def test_a_simulated_device_that_was_renamed_obeys_under_its_new_name() -> None:
    home = load_home(delay=0)
    device = next(one for one in home.devices() if one.name == "Kitchen Light")
    home.registry.heed({device.id: DeviceSettings(name="Sun")})
    done = await home.command(device.id, parse_command("on"))
    assert (done.device.name, done.device.state.on) == ("Sun", True)
    home.registry.heed({})
    assert home.registry[device.id].name == "Kitchen Light"
