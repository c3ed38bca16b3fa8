"""What people tell around a wish is skipped, and what takes something back or is somebody else's is not."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path.asides import is_told, without_reason

read = reader_of().read_anyway


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("I'm off to bed in a bit so turn off the hallway lamp in ten minutes", "in 10m: off hallway lamp"),
        ("put the bedroom fan on for ten minutes while I fetch the post", "on bedroom fan for 10m"),
        ("hallway lamp on for five minutes, I'm only going out to the hens", "on hallway lamp for 5m"),
        ("unlock the front door tomorrow at eight in the morning the plumber's coming",
         "tomorrow 08:00: unlock front door"),
        ("weekdays at seven coffee machine on, weekends we have a lie-in",
         "weekdays 07:00: on coffee machine"),
        ("we eat at seven so turn on the coffee machine at half past six", "at 18:30: on coffee machine"),
        ("we're off to bed at eleven so the hallway lamp can go off then", "at 23:00: off hallway lamp"),
        ("hallway lamp off at nine, Baba sleeps early", "at 21:00: off hallway lamp"),
        ("I want the hallway lamp on at six thirty tonight for the guests", "today 18:30: on hallway lamp"),
        ("Oh Lord, I've burnt the toast, stick the bedroom fan on for an hour, will you?",
         "on bedroom fan for 1h"),
        ("I'm going to sit where it's cosy, so tell me, which lights are on?", "ask which lights on"),
    ],
)  # fmt: skip
def test_what_is_only_told_is_skipped(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the hallway lamp in ten minutes, actually don't, there's a moon",
        "he said turn off the hallway lamp at nine",
        "and then the landlord goes, turn off the hallway lamp at nine, like he owns us",
        "Grandad, will you turn the hallway lamp off at nine for me, your arms are longer",
        "my sister never turns off the hallway lamp at nine",
    ],
)
def test_what_takes_it_back_or_is_somebody_elses_is_not_skipped(sentence: str) -> None:
    assert read(sentence) is None


def test_a_reminder_is_kept_without_its_reason() -> None:
    assert without_reason("phone the plumber , i always forget") == "phone the plumber"
    assert without_reason("buy milk , eggs") == "buy milk , eggs"


@pytest.mark.parametrize("clause", ["not the fan", "except the lamp", "don't", "if it rains", "turn it off"])
def test_what_changes_a_wish_is_no_remark(clause: str) -> None:
    assert not is_told(clause)
