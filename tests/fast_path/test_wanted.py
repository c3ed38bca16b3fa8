"""However people say that something should be so, it is one wish."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path.wanted import as_must, without_you

read = reader_of().read


@pytest.mark.parametrize(
    "sentence",
    [
        "I'd like the hallway lamp to go off at nine",
        "at nine I would like that the hallway lamp goes off",
        "the hallway lamp should be off by nine",
        "hallway lamp needs to be off by nine",
        "could the hallway lamp be switched off at nine",
        "make sure the hallway lamp gets turned off at nine",
        "at nine the hallway lamp goes off",
        "the hallway lamp, I would like that it goes off at nine",
        "the hallway lamp, can you turn it off at nine",
        "at nine you may put the hallway lamp off",
        "remember to turn the hallway lamp off at nine",
        "set the hallway lamp to go off at nine",
        "hallway lamp off, not now but at nine",
    ],
)
def test_it_is_off_at_nine(sentence: str) -> None:
    assert read(sentence) == "at 21:00: off hallway lamp"


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("at ten the reading lamp can drop to twenty percent", "at 22:00: level reading lamp 20"),
        ("tomorrow morning at six the living room blinds should be opened",
         "tomorrow 06:00: open living room blinds"),
        ("at 11 pm the hallway lamp goes off, the reading lamp goes off too, and the front door gets locked",
         "at 23:00: off hallway lamp; off reading lamp; lock front door"),
        ("every evening at seven I'd love the hallway lamp to come on by itself",
         "daily 19:00: on hallway lamp"),
        ("turn the reading lamp down by ten", None),
    ],
)  # fmt: skip
def test_other_things_are_wanted_so(sentence: str, line: str | None) -> None:
    assert read(sentence) == line


def test_what_asks_for_nothing_is_left_as_it_is() -> None:
    assert as_must("we had a lovely day") == "we had a lovely day"
    assert without_you("you know what") == "you know what"
