"""Every sentence that is suggested names a device that is there, and works."""

from pathlib import Path

import pytest

from tests.devices.homes import EVERY_KIND
from voice_gateway.devices import Resolver, load_home
from voice_gateway.devices.degrees import Degrees
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import default_classifier
from voice_gateway.setup import five_sentences

HOMES = [None, EVERY_KIND]


@pytest.mark.parametrize("file", HOMES)
def test_there_are_five_and_most_are_about_the_home(file: Path | None) -> None:
    home = load_home(file)
    said = five_sentences(home.devices())
    assert len(said) == len(set(said)) == 5
    named = [one for one in said if any(device.label in one for device in home.devices())]
    assert len(named) >= 3


@pytest.mark.parametrize("file", HOMES)
def test_those_about_the_home_can_only_be_meant_one_way(file: Path | None) -> None:
    home = load_home(file)
    path, router = FastPath(Resolver(home.registry)), default_classifier()
    for sentence in five_sentences(home.devices())[:3]:
        assert path.read(sentence, router.classify(sentence), Context()), sentence


def test_a_temperature_is_one_that_people_say_there() -> None:
    home = load_home()
    assert "Set the bedroom thermostat to 21 degrees" in five_sentences(home.devices())
    home.registry.count_in(Degrees.FAHRENHEIT)
    assert "Set the bedroom thermostat to 70 degrees" in five_sentences(home.devices())


def test_a_home_without_devices_has_five_too() -> None:
    assert len(five_sentences([])) == 5
