"""Questions by their words alone, where no sentence fits."""

import pytest

from tests.devices.homes import EVERY_KIND
from tests.fast_path.sentences import reader_of

read = reader_of(EVERY_KIND).read


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("any rain tomorrow?", "ask read weather tomorrow"),
        ("on Wednesday, how hot will it become?", "ask read weather wednesday"),
        ("is it going to be warm enough for a picnic tomorrow", "ask read weather tomorrow"),
        ("what's it going to be like on Monday", "ask read weather monday"),
        ("is there a chance of rain later on", "ask read weather today"),
        ("anything on tomorrow afternoon", "ask read family calendar tomorrow"),
        ("am I free on Thursday morning", "ask read family calendar thursday"),
        ("tomorrow, is there anything we have on the family calendar?", "ask read family calendar tomorrow"),
        ("anybody home", "ask read anna"),
        ("did Anna leave", "ask read anna"),
        ("how much battery has Robbie got left", "ask read robbie battery"),
        ("is Robbie cleaning or back on his dock", "ask read robbie"),
        ("what am I listening to", "ask read kitchen speaker"),
        ("what do we still need to buy according to the shopping list", "list shopping read"),
    ],
)
def test_what_a_question_is_about_is_told_by_its_words(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "is it still going",
        "how is the wind in the willows",
        "what is the meaning of rain",
        "I have a meeting tomorrow",
        "the weather is lovely",
    ],
)
def test_a_question_with_a_word_too_many_is_about_something_else(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is it on", "ask read lounge lamp on"),
        ("is it still on?", "ask read lounge lamp on"),
        ("is it raining", "ask read weather"),
    ],
)
def test_it_is_what_was_spoken_of(sentence: str, line: str) -> None:
    assert read(sentence, "on lounge lamp") == line
