"""What is read of a conversation: the sentence, and the turn before only where it matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway.call_maker import CallMaker
from voice_gateway.call_maker.prompt import last_turns, refers_back, spoken, undated
from voice_gateway.call_maker.source import Source, source_of
from voice_gateway.reader.sentence_model import PIECES, packaged
from voice_gateway.reader.word_pieces import LONGEST, read_pieces
from voice_gateway.wishes import read_wish
from voice_gateway.wishes.calls import HOME, SEARCH, calls_of


def read(sentence: str, before: tuple[str, str] | None = None, asked: str = "") -> Source:
    return source_of(read_pieces(packaged() / PIECES), sentence, before, asked)


def history(first: str, line: str, second: str) -> list[BaseMessage]:
    """A turn that was carried out, and the sentence after it."""
    calls = calls_of(read_wish(line))
    return [
        SystemMessage("You are a voice assistant."),
        HumanMessage(first),
        AIMessage("", tool_calls=calls),
        *(ToolMessage("Kitchen light is now on.", tool_call_id=str(call["id"])) for call in calls),
        AIMessage("Kitchen light is now on."),
        HumanMessage(second),
    ]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Set the Den, please, to 21.5°C!", "set the den please to 21.5 degrees"),
        ("Anna’s lamp: 40%?", "anna's lamp 40 percent ?"),
        ("Turn on the lite.", "turn on the light"),
    ],
)
def test_a_sentence_is_shown_as_a_recogniser_spells_it(sentence: str, shown: str) -> None:
    assert spoken(sentence) == shown


@given(st.text(max_size=60))
def test_what_was_spelled_once_is_spelled_so_again(sentence: str) -> None:
    assert spoken(spoken(sentence)) == spoken(sentence)


def test_the_date_behind_a_question_is_taken_away() -> None:
    assert undated("who won\n(Today is Sunday, 15 November 2026.)") == ("who won", 2026)
    assert undated("who won") == ("who won", None)


def test_the_turn_before_is_read_as_a_wish_by_who_refers_to_it() -> None:
    turns = last_turns(history("Turn on the kitchen light.", "on kitchen light", "and the bedroom"))
    words = ("and", "the", "bedroom", "turn", "on", "the", "kitchen", "light", "on", "kitchen", "light")
    assert read(*turns).words == words


def test_the_turn_before_is_left_out_where_the_sentence_stands_alone() -> None:
    turns = last_turns(
        history("Turn on the kitchen light.", "on kitchen light", "close the blinds in the study")
    )
    assert read(*turns).words == ("close", "the", "blinds", "in", "the", "study")


def test_a_turn_without_calls_is_not_shown() -> None:
    assert last_turns(history("How are you?", "none", "turn it off")) == ("turn it off", None)


def test_a_question_that_waits_is_read_with_its_answer() -> None:
    words = read("the bedroom one", ("turn on the light", "on light"), asked="Which light do you mean?").words
    assert words[:9] == ("the", "bedroom", "one", "which", "light", "do", "you", "mean", "?")
    assert words[9:] == ("turn", "on", "the", "light", "on", "light")


def test_numbers_are_read_as_digits_and_every_word_knows_its_first_piece() -> None:
    source = read("dim the cafetière lamp to twenty-five percent")
    assert source.words == ("dim", "the", "cafetière", "lamp", "to", "25", "percent")
    assert list(source.places) == sorted({*source.places})
    assert max(source.places) < len(source.pieces)


def test_what_is_too_long_is_left_out() -> None:
    source = read("lamp " * 500)
    assert len(source.pieces) <= LONGEST
    assert len(source.words) == len(source.places) < LONGEST


@pytest.mark.parametrize(
    "sentence", ["turn it off again", "and the bedroom", "what about the hallway lamp", "a bit brighter"]
)
def test_what_points_back_is_noticed(sentence: str) -> None:
    assert refers_back(sentence)


@pytest.mark.parametrize("sentence", ["turn off the kitchen light", "is the front door locked"])
def test_what_stands_alone_is_noticed(sentence: str) -> None:
    assert not refers_back(sentence)


def test_tools_from_elsewhere_are_not_known() -> None:
    assert CallMaker().knows(HOME)
    assert not CallMaker().knows([*HOME, "play_music"])
    assert not CallMaker().knows([])


def test_talk_and_what_needs_another_tool_is_no_call() -> None:
    maker, lamp = CallMaker(), read_wish("on kitchen light")
    assert [call["name"] for call in maker.calls(lamp, HOME)] == ["control_zwave_device"]
    assert maker.calls(lamp, [SEARCH]) == []
    assert maker.calls(read_wish("none"), HOME) == []
