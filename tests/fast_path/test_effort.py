"""Whatever is said, reading it ends soon: what takes more than any sentence of people is left to others."""

from time import process_time

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path import effort
from voice_gateway.fast_path.effort import TooMuch, bounded, cost, spend
from voice_gateway.fast_path.facts import read_fact
from voice_gateway.fast_path.joints import each_switched
from voice_gateway.fast_path.spoken import without_politeness

READER = reader_of()
ALL = " " * 8 * (effort.MOST - 2)
"""What takes all that may be spent."""


@pytest.mark.parametrize(
    "again",
    [
        "kitchen light, hallway lamp, ",
        "kitchen and bedroom and ",
        "is the light on and ",
        "i think that it is cold so ",
        "at six turn on the light ",
        "kitchen light ",
        "except the lamp ",
        "10% ",
    ],
)
@pytest.mark.parametrize("lead", ["", "turn off the kitchen light and "])
@pytest.mark.parametrize("length", [500, 4000])
def test_what_goes_on_and_on_is_given_up(
    again: str, lead: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent = 0

    def counted(text: str = "") -> None:
        nonlocal spent
        spent += cost(text)
        assert spent <= 3 * effort.MOST, "it goes on after it was told to end"
        spend(text)

    for module in ("home_names", "commands", "reading", "timed"):
        monkeypatch.setattr(f"voice_gateway.fast_path.{module}.spend", counted)
    READER.read_anyway((lead + again * length)[:length])


def test_two_dozen_things_at_once_are_still_read() -> None:
    line = READER.read(" and ".join(["turn on the kitchen light", "turn off the bedroom fan"] * 12))
    assert line == "; ".join(["on kitchen light", "off bedroom fan"] * 12)


def test_what_is_spent_is_counted_for_each_sentence_anew() -> None:
    for _ in range(2):
        with bounded():
            spend(ALL)
            with pytest.raises(TooMuch):
                spend()
    spend(2 * ALL)


@pytest.mark.parametrize(
    "endless", ["a" * 1201, "and," * 400, "x " * 151, "turn on the lamp to 1" + ",111" * 10]
)
def test_what_is_longer_than_anything_people_say_is_not_read(
    endless: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voice_gateway.fast_path.reader.mask", _never)
    assert READER.read_anyway(endless) is None


@pytest.mark.parametrize("grows", ["when'1,000'", "5;"])
def test_nor_what_becomes_so_long_once_its_commas_stand_apart(
    grows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voice_gateway.fast_path.reader.Reading", _never)
    assert READER.read_anyway((grows * 1200)[:1190]) is None


def test_one_long_word_is_looked_at_once() -> None:
    begun = process_time()
    assert each_switched("a" * 300_000) == []
    assert process_time() - begun < 20


def test_nobody_is_polite_for_ever_or_tells_a_fact_of_hundreds_of_words() -> None:
    assert without_politeness("please " * 5 + "open the door") == "open the door"
    assert "please" in without_politeness("please " * 100 + "open the door")
    assert read_fact("the back door is open")
    assert not read_fact(f"the {'back ' * 100}door is open")


def _never(*_given: object) -> None:
    pytest.fail("it is read")
