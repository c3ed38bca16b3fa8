"""A household that counts in °F: its devices are shown so, and written in what their source counts in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.devices.client import eventually
from tests.devices.homes import home_of
from tests.servers.home_assistant import TOKEN, FarSide, far_home_assistant
from voice_gateway.devices import Action, Command, Home, Reading, RefusedValue, Registry, State, open_home
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.device import device_from_table
from voice_gateway.devices.several import Several
from voice_gateway.devices.speech import done, report
from voice_gateway.settings import data_dir
from voice_gateway.settings.home import HomeSettings

THERMOSTAT = home_of("Hall Heating, thermostat, Hall").devices()[0]
WARM = replace(
    THERMOSTAT, state=State(target=21.0, mode="heat", readings=(Reading("temperature", 19.5, "°C"),))
)


def counted(degrees: Degrees = Degrees.FAHRENHEIT) -> Registry:
    registry = Registry([WARM])
    registry.count_in(degrees)
    return registry


@pytest.mark.parametrize("number", range(41, 96))
def test_whole_degrees_come_back_as_they_were_said(number: int) -> None:
    fahrenheit = Degrees.FAHRENHEIT
    assert fahrenheit.told(fahrenheit.meant(number)) == number
    # A source that counts in °F itself has rounded to a tenth of a degree Celsius.
    assert fahrenheit.told(round(fahrenheit.meant(number), 1)) == number


def test_a_device_is_shown_and_told_of_in_fahrenheit() -> None:
    shown = counted()[WARM.id]
    assert (shown.state.target, shown.target_range) == (69.8, (41.0, 95.0))
    assert report(shown) == "Hall heating is set to 69.8 °F in heat mode and measures 67.1 °F."
    assert device_from_table(shown.as_table()).degrees is Degrees.FAHRENHEIT
    assert report(counted(Degrees.CELSIUS)[WARM.id]) == report(WARM)


def test_what_is_shown_in_fahrenheit_already_is_not_converted_twice() -> None:
    again = Registry(counted().all())
    assert again.degrees is Degrees.FAHRENHEIT
    again.count_in(Degrees.FAHRENHEIT)
    assert again.all() == counted().all()


def kept_home(tmp_path: Path) -> Home:
    file = tmp_path / "home.toml"
    if not file.exists():
        file.write_text(
            'delay = 0\n[[device]]\nname = "Hall Heating"\nkind = "thermostat"\nstate = { target = 20 }\n'
        )
    return open_home(HomeSettings(file=file, degrees="fahrenheit"))


async def test_a_command_in_fahrenheit_is_kept_in_celsius_and_found_again(tmp_path: Path) -> None:
    home = kept_home(tmp_path)
    await home.start()
    told = await home.command("hall-heating", Command(Action.SET_TEMPERATURE, 71.0))
    assert done([told]) == "Hall heating is now set to 71 °F in heat mode."
    with pytest.raises(RefusedValue, match="takes 41 to 95 °F, not 21"):
        await home.command("hall-heating", Command(Action.SET_TEMPERATURE, 21.0))
    await home.close()
    [written] = (data_dir() / "simulated-homes").glob("home-*.json")
    assert json.loads(written.read_text())["states"]["hall-heating"]["target"] == 21.67
    again = kept_home(tmp_path)
    await again.start()
    assert again.registry["hall-heating"].state.target == 71.0
    await again.close()


@pytest.mark.parametrize(("degrees", "warmer"), [(Degrees.CELSIUS, 21.0), (Degrees.FAHRENHEIT, 70.0)])
async def test_warmer_is_about_as_much_in_either(degrees: Degrees, warmer: float) -> None:
    home = home_of("Hall Heating, thermostat, Hall")
    home.registry.count_in(degrees)
    told = await home.command(home.devices()[0].id, Command(Action.WARMER))
    assert told.device.state.target == warmer


async def test_several_sources_count_alike() -> None:
    sources = [home_of("Hall Heating, thermostat, Hall"), home_of("Den Heating, thermostat, Den")]
    for source in sources:
        source.registry.count_in(Degrees.FAHRENHEIT)
    home = Several(sources)
    told = await home.command(home.devices()[1].id, Command(Action.SET_TEMPERATURE, 70.0))
    assert told.device.state.target == 70.0
    assert {device.target_range for device in home.devices()} == {(41.0, 95.0)}


def with_heating(far: FarSide) -> None:
    """It counts in °F, and so does what it has."""
    entity: dict[str, Any] = {"entity_id": "climate.den", "device_id": None, "options": {}, "aliases": []}
    far.results["config/entity_registry/list"].append(entity)
    far.results["config/entity_registry/get_entries"]["climate.den"] = entity
    exposed = far.results["homeassistant/expose_entity/list"]["exposed_entities"]
    exposed["climate.den"] = {"conversation": True}
    told: dict[str, Any] = {
        "friendly_name": "Den heating", "temperature": 71, "current_temperature": 68, "min_temp": 45,
        "max_temp": 95, "hvac_modes": ["heat", "off"], "supported_features": 1,
    }  # fmt: skip
    far.states["climate.den"] = {"s": "heat", "a": told, "c": "0", "lc": 1.0}


@pytest.mark.parametrize(
    ("degrees", "said"),
    [
        ("auto", "Den heating is set to 71 °F in heat mode and measures 68 °F."),
        ("celsius", "Den heating is set to 21.7 °C in heat mode and measures 20 °C."),
    ],
)
async def test_a_home_assistant_says_what_is_counted_in_unless_the_household_does(
    degrees: Any, said: str
) -> None:
    async with far_home_assistant() as far:
        with_heating(far)
        home = open_home(
            HomeSettings.model_validate(
                {"home_assistant_url": far.url, "home_assistant_token": TOKEN, "degrees": degrees}
            )
        )
        await home.start()
        try:
            await eventually(lambda: "climate.den" in home.registry)
            assert report(home.registry["climate.den"]) == said
        finally:
            await home.close()
