"""Which side of a thing a question asks for is told with it."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import with_its_aspect
from voice_gateway.wishes import read_wish, write_wish

read = reader_of().read
HOME = Resolver(load_home(None, delay=0).registry)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("what mode's the bedroom thermostat on", "ask read bedroom thermostat mode"),
        ("what programme's the coffee machine on", "ask read coffee machine program"),
        ("what temperature's the coffee machine", 'ask read "coffee machine temperature"'),
    ],
)
def test_the_side_that_is_asked_for_is_kept(sentence: str, line: str) -> None:
    assert read(sentence) == line.replace('"', "")


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is the coffee machine on steam or dry", "ask read coffee machine mode"),
        ("is the coffee machine over ninety", "ask read coffee machine temperature"),
        ("how hot's the coffee machine", "ask read coffee machine temperature"),
        ("is the coffee machine armed yet", "ask read coffee machine armed"),
        ("what is the coffee machine for", "ask read coffee machine"),
    ],
)
def test_a_question_that_another_reader_wrote_gets_its_side(sentence: str, line: str) -> None:
    wish = with_its_aspect(read_wish("ask read coffee machine"), sentence, HOME)
    assert write_wish(wish) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is the kitchen light on", "ask read kitchen light on"),
        ("is the coffee machine on or off", "ask read coffee machine"),
        ("what's the front door doing", "ask read front door"),
    ],
)
def test_who_asks_for_the_state_is_told_the_state(sentence: str, line: str) -> None:
    assert read(sentence) == line
