"""Whatever is said, reading it ends soon: what takes more than any sentence of people is left to others."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path import effort
from voice_gateway.fast_path.effort import TooMuch, bounded, cost, spend

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
