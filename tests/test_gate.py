"""What only tells how things are may be a wish, and is never more than asked about."""

from dataclasses import replace

import pytest

from tests.assembled import Assemble
from voice_gateway.gate import is_told, judge, only_hints
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import ActReading, read_act
from voice_gateway.tools import Consent
from voice_gateway.wishes import read_wish


@pytest.mark.parametrize(
    "sentence",
    [
        "it's freezing in the lounge",
        "I'm freezing my socks off in the bedroom",
        "It’s far too bright in the kitchen",
        "by heck it's nippy in the den",
    ],
)
def test_a_complaint_is_asked_about(sentence: str) -> None:
    assert only_hints(sentence)
    assert judge(sentence).now is Consent.UNSURE


@pytest.mark.parametrize(
    "sentence",
    [
        "it's too dark in here, lights on please",
        "the kitchen light is too bright, dim it",
        "make it warmer in the lounge",
        "kill the kitchen light",
    ],
)
def test_a_wish_beside_a_complaint_is_a_wish(sentence: str) -> None:
    assert not only_hints(sentence)
    assert judge(sentence).now is Consent.GIVEN


@pytest.mark.parametrize("sentence", ["press the cat flap reset", "Please skip this one", "set it to eco"])
def test_what_begins_as_only_commands_do_is_told(sentence: str) -> None:
    assert is_told(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["pressing matters", "the press is here", "turning off lights saves energy", "starter for ten"],
)
def test_what_only_looks_so_is_not(sentence: str) -> None:
    assert not is_told(sentence)


def test_a_command_beyond_doubt_is_known_as_one() -> None:
    assert judge("The boys are here! Hockey Party, activate it.").is_command
    assert not judge("the boys had a party").is_command


async def test_what_two_readers_read_differently_is_asked_about(
    assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules read a light that is to be on; another reader is sure of a lock."""

    def reads_a_lock(text: str) -> ActReading:
        return replace(read_act(text), verbs={"lock": 0.99})

    monkeypatch.setattr("voice_gateway.gate.read_act", reads_a_lock)
    async with assemble() as house:
        asked = await house.ask("turn on the kitchen light")
        assert (asked.text, asked.outcome) == ("Shall I turn on the kitchen light?", TurnOutcome.ASKED_BACK)
        assert not house.state("kitchen light").on


def test_what_seems_to_be_for_later_and_names_no_time_is_asked_about() -> None:
    judged = judge("gym heating down to ten at the weekend")
    now, later = read_wish("temp gym heating 10"), read_wish("at 18:00: temp gym heating 10")
    assert judged.now is Consent.NONE
    assert judged.allows(now, sure=False) is Consent.NONE
    assert judged.allows(now, sure=True) is Consent.UNSURE
    assert judged.allows(later, sure=True) is Consent.GIVEN


@pytest.mark.parametrize("when", ["for half term", "over the holidays", "every other week"])
async def test_nothing_is_done_at_once_for_a_time_that_nobody_can_plan(when: str, assemble: Assemble) -> None:
    async with assemble(provider="builtin") as house:
        before = house.home()
        await house.ask(f"bedroom heating down to ten {when}")
        assert house.home() == before


def test_what_asks_for_nothing_is_not_asked_about_however_sure_a_reader_is() -> None:
    judged = judge("the train was late again this morning")
    assert judged.allows(read_wish("on train"), sure=True) is Consent.NONE
