"""Wishes among what is told without a comma, in slang, and with something that must not be lost."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path.plainly import plainly
from voice_gateway.gate import calls_another

read = reader_of().read_anyway


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("put milk on the shopping list that was the last of it", "list shopping add milk"),
        ("we're out of dog food pop it on the shopping list", "list shopping add dog food"),
        ("switch the bedroom fan off at half ten because we'll only freeze otherwise",
         "at 22:30: off bedroom fan"),
        ("it's perishing in here have the bedroom fan on till nine", "on bedroom fan until 21:00"),
        ("ten minutes after the front door closes turn off the hallway lamp",
         "when front door closed for 10m: off hallway lamp"),
        ("turn off the hallway lamp five minutes after the front door opens",
         "when front door open for 5m: off hallway lamp"),
        ("leave the hallway lamp on till nine then off", "on hallway lamp; also at 21:00: off hallway lamp"),
        ("the hallway lamp should come on at sunset and go off at eleven every day",
         "daily sunset: on hallway lamp; also daily 23:00: off hallway lamp"),
        ("set the bedroom to 16 at nine, unless the kitchen's colder than 15 by then",
         "at 21:00: unless kitchen < 15: set bedroom 16"),
        ("bedroom light to thirty hallway lamp off", "set bedroom light 30; off hallway lamp"),
        ("bedroom light to full hallway lamp off kitchen light on",
         "level bedroom light 100; off hallway lamp; on kitchen light"),
        ("bedroom fan on hallway lamp on bedroom light off",
         "on bedroom fan; on hallway lamp; off bedroom light"),
        ("bedroom light on, hallway lamp on, and both of them to 20",
         "on bedroom light; on hallway lamp; set bedroom light and hallway lamp 20"),
        ("bedroom light up hallway lamp off", "level bedroom light up; off hallway lamp"),
        ("hallway lamp off in fifteen, I'm off to bed", "in 15m: off hallway lamp"),
        ("give it an hour and a half and then shut off the bedroom fan", "in 1h30m: off bedroom fan"),
    ],
)  # fmt: skip
def test_what_is_told_beside_it_is_left_out_and_nothing_else(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "I'll turn off the hallway lamp in ten minutes",
        "I just turn off the hallway lamp at nine",
        "my brother always turns off the hallway lamp I think it's a habit",
        "turn off the hallway lamp he said when it was ten",
        "turn off the hallway lamp at nine, unless something else comes up that I don't know of",
    ],
)
def test_what_asks_for_nothing_or_for_something_unclear_is_left(sentence: str) -> None:
    assert read(sentence) is None


def test_slang_is_written_out_and_places_stand_before_things() -> None:
    assert (
        plainly("yo gimme a shout when the light of the yard is on")
        == "give me a shout when the yard light is on"
    )
    assert plainly("which room's the warmest at the minute") == "which room is the warmest at the moment"
    assert plainly("a glass of the wine") == "a glass of the wine"


def test_somebody_else_may_be_called() -> None:
    assert calls_another("hey Tyler, can you turn the lamp off")
    assert not calls_another("hey Jarvis, turn the lamp off")
    assert not calls_another("hey turn the lamp off")


def test_where_a_thing_is_said_to_be_is_no_remark() -> None:
    assert read("put the bedroom fan on in the back parlour it's boiling") is None
