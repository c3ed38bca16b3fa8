"""What points back over several sentences, and never means everything."""

import pytest

from voice_gateway.assembly import home_words
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import MicroRouter
from voice_gateway.wishes import read_wish, write_wish

HOME = load_home(None)
RESOLVER = Resolver(HOME.registry)
ROUTER = MicroRouter(home_words(HOME))


def read(sentence: str, *before: str) -> str | None:
    wishes = tuple(read_wish(line) for line in before)
    context = Context(wishes[-1] if wishes else None, recent=wishes)
    wish = FastPath(RESOLVER).read(sentence, ROUTER.classify(sentence), context)
    return write_wish(wish) if wish else None


@pytest.mark.parametrize(
    "sentence",
    [
        "turn both of them off",
        "turn them both off",
        "turn off the two of them",
        "switch those two off, please",
    ],
)
def test_both_are_the_last_two_whoever_named_them(sentence: str) -> None:
    both = "off kitchen light and reading lamp"
    assert read(sentence, "off bedroom fan", "on kitchen light", "on reading lamp") == both
    assert read(sentence, "on kitchen light and reading lamp") == both


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn all three back on", "on kitchen light and reading lamp and bedroom fan"),
        ("turn all of them back on", "on kitchen light and reading lamp and bedroom fan"),
        ("turn the first one back on", "on kitchen light"),
        ("put the second of those back on", "on reading lamp"),
        ("turn them all back on except the reading lamp",
         "on kitchen light and reading lamp and bedroom fan except reading lamp"),
    ],
)  # fmt: skip
def test_what_was_told_the_same_is_counted_in_order(sentence: str, line: str) -> None:
    assert read(sentence, "off kitchen light", "off reading lamp", "off bedroom fan") == line


@pytest.mark.parametrize(
    "sentence",
    ["turn both of those off", "turn off the two of them", "all of them off", "turn the second one on",
     "everything in that room off"],
)  # fmt: skip
def test_where_nothing_was_spoken_of_nothing_is_meant(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    "sentence", ["turn both of those off", "turn off the two of them", "turn the second one on"]
)
def test_one_thing_is_not_two(sentence: str) -> None:
    assert read(sentence, "on kitchen light") is None


def test_that_room_is_where_the_last_thing_is() -> None:
    assert read("everything in that room off", "on kitchen light") == "off everything in the kitchen"


def test_the_rest_is_what_the_sentence_has_not_dealt_with() -> None:
    told = read("leave the reading lamp on and turn off the rest of the living room")
    assert told == "on reading lamp; off everything in the living room except reading lamp"


@pytest.mark.parametrize("sentence", ["every light on, all of them, everywhere", "every light on, the lot"])
def test_to_say_once_more_that_all_are_meant_adds_nothing(sentence: str) -> None:
    assert read(sentence) == "on every light"


@pytest.mark.parametrize(
    ("sentence", "before", "line"),
    [
        ("bedroom light to 40 percent, all the other lights off", "",
         "level bedroom light 40; off all lights except bedroom light"),
        ("turn the other lights in that room off", "on reading lamp",
         "off all lights in the living room except reading lamp"),
        ("turn the lights there off as well", "off coffee machine", "off lights in the kitchen"),
        ("the bedroom one back on, please", "off all the lights", "on bedroom light"),
    ],
)  # fmt: skip
def test_others_are_all_but_those_that_were_spoken_of(sentence: str, before: str, line: str) -> None:
    assert read(sentence, *([before] if before else [])) == line


def test_all_of_them_may_be_a_group_that_was_asked_about() -> None:
    assert read("turn them all off", "ask which lights on") == "off lights"


@pytest.mark.parametrize(
    ("sentence", "before", "line"),
    [
        ("is the front door locked and turn off the kitchen light", "",
         "ask read front door locked; off kitchen light"),
        ("kitchen light off, and tell me if the front door is locked", "",
         "off kitchen light; ask read front door locked"),
        ("no, not the kitchen light", "on kitchen light", "undo"),
        ("wrong one, the reading lamp", "on kitchen light", "undo; on reading lamp"),
        ("leave the reading lamp and switch off the rest of the downstairs lights", "",
         "off all downstairs lights except reading lamp"),
        ("downstairs turn off the lamps and the lights but leave the kitchen light", "",
         "off lamps downstairs and the lights downstairs except kitchen light"),
        ("nobody open the garage door", "", None),
    ],
)  # fmt: skip
def test_a_sentence_is_read_to_its_end(sentence: str, before: str, line: str | None) -> None:
    assert read(sentence, *([before] if before else [])) == line


def test_what_was_only_spoken_of_is_meant_next_where_it_can_be() -> None:
    def after_speaking_of(topic: str, sentence: str) -> str | None:
        last = read_wish("on coffee machine")
        context = Context(last, recent=(last,), topic=topic)
        wish = FastPath(RESOLVER).read(sentence, ROUTER.classify(sentence), context)
        return write_wish(wish) if wish else None

    assert after_speaking_of("front door", "lock it") == "lock front door"
    assert after_speaking_of("front door", "turn it off") == "off coffee machine"
