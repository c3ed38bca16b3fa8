"""Scenario 48: what waits for an answer expires, ends with its conversation, and belongs to who was asked."""

import time

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import say
from voice_gateway.answer_turn import TOO_LATE
from voice_gateway.outcome import TurnOutcome

UNLOCK = "unlock the front door"


class Clock:
    """The machine's clock, which a test can move on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = time.monotonic
        monkeypatch.setattr("voice_gateway.conversation.time.monotonic", lambda: real() + self.ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_s48_a_yes_within_a_minute_counts(assemble: Assemble, clock: Clock) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        clock.ahead = 55
        await house.ask("yes")
        assert house.state("front door").locked is False


async def test_s48_after_a_minute_a_yes_opens_nothing_and_that_is_told_once(
    assemble: Assemble, clock: Clock
) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        clock.ahead = 61
        late, later = await house.say("yes", "yes")
        assert (late.text, late.outcome) == (TOO_LATE, TurnOutcome.DECLINED)
        assert later.text != TOO_LATE
        assert house.state("front door").locked


async def test_s48_how_long_a_question_waits_can_be_set(assemble: Assemble, clock: Clock) -> None:
    async with assemble(turn__question_timeout=5) as house:
        await house.ask(UNLOCK)
        clock.ahead = 6
        assert (await house.ask("yes")).text == TOO_LATE
        assert house.state("front door").locked


async def test_s48_a_question_that_is_repeated_waits_anew(assemble: Assemble, clock: Clock) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        clock.ahead = 50
        await house.ask("what?")
        clock.ahead = 100
        await house.ask("yes")
        assert house.state("front door").locked is False


async def test_s48_a_choice_expires_too(assemble: Assemble, clock: Clock) -> None:
    async with assemble() as house:
        before = house.home()
        await house.ask("turn on the light")
        clock.ahead = 61
        late = await house.ask("the kitchen one")
        assert (late.text, late.outcome) == (TOO_LATE, TurnOutcome.DECLINED)
        assert house.home() == before


async def test_s48_how_long_a_choice_waits_can_be_set(assemble: Assemble, clock: Clock) -> None:
    async with assemble(turn__question_timeout=5) as house:
        await house.ask("turn on the light")
        clock.ahead = 6
        assert (await house.ask("the kitchen one")).text == TOO_LATE
        assert not house.state("kitchen light").on


async def test_s48_a_command_after_the_time_is_carried_out_without_a_word_about_it(
    assemble: Assemble, clock: Clock
) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        clock.ahead = 61
        assert (await house.ask("turn on the kitchen light")).text == "Kitchen light is now on."
        assert house.state("front door").locked


async def test_s48_another_conversations_yes_opens_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        await house.another().ask("yes")
        assert house.state("front door").locked
        await house.ask("yes")
        assert house.state("front door").locked is False, "who was asked can still answer"


async def test_s48_another_conversations_choice_chooses_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the light")
        before = house.home()
        house.script(*[say("I've turned on both of them.")] * 3)
        stranger = await house.another().ask("both of them please")
        assert "turned" not in stranger.text
        assert house.home() == before


async def test_s48_what_waits_ends_with_the_conversation(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask(UNLOCK)
        house.conversation.reset()
        await house.ask("yes")
        assert house.state("front door").locked


@pytest.mark.parametrize("no", ["no, it's raining", "no, the kids are out there", "I don't think so, love"])
async def test_s48_a_no_in_any_words_ends_the_question(assemble: Assemble, no: str) -> None:
    async with assemble(*[say("Okay.")] * 4) as house:
        _, _, yes = await house.say(UNLOCK, no, "yes")
        assert house.state("front door").locked
        assert yes.outcome is not TurnOutcome.DONE
