"""Colours, however a light counts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.devices.mqtt.tints import chart_of, rgb_of, tint_of_chart, tint_of_rgb, tint_told


@given(st.integers(0, 359), st.integers(40, 100))
def test_a_colour_is_the_same_after_a_trip_to_the_chart_and_back(hue: int, saturation: int) -> None:
    there = tint_of_chart(*chart_of((hue, saturation)))
    assert min(abs(there[0] - hue), 360 - abs(there[0] - hue)) < 3
    assert there[1] == pytest.approx(saturation, abs=3)


@given(st.integers(0, 359), st.integers(20, 100))
def test_and_as_red_green_and_blue(hue: int, saturation: int) -> None:
    there = tint_of_rgb(rgb_of((hue, saturation)))
    assert min(abs(there[0] - hue), 360 - abs(there[0] - hue)) < 3


@pytest.mark.parametrize("told", [None, "red", {}, {"x": "a", "y": 1}, {"h": 1}, {"r": 1, "g": None, "b": 2}])
def test_what_is_no_colour_is_none(told: object) -> None:
    assert tint_told(told) is None


@given(st.floats(-2, 2), st.floats(-2, 2))
def test_no_place_on_the_chart_is_too_odd(x: float, y: float) -> None:
    hue, saturation = tint_of_chart(x, y)
    assert 0 <= hue <= 360
    assert 0 <= saturation <= 100
