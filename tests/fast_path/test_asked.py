"""Questions by their words alone, where no sentence fits."""

from datetime import datetime
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import default_classifier
from voice_gateway.wishes import write_wish

HOME = load_home(Path(str(files("voice_gateway.devices") / "homes" / "every_kind.toml")), delay=0)
NOW = datetime(2026, 11, 15, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))


def read(sentence: str) -> str | None:
    context = Context(now=NOW)
    wish = FastPath(Resolver(HOME.registry)).read(sentence, default_classifier().classify(sentence), context)
    return write_wish(wish) if wish else None


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
