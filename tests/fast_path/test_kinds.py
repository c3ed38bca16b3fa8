"""What lights with colours, players, robots and helpers are told, and what else a home is asked."""

import pytest

from tests.devices.homes import EVERY_KIND
from tests.fast_path.sentences import reader_of

read = reader_of(EVERY_KIND).read


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("make the lounge lamp blue", "color lounge lamp blue"),
        ("lounge lamp warm white please", "color lounge lamp warm-white"),
        ("set the lounge lamp to red at 40 percent", "color lounge lamp red-at-40%"),
        ("lounge lamp at 3000 kelvin", "white lounge lamp 3000"),
        ("start the candle effect on the lounge lamp", "color lounge lamp candle"),
        ("pause the kitchen speaker", "pause kitchen speaker"),
        ("play some music on the kitchen speaker", "resume kitchen speaker"),
        ("skip to the next song on the kitchen speaker", "next kitchen speaker"),
        ("go back to the previous track on the kitchen speaker", "previous kitchen speaker"),
        ("turn the tv up by 10", "volume tv +10"),
        ("make the kitchen speaker a bit quieter", "volume kitchen speaker down"),
        ("set the volume of the tv to thirty", "volume tv 30"),
        ("mute the tv", "mute tv"),
        ("switch the tv to hdmi 2", "source tv hdmi-2"),
        ("put radio 4 on the kitchen speaker", "source kitchen speaker radio-4"),
        ("tell robbie to start cleaning", "clean robbie"),
        ("send robbie back to his dock", "dock robbie"),
        ("activate the movie night scene", "activate movie night"),
        ("press the doorbell", "press doorbell"),
        ("tilt the study blinds to 30 percent", "tilt study blinds 30"),
        ("set the bedroom humidifier to 50 percent", "humidity bedroom humidifier 50"),
        ("charging current ten", "set charging current 10"),
        ("change the wash program to wool", "mode wash program wool"),
        ("arm the house alarm for the night", "arm house alarm night"),
        ("arm the house alarm in night mode", "arm house alarm night"),
        ("disarm the house alarm", "disarm house alarm"),
        ("switch the tv to hdmi 7", None),
        ("what's playing on the kitchen speaker", "ask read kitchen speaker"),
    ],
)
def test_each_kind_is_told_what_it_can_do(sentence: str, line: str | None) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is it going to rain tomorrow?", "ask read weather tomorrow"),
        ("do I need an umbrella today", "ask read weather today"),
        ("what's the weather like on friday", "ask read weather friday"),
        ("what have we got on tomorrow?", "ask read family calendar tomorrow"),
        ("anything in the family calendar on monday", "ask read family calendar monday"),
        ("is anna home yet", "ask read anna"),
        ("who's at home?", "ask read anna"),
        ("how many people are at home", "ask read anna"),
        ("is bob home", None),
    ],
)
def test_a_home_is_asked_what_it_knows(sentence: str, line: str | None) -> None:
    assert read(sentence) == line


def test_a_colour_is_put_right() -> None:
    assert read("no, make it green", "color lounge lamp blue") == "undo; color lounge lamp green"
