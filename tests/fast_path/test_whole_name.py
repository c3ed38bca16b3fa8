"""What a sentence names in full is meant, where only a part of the name was written down."""

import pytest

from tests.devices.homes import resolver_of
from voice_gateway.devices import Guard
from voice_gateway.fast_path import with_the_whole_name
from voice_gateway.wishes import read_wish, write_wish
from voice_gateway.wishes.device_steps import DeviceSteps

HOME = resolver_of(
    "Curtain Left, cover, Den", "Curtain Right, cover, Den", "Heat Pump CO Sensor, sensor, Cellar",
    "Heat Pump NO Sensor, sensor, Cellar", "Car Meter, sensor, Garage", "Damp Sensor, sensor, Cellar",
    "Damp Sensor 2, sensor, Cellar", "Lights, light, Hall", "Den Lamp, light, Den", "Party, scene, Den",
    "Party, scene, Hall", "Ceiling Light, light, Kitchen", "Wall Light, light, Kitchen",
    "Ceiling Light, light, Bedroom", "Wall Light, light, Bedroom",
)  # fmt: skip
STEPS = DeviceSteps(HOME, Guard())


@pytest.mark.parametrize(
    ("said", "written", "meant"),
    [
        ("close the curtain left in the den", "close den curtain", "close curtain left"),
        ("close the curtain in the den", "close den curtain", "close den curtain"),
        ("close curtain left and curtain right", "close den curtain", "close den curtain"),
        ("close the curtain left, not the lamp", "off lamp", "off lamp"),
        ("close all curtains, the curtain left too", "close all curtains", "close all curtains"),
        ("how much is on the heat pump no sensor", "ask read heat pump", "ask read heat pump no sensor"),
        ("what's the mileage on the car meter", "ask read mileage", "ask read car meter"),
        ("what does damp sensor 2 say", "ask read damp sensor", "ask read damp sensor 2"),
        ("what does damp sensor say", "ask read damp sensor", "ask read damp sensor"),
        ("damp sensor 2 off", "off damp sensor", "off damp sensor 2"),
        ("are all the lights on", "ask all lights on", "ask all lights on"),
        ("is there a party at ten", "ask read feast", "ask read feast"),  # there are two
        (
            "what's the gas concentration that the heat pump co sensor shows",
            "ask read gas concentration; ask read heat pump co sensor",
            "ask read heat pump co sensor",
        ),
    ],
)  # fmt: skip
def test_what_is_named_in_full_is_meant(said: str, written: str, meant: str) -> None:
    assert write_wish(with_the_whole_name(read_wish(written), said, STEPS)) == meant


def test_what_is_called_like_another_is_not_taken_for_the_one_that_is_nearer() -> None:
    meant = with_the_whole_name(
        read_wish("on kitchen light"), "turn on the ceiling light in the kitchen", STEPS, "Bedroom"
    )
    assert [one.id for one in STEPS.devices(meant.steps[0], "Bedroom")] == ["kitchen-ceiling-light"]
