"""Numbers are read as people say them."""

import pytest

from voice_gateway.amounts import in_digits


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("one hundred sixty", "160"),
        ("a hundred and ten", "110"),
        ("two hundred and twenty five", "225"),
        ("a thousand", "1000"),
        ("one thousand two hundred", "1200"),
        ("set the oven to one eighty", "set the oven to 180"),
        ("two sixty five", "265"),
        ("camera one ninety percent", "camera one 90 percent"),
        ("wake me at one thirty", "wake me at one 30"),
        ("the second one", "the second one"),
    ],
)
def test_numbers_are_written_in_digits(said: str, read: str) -> None:
    assert in_digits(said) == read


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("make it 19 and a half", "make it 19.5"),
        ("nineteen and a half", "19.5"),
        ("21 and a half degrees", "21.5 degrees"),
        ("twenty one degrees and half", "21.5 degrees"),
        ("twenty and a quarter degrees", "20.25 degrees"),
        ("three and three quarters", "3.75"),
        ("lamp 30 and half the blinds", "lamp 30 and half the blinds"),
        ("at 7 and half past 8", "at 7 and half past 8"),
    ],
)
def test_a_half_and_a_quarter_behind_a_number_are_a_part_of_it(said: str, written: str) -> None:
    assert in_digits(said) == written
