"""Scenario 58: one unit in another; where a name means two units, both are said."""

import pytest

from tests.skills.asking import ask, told


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("5 miles in kilometres", "5 miles is about 8.05 kilometres."),
        ("convert 70 fahrenheit to celsius", "70 degrees Fahrenheit is about 21.1 degrees Celsius."),
        ("350 f in c", "350 degrees Fahrenheit is about 177 degrees Celsius."),
        ("what is 11 stone 4 in kilos", "11 stone 4 pounds is about 71.7 kilograms."),
        ("what's six foot two in centimetres", "6 feet 2 inches is about 188 centimetres."),
        ("6'2\" in cm", "6 feet 2 inches is about 188 centimetres."),
        ("how many ounces are in a pound", "1 pound is 16 ounces."),
        ("how many square feet in an acre", "1 acre is 43,560 square feet."),
        ("60 mph in kilometers per hour", "60 miles per hour is about 96.6 kilometres per hour."),
        ("20 degrees in fahrenheit", "20 degrees Celsius is 68 degrees Fahrenheit."),
        ("what is 98.6 farenheit in celcius", "98.6 degrees Fahrenheit is 37 degrees Celsius."),
        ("how many teaspoons in a tablespoon", "1 tablespoon is 3 teaspoons."),
        ("how many pints in a gallon", "1 gallon is 8 pints."),
        ("how many seconds are there in 1 hour 20 minutes", "1 hour 20 minutes is 4,800 seconds."),
        ("how many days in a year", "A year has 365 days, and a leap year 366."),
        ("how many months in 2 years", "2 years is 24 months."),
    ],
)
def test_s58_a_conversion_is_right(sentence: str, answer: str) -> None:
    assert told(sentence) == answer


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("how many cups in a litre", "1 litre is 4 metric cups or about 4.23 US cups."),
        (
            "a pint in millilitres",
            "1 imperial pint is about 568 millilitres, 1 US pint is about 473 millilitres.",
        ),
        (
            "how many ounces in a pint",
            "1 imperial pint is 20 imperial fluid ounces, 1 US pint is 16 US fluid ounces.",
        ),
    ],
)
def test_a_name_of_two_units_is_told_for_both(sentence: str, answer: str) -> None:
    assert told(sentence) == answer


def test_the_unit_that_was_named_in_full_is_told_alone() -> None:
    assert told("how many US gallons in 10 litres") == "10 litres is about 2.64 US gallons."


def test_what_measures_different_things_is_said_to() -> None:
    assert "measure different things" in told("how many litres in a mile")


@pytest.mark.parametrize(
    "sentence",
    [
        "how many lights are on",
        "kilos to pounds",
        "how many grams in a cup of flour",
        "5 miles",
        "how many feet",
    ],
)
def test_what_is_no_conversion_is_left_to_others(sentence: str) -> None:
    assert ask(sentence) is None
