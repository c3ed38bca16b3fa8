"""Scenario 58: sums are right, exact where they can be, and bounded."""

from time import process_time

import pytest

from tests.skills.asking import ask, told


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("12 times 7", "84"),
        ("what's 17 x 23", "391"),
        ("seven plus eight minus three", "12"),
        ("a fifth of 80", "16"),
        ("17 percent of 250", "42.5"),
        ("the square root of 144", "12"),
        ("2 to the power of 10", "1,024"),
        ("2 to the tenth", "1,024"),
        ("half of 90", "45"),
        ("100 divided by 7", "about 14.29"),
        ("what is 5 squared", "25"),
        ("three quarters of 60", "45"),
        ("add 5 and 9", "14"),
        ("how much is 12.5 * 4", "50"),
        ("0.1 + 0.2", "0.3"),
        ("minus five times minus three", "15"),
        ("five plus a half", "5.5"),
        ("two and a half times 4", "10"),
        ("half a million plus one", "500,001"),
        ("subtract 5 from nine", "4"),
        ("100 minus 7 times 3", "79"),
        ("(3 + 4) * 2", "14"),
        ("the sum of 3, 4 and one hundred and five", "112"),
        ("the average of 3, 4 and 8", "5"),
        ("20% off 80", "64"),
        ("50 plus 10 percent", "55"),
        ("fourty devided by eight", "5"),
        ("hello, could you tell me what 8 times 9 is please", "72"),
        ("1 divided by 700", "about 0.00143"),
        ("the cube root of 27", "3"),
        ("square root of two", "about 1.41"),
        ("9 to the power of 99", "about 2.95 times 10 to the power of 94"),
    ],
)
def test_s58_a_sum_is_right(sentence: str, value: str) -> None:
    assert told(sentence).endswith(f" is {value}.")


def test_the_sum_is_read_back_as_it_was_understood() -> None:
    assert told("whats seventeen x twenty three") == "17 times 23 is 391."
    assert told("what percent of 80 is 20") == "20 is 25 percent of 80."


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("5 divided by zero", "Nothing can be divided by zero."),
        ("2 to the power of 100000", "That number is too large to say."),
        ("9 to the power of 9 to the power of 9", "That number is too large to say."),
        ("1000 factorial", "That number is too large to say."),
        ("the square root of minus 4", "A negative number has no real square root."),
    ],
)
def test_what_has_no_number_is_said_so(sentence: str, answer: str) -> None:
    assert told(sentence) == answer


@pytest.mark.parametrize(
    "sentence",
    [
        "what is 5",
        "five",
        "nineteen eighty four plus one",
        "5 plus",
        "times times",
        "5 plus blue",
        "set it to 5",
    ],
)
def test_what_is_no_sum_is_left_to_others(sentence: str) -> None:
    assert ask(sentence) is None


@pytest.mark.parametrize("number", ["1" * 5000, "1" * 301, "1." + "1" * 5000])
def test_nobody_counts_with_thousands_of_digits(number: str) -> None:
    assert ask(f"what's {number} times two") is None


@pytest.mark.parametrize("asked", ["square root of {}", "cube root of {}", "2 to the power of {}"])
def test_what_no_float_holds_is_too_large(asked: str) -> None:
    answer = ask("what's the " + asked.format("9" * 290 + " million" * 4))
    assert answer is None or "large" in answer.text


def test_digits_before_a_fraction_are_looked_at_once() -> None:
    begun = process_time()
    assert ask("1" * 100_000) is None
    assert process_time() - begun < 20
