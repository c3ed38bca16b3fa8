"""The prompt begins alike for every sentence of a tier, and shows the turn before only where it matters."""

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway.call_maker import CallMaker, decode
from voice_gateway.call_maker.code import TOOLS
from voice_gateway.call_maker.prompt import (
    GROUPS,
    MOST_DEVICES,
    call_prompt,
    refers_back,
    spoken,
    system_line,
)

HOME = tuple(sorted(GROUPS["home"]))


def _said(*messages: BaseMessage) -> list[str]:
    return [str(message.text) for message in messages]


def _after(first: str, code: str, second: str) -> list[BaseMessage]:
    calls = decode(code, TOOLS)
    return [
        SystemMessage("You are a voice assistant."),
        HumanMessage(first),
        AIMessage("", tool_calls=calls),
        ToolMessage("Kitchen light is now on.", tool_call_id=str(calls[0]["id"])),
        AIMessage("Kitchen light is now on."),
        HumanMessage(second),
    ]


def test_every_sentence_of_a_tier_begins_alike() -> None:
    first = call_prompt([HumanMessage("Turn on the lamp")], HOME, 2026)
    second = call_prompt([HumanMessage("Close the blinds")], HOME, 2026)
    assert first[:-1] == second[:-1] == CallMaker().opening(HOME)


def test_the_line_names_what_is_bound_in_a_fixed_order() -> None:
    assert system_line(HOME, 2026) == "Codes: home"
    assert system_line(["control_speaker_volume", "control_zwave_device"], 2026) == "Codes: home volume"
    assert system_line(["search_web"], 2027) == "Codes: web 2027"


def test_a_sentence_is_shown_as_a_recogniser_spells_it() -> None:
    assert spoken("Set the Den, please, to 21.5°C!") == "set the den please to 21.5 degrees"
    assert spoken("Anna’s lamp: 40%?") == "anna's lamp 40 percent"


def test_the_date_behind_a_question_moves_into_the_line() -> None:
    prompt = call_prompt(
        [HumanMessage("who won\n(Today is Sunday, 15 November 2026.)")], ["search_web"], 1999
    )
    assert _said(*prompt) == ["Codes: web 2026", "who won"]


def test_the_turn_before_is_shown_as_a_code_to_who_refers_to_it() -> None:
    prompt = call_prompt(
        _after("Turn on the kitchen light.", "on kitchen light", "and the bedroom"), HOME, 2026
    )
    assert _said(*prompt) == [
        "Codes: home",
        "turn on the kitchen light",
        "on kitchen light",
        "and the bedroom",
    ]


def test_the_turn_before_is_left_out_where_the_sentence_stands_alone() -> None:
    history = _after("Turn on the kitchen light.", "on kitchen light", "close the blinds in the study")
    assert _said(*call_prompt(history, HOME, 2026)) == ["Codes: home", "close the blinds in the study"]


def test_sentences_that_point_back_are_told_from_those_that_do_not() -> None:
    for sentence in ("turn it off again", "and the bedroom", "what about the hallway lamp", "a bit brighter"):
        assert refers_back(sentence)
    for sentence in ("turn off the kitchen light", "is the front door locked"):
        assert not refers_back(sentence)


def test_names_are_shown_only_when_given_and_only_for_the_home() -> None:
    maker = CallMaker([f"lamp {number}" for number in range(200)])
    shown = str(maker.opening(HOME)[0].text)
    assert "Devices: lamp 0; lamp 1" in shown
    assert shown.count(";") == MOST_DEVICES - 1
    assert "Devices" not in str(maker.opening(["search_web"])[0].text)


def test_tools_from_elsewhere_are_not_known() -> None:
    assert CallMaker().knows(HOME)
    assert not CallMaker().knows([*HOME, "play_music"])
    assert not CallMaker().knows([])
