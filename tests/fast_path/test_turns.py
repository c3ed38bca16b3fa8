"""Whole turns without a model: the same executor, the same guard, the same honest words."""

from collections.abc import AsyncIterator

import pytest

from tests.home import settings_for
from tests.servers.ollama import ScriptedOllama, scripted_ollama
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.gateway import Gateway
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Asked, Called, Understood
from voice_gateway.wishes.tree import WHERE


@pytest.fixture
async def ollama() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


@pytest.fixture
async def gateway(ollama: ScriptedOllama) -> AsyncIterator[Gateway]:
    settings = settings_for(provider="ollama", ollama__base_url=ollama.url)
    async with open_gateway(settings) as opened:
        yield opened


async def test_a_command_is_carried_out_and_told_without_asking_the_model(
    gateway: Gateway, ollama: ScriptedOllama
) -> None:
    answer = await gateway.turn("turn on the kitchen light", Conversation())
    assert answer.text == "Kitchen light is now on."
    assert ollama.chats == []
    assert [type(event).__name__ for event in answer.trace.events] == [
        "Classified",
        "Understood",
        "Called",
        "Answered",
    ]


async def test_the_three_sentences_that_greet_a_new_user(gateway: Gateway) -> None:
    conversation = Conversation()
    assert (await gateway.turn("turn on the kitchen light", conversation)).text == "Kitchen light is now on."
    assert (await gateway.turn("is the front door locked?", conversation)).text == "Front door is locked."
    told = (await gateway.turn("set the bedroom to 21 degrees", conversation)).text
    assert told == "Bedroom thermostat is now set to 21 °C in heat mode."


async def test_a_guarded_device_asks_first_and_obeys_a_yes(gateway: Gateway) -> None:
    conversation = Conversation()
    question = await gateway.turn("unlock the front door", conversation)
    assert question.text == "Unlock the front door? Say yes to confirm."
    assert (await gateway.turn("is the front door locked?", Conversation())).text == "Front door is locked."
    assert (await gateway.turn("yes", conversation)).text == "Front door is now unlocked."


@pytest.mark.parametrize("refusal", ["no", "never mind", "cancel"])
async def test_a_guarded_device_stays_as_it_is_after_a_no(gateway: Gateway, refusal: str) -> None:
    conversation = Conversation()
    await gateway.turn("unlock the front door", conversation)
    assert (await gateway.turn(refusal, conversation)).text == "Okay, I've left it as it is."
    assert (await gateway.turn("is the front door locked?", conversation)).text == "Front door is locked."


async def test_a_yes_counts_only_for_the_sentence_before_it(gateway: Gateway, ollama: ScriptedOllama) -> None:
    conversation = Conversation()
    await gateway.turn("unlock the front door", conversation)
    await gateway.turn("what time is it", conversation)
    await gateway.turn("lock the front door", conversation)
    assert (await gateway.turn("is the front door locked?", conversation)).text == "Front door is locked."


async def test_what_a_device_cannot_do_is_said(gateway: Gateway) -> None:
    answer = await gateway.turn("dim the hallway lamp to 20 percent", Conversation())
    assert "can't be dimmed" in answer.text


async def test_it_can_be_switched_off(ollama: ScriptedOllama) -> None:
    from tests.servers.ollama import call, say

    arguments = {"device": "kitchen light", "action": "on"}
    ollama.steps[:] = [call(("control_zwave_device", arguments)), say("The kitchen light is on.")]
    settings = settings_for(provider="ollama", ollama__base_url=ollama.url, fast_path=False)
    async with open_gateway(settings) as gateway:
        answer = await gateway.turn("turn on the kitchen light", Conversation())
    assert answer.text == "The kitchen light is on."
    assert not answer.trace.all(Understood)
    assert len(answer.trace.all(Asked)) == 2
    assert [event.outcome for event in answer.trace.all(Called)] == ["ok"]


async def test_where_several_fit_the_answer_chooses_one(gateway: Gateway) -> None:
    conversation = Conversation()
    question = await gateway.turn("turn on the light", conversation)
    assert question.text.startswith("Which one do you mean")
    assert question.outcome is TurnOutcome.ASKED_BACK
    assert (await gateway.turn("the bedroom one", conversation)).text == "Bedroom light is now on."


async def test_a_room_makes_the_question_needless(gateway: Gateway) -> None:
    answer = await gateway.turn("turn on the light", Conversation(), room="Bedroom")
    assert answer.text == "Bedroom light is now on."


async def test_a_correction_takes_back_and_does_what_was_meant(gateway: Gateway) -> None:
    conversation = Conversation()
    await gateway.turn("turn on the kitchen light", conversation)
    told = (await gateway.turn("no, I meant the fan", conversation)).text
    assert told == "Kitchen light is now off. Bedroom fan is now on."


async def test_the_last_action_can_be_undone(gateway: Gateway) -> None:
    conversation = Conversation()
    await gateway.turn("set the bedroom to 23 degrees", conversation)
    told = (await gateway.turn("undo that", conversation)).text
    assert told == "Bedroom thermostat is now set to 19 °C in heat mode."


async def test_a_follow_up_is_about_the_turn_before(gateway: Gateway) -> None:
    conversation = Conversation()
    await gateway.turn("turn on the kitchen light", conversation)
    assert (await gateway.turn("and the bedroom", conversation)).text == "Bedroom light is now on."


async def test_under_a_condition_that_does_not_hold_nothing_happens(
    gateway: Gateway, ollama: ScriptedOllama
) -> None:
    answer = await gateway.turn("turn on the kitchen light if the front door is unlocked", Conversation())
    assert answer.text == "Front door is locked. So I've left it as it is."
    assert ollama.chats == []


@pytest.mark.parametrize("more", ["again", "and again", "once more", "a bit more", "do that again"])
async def test_what_moves_on_from_where_it_is_can_be_asked_for_again(gateway: Gateway, more: str) -> None:
    conversation = Conversation()
    await gateway.turn("turn on the kitchen light", conversation)
    await gateway.turn("make it dimmer", conversation)
    assert (await gateway.turn(more, conversation)).text == "Kitchen light is now on at 60 percent."


async def test_again_after_a_question_repeats_the_answer(gateway: Gateway) -> None:
    conversation = Conversation()
    await gateway.turn("is the front door locked?", conversation)
    assert (await gateway.turn("again", conversation)).text == "Front door is locked."


async def test_here_is_asked_about_where_nobody_knows_the_room(gateway: Gateway) -> None:
    answer = await gateway.turn("turn off the lights in here", Conversation())
    assert (answer.text, answer.outcome) == (WHERE, TurnOutcome.ASKED_BACK)
