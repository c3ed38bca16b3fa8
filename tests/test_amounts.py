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
