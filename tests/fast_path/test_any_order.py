"""What a device is told by the words themselves, in whatever order they stand."""

import pytest

from tests.devices.homes import EVERY_KIND
from tests.fast_path.sentences import reader_of

read = reader_of(EVERY_KIND).read


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("radio 4 in the kitchen, please", "source kitchen radio-4"),
        ("can we have radio 4 in the kitchen", "source kitchen radio-4"),
        ("kitchen speaker: radio 4", "source kitchen speaker radio-4"),
        ("on the TV I would like to be having HDMI two", "source tv hdmi-2"),
        ("I'd love some candle on the lounge lamp", "mode lounge lamp candle"),
        ("the lounge lamp, could it be green?", "color lounge lamp green"),
        ("thirty percent green for the lounge lamp", "color lounge lamp green-at-30%"),
        ("give me the coolest white the lounge lamp can do", "color lounge lamp coolest-white"),
        ("bedroom climate on eco", "mode bedroom climate eco"),
        ("set the fan of the bedroom climate on high", "fanmode bedroom climate high"),
        ("wool, that's what I want the wash program on", "mode wash program wool"),
        ("house alarm to night mode", "arm house alarm night"),
        ("60 percent, that's what I want the bedroom humidifier at", "humidity bedroom humidifier 60"),
        ("take the TV off mute", "unmute tv"),
        ("the TV is too loud", "volume tv down"),
        ("bump the TV up to 45", "volume tv 45"),
        ("slats to 60 on the study blinds", "tilt study blinds 60"),
        ("robbie can stop now and go home", "dock robbie"),
        ("let's do movie night", "activate movie night"),
        ("wash program to eco", "mode wash program eco-40"),
        ("dim the lounge lamp and make it orange", "level lounge lamp down; color lounge lamp orange"),
    ],
)
def test_words_may_stand_in_any_order(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("put radio 4 on", "source kitchen speaker radio-4"),
        ("skip this one", "next kitchen speaker"),
        ("hoover the bedroom", "clean robbie"),
        ("robbie, give the hallway a sweep", "clean robbie"),
        ("arm the alarm", "arm alarm away"),
    ],
)
def test_who_alone_can_be_meant_needs_no_name(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_it_is_too_loud_where_somebody_is() -> None:
    assert read("it's too loud in here", room="Kitchen") == "volume here down"


@pytest.mark.parametrize(
    "sentence",
    [
        "I want to go home",
        "I'd like to eco",
        "I want to be away in the bedroom",
        "is the TV on HDMI two",
        "the TV was on HDMI two",
        "Anna says put radio 4 on",
        "don't put radio 4 on",
        "could you not play radio 4",
        "I love movie night",
        "it's not movie night yet",
        "do we have radio 4 in the kitchen",
        "house alarm, quick",
        "the lounge lamp looked lovely in red",
        "nobody start robbie",
        "in the lounge dim the lights which are on to twenty percent",
    ],
)
def test_a_word_too_many_or_a_mode_without_its_device_asks_for_nothing(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("no, HDMI one", "source tv hdmi-2", "undo; source tv hdmi-1"),
        ("no, on low", "fanmode bedroom climate high", "undo; fanmode bedroom climate low"),
        ("sorry, I meant 20", "volume tv 10", "undo; volume tv 20"),
        ("a bit less", "volume tv 50", "volume tv down"),
        ("ten more", "humidity bedroom humidifier 50", "humidity bedroom humidifier +10"),
        ("stop", "clean robbie", "stop robbie"),
    ],
)
def test_what_was_just_told_is_told_another_value(sentence: str, last: str, line: str) -> None:
    assert read(sentence, last) == line


def test_a_value_is_put_right_within_the_sentence() -> None:
    assert read("set the bedroom climate fan on low... no, on high") == "fanmode bedroom climate high"


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("radio 4 in the kitchen, bud", "source kitchen radio-4"),
        ("That's enough. Robbie, to the dock with you.", "dock robbie"),
        ("we're all leaving now so set the house alarm to away", "arm house alarm away"),
        ("we've got people staying, put the wash program on wool", "mode wash program wool"),
        ("would you be a dear and turn the lounge lamp blue", "color lounge lamp blue"),
    ],
)
def test_who_is_spoken_to_and_why_is_said_around_it(sentence: str, line: str) -> None:
    assert read(sentence, remarks=True) == line


@pytest.mark.parametrize("sentence", ["Polly put the tv on", "Polly, put radio 4 on", "Lotte, start robbie"])
def test_what_somebody_else_is_told_is_not_done(sentence: str) -> None:
    assert read(sentence, remarks=True) is None
