"""What is said behind a plan counts from it: "ten minutes later", "and the other one at eight"."""

import pytest

from tests.fast_path.sentences import reader_of

READER = reader_of()


@pytest.mark.parametrize(
    ("before", "sentence", "line"),
    [
        (
            "at 21:50: off reading lamp",
            "and the kitchen light ten minutes later",
            "at 22:00: off kitchen light",
        ),
        ("at 21:00: off coffee machine", "and the fan half an hour later", "at 21:30: off fan"),
        ("at 21:00: on fan", "and off again after five minutes", "at 21:05: off fan"),
        (
            "at 21:00: on fan",
            "turn off the hallway lamp ten minutes after that",
            "at 21:10: off hallway lamp",
        ),
        ("in 10m: on kitchen light", "and the fan five minutes later", "in 15m: on fan"),
        (
            "when garage door opens: on kitchen light",
            "and off again after five minutes",
            "cancel last; also when garage door opens: on kitchen light for 5m",
        ),
        ("when garage door opens: on kitchen light", "turn off the fan ten minutes after that", None),
        ("on kitchen light", "and off again after five minutes", "in 5m: off kitchen light"),
        ("at 21:00: on fan", "turn off the hallway lamp in ten minutes", "in 10m: off hallway lamp"),
    ],
)
def test_a_length_behind_a_plan_counts_from_it(before: str, sentence: str, line: str | None) -> None:
    assert READER.read(sentence, before) == line


@pytest.mark.parametrize(
    ("before", "sentence", "line"),
    [
        ("at 00:00: off thermostat; also at 06:00: on thermostat", "and the lights?", "at 00:00: off lights"),
        ("at 00:00: off thermostat", "and the kitchen light at midnight", "at 00:00: off kitchen light"),
        ("daily 20:00: on kitchen light", "and the fan at nine", "daily 21:00: on fan"),
        ("daily 20:00: on kitchen light", "and turn on the fan at nine", "at 21:00: on fan"),
        ("daily 20:00: on kitchen light", "and the fan at nine tomorrow", "tomorrow 09:00: on fan"),
    ],
)
def test_a_plan_that_goes_on_keeps_the_half_of_the_day_and_the_days(
    before: str, sentence: str, line: str
) -> None:
    assert READER.read(sentence, before) == line
