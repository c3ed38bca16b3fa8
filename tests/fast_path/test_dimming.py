"""Dimming is for light that is there: of many the lights that are on, else the one that is named."""

import pytest

from tests.assembled import Assemble, devices
from tests.fast_path.sentences import reader_of
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import is_faithful
from voice_gateway.wishes import read_wish

READER = reader_of()
RESOLVER = Resolver(load_home(None).registry)

HOME = devices(
    ("Kitchen Light", "Kitchen", "dimmer", "on = true, level = 80"),
    ("Hall Light", "Hall", "dimmer", "on = false, level = 0"),
    ("Ceiling Fan", "Hall", "fan", "on = false, level = 0"),
    ("Hall Thermostat", "Hall", "thermostat", "target = 19.0, value = 18.0"),
)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("dim everything to ten", "level all lights that are on 10"),
        ("dim everything", "level all lights that are on down"),
        ("dim the lights to 30 percent", "level lights that are on 30"),
        ("dim the bedroom light to 30", "level bedroom light 30"),
        ("dim the kitchen light and the bedroom light to 20", "level kitchen light and the bedroom light 20"),
        ("dim the fan to 20", None),
        ("dim the thermostat", None),
        ("dim the bedroom light and the fan", None),
    ],
)
def test_of_many_those_that_are_on_are_dimmed_and_nothing_but_lights(sentence: str, line: str | None) -> None:
    assert READER.read(sentence) == line


@pytest.mark.parametrize(
    "sentence", ["dim everything to ten", "dim everything", "dim all the lights to 10", "dim the lights"]
)
async def test_neither_a_fan_nor_a_dark_lamp_comes_on(assemble: Assemble, sentence: str) -> None:
    async with assemble(home=HOME) as house:
        before = house.home()
        await house.ask(sentence)
        after = house.home()
        assert [name for name in before if after[name] != before[name]] == ["Kitchen Light"]


@pytest.mark.parametrize("sentence", ["dim everything to ten", "dim everything"])
async def test_where_all_is_dark_nothing_is_lit(assemble: Assemble, sentence: str) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("turn off the kitchen light")
        before = house.home()
        assert "Nothing there is on" in (await house.ask(sentence)).text
        assert house.home() == before


async def test_lights_that_are_all_dark_are_lit_as_bright_as_it_is_said(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("turn off the kitchen light")
        await house.ask("dim the lights to 10 percent")
        levels = {name: state.level for name, state in house.home().items()}
        assert levels["Kitchen Light"] == levels["Hall Light"] == 10
        assert not levels["Ceiling Fan"]


@pytest.mark.parametrize("sentence", ["dim it a bit", "dim it", "dim that to 15"])
def test_no_heating_is_dimmed(sentence: str) -> None:
    assert READER.read(sentence, "ask read bedroom temperature") is None
    assert READER.read(sentence, "ask read kitchen light") is not None


@pytest.mark.parametrize(
    ("line", "sentence", "fits"),
    [
        ("level bedroom thermostat down", "dim it a bit", False),
        ("level everything 10", "dim everything to 10", False),
        ("speed fan 20", "dim the fan to 20", False),
        ("level living room light down; speed fan 30", "dim the living room light, set the fan to 30", True),
    ],
)
def test_whoever_reads_it_only_light_is_dimmed(line: str, sentence: str, fits: bool) -> None:
    assert is_faithful(read_wish(line), sentence, RESOLVER) is fits
