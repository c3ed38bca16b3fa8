"""The prompt begins alike for every sentence, and shows the turn before only where it matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway.call_maker import CallMaker
from voice_gateway.call_maker.prompt import refers_back, spoken, undated, wish_prompt
from voice_gateway.wishes import read_wish
from voice_gateway.wishes.calls import HOME, SEARCH, calls_of


def said(messages: list[BaseMessage]) -> list[str]:
    return [str(message.text) for message in messages]


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


def test_every_sentence_begins_alike() -> None:
    first, second = wish_prompt("Turn on the lamp"), wish_prompt("Close the blinds")
    assert first[:-1] == second[:-1] == CallMaker().opening()


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


def test_the_turn_before_is_shown_as_a_wish_to_who_refers_to_it() -> None:
    messages = CallMaker().messages(
        history("Turn on the kitchen light.", "on kitchen light", "and the bedroom")
    )
    assert said(messages) == ["Wish:", "turn on the kitchen light", "on kitchen light", "and the bedroom"]


def test_the_turn_before_is_left_out_where_the_sentence_stands_alone() -> None:
    before = history("Turn on the kitchen light.", "on kitchen light", "close the blinds in the study")
    assert said(CallMaker().messages(before)) == ["Wish:", "close the blinds in the study"]


def test_a_turn_without_calls_is_not_shown() -> None:
    before = history("How are you?", "none", "turn it off")
    assert said(CallMaker().messages(before)) == ["Wish:", "turn it off"]


def test_a_question_that_waits_is_shown_with_its_answer() -> None:
    prompt = wish_prompt(
        "the bedroom one", ("turn on the light", "on light"), asked="Which light do you mean?"
    )
    assert said(prompt)[1:] == [
        "turn on the light",
        "on light",
        "Asked: which light do you mean ?\nthe bedroom one",
    ]


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


def test_what_is_no_wish_or_needs_another_tool_is_no_call() -> None:
    maker = CallMaker()
    assert [call["name"] for call in maker.calls("on kitchen light", HOME)] == ["control_zwave_device"]
    assert maker.calls("on kitchen light", [SEARCH]) == []
    assert maker.calls("once upon a time", HOME) == []
    assert maker.read("once upon a time") is None
