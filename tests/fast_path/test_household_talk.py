"""As a household talks: greetings before a wish, precautions behind it, things called by what was done."""

import pytest

from tests.assembled import Assemble
from tests.fast_path.sentences import reader_of
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import is_faithful
from voice_gateway.fast_path.not_understood import not_understood
from voice_gateway.wishes import read_wish

read = reader_of().read


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Good night, switch off all the lights and lock up", "off all the lights; lock all locks"),
        ("Evening all, kitchen light on", "on kitchen light"),
        ("Thanks love. Now turn off the fan", "off fan"),
    ],
)
def test_a_greeting_before_a_wish_is_no_part_of_it(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("lock the front door in case I forget", "lock front door"),
        ("turn the hallway lamp on, just in case", "on hallway lamp"),
    ],
)
def test_a_precaution_is_no_condition(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_a_condition_with_the_same_words_is_still_one() -> None:
    assert read("in case the garage door is open, turn on the hallway lamp") != "on hallway lamp"


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("make me some coffee at 6:30 tomorrow morning", "tomorrow 06:30: on coffee"),
        ("put the coffee on", "on coffee"),
        ("make me a cup of tea", None),
    ],
)
def test_what_is_made_by_a_machine_is_asked_of_it_where_there_is_one(sentence: str, line: str | None) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn off everything I turned on", "off fan and the kitchen light"),
        ("turn everything I turned on off", "off fan and the kitchen light"),
        ("turn off the lights you just turned on", "off kitchen light"),
    ],
)
def test_what_was_turned_on_is_not_everything(sentence: str, line: str) -> None:
    assert read(sentence, "on fan", "on kitchen light") == line


def test_where_nothing_was_turned_on_everything_is_left() -> None:
    assert read("turn off everything I turned on") is None
    assert read("turn off everything I turned on", remarks=True) is None
    resolver = Resolver(load_home(None, delay=0).registry)
    assert not is_faithful(read_wish("off everything"), "turn everything I turned on off", resolver)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("lower the blinds a third", "level blinds 33"),
        ("as bright as it goes", "level reading lamp min"),
        ("as low as it goes", "level reading lamp max"),
        ("start a packing list", "list packing add packing"),
        ("add it to the list", "list shopping add front door"),
    ],
)
def test_what_turns_a_sentence_round_is_not_faithful_to_it(sentence: str, line: str) -> None:
    assert not is_faithful(read_wish(line), sentence, None)


@pytest.mark.parametrize(
    ("last", "sentence", "line"),
    [
        ("alarm 06:45", "and every weekday at half past six", "alarm weekdays 06:30"),
        ("alarm 06:45", "and at eight", "alarm 08:00"),
        ("timer 10m", "and another five minutes", "timer +5m"),
        ("at 06:00: on fan", "wait, half five", "move last 05:30"),
        ("timer 10m", "cancel", "cancel last"),
    ],
)
def test_what_adds_is_told_from_what_changes(last: str, sentence: str, line: str) -> None:
    assert read(sentence, last) == line


@pytest.mark.parametrize(
    "sentence", ["the baby's asleep so keep it down", "remember to lock up", "dim the snug to 20 for an hour"]
)
def test_only_a_name_is_told_to_be_unknown(sentence: str) -> None:
    told = not_understood(sentence, Resolver(load_home(None, delay=0).registry))
    assert "called" not in told or "“snug”" in told


@pytest.mark.parametrize(
    "sentence", ["too warm now", "how many presents", "i'm leaving", "make that quarter past"]
)
def test_nothing_is_guessed_that_the_words_have_nothing_to_do_with(sentence: str) -> None:
    assert "about" not in not_understood(sentence, Resolver(load_home(None, delay=0).registry))


def test_what_was_named_is_asked_about() -> None:
    told = not_understood("make the hallway lamp whistle", Resolver(load_home(None, delay=0).registry))
    assert "the hallway lamp" in told


async def test_a_choice_is_not_made_by_a_sentence_that_wants_the_opposite(assemble: Assemble) -> None:
    async with assemble(fast_path=True) as house:
        await house.happens("Kitchen Light", on=True)
        await house.ask("turn off the light")
        await house.ask("hallway lamp off and the kitchen light on")
        assert house.state("kitchen light").on


async def test_a_wish_beside_a_question_is_no_refusal(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.happens("Front Door", locked=False)
        await house.ask("open the garage door")
        assert (await house.ask("lock the front door in case I forget")).text == "Front door is now locked."


async def test_just_do_it_then_is_a_yes(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("open the garage door")
        assert (await house.ask("just do it then")).text == "Garage door is now open."


async def test_blinds_that_are_down_are_not_raised_by_lowering_them(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("close the blinds")
        await house.ask("lower the blinds a third")
        assert house.state("living room blinds").position == 0


async def test_another_timer_is_one_more_and_not_more_of_the_last(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("set a pasta timer for ten minutes")
        added = await house.ask("another for twenty minutes for the mince")
        assert added.text == "The mince timer is set for 20 minutes."
        longer = await house.ask("another two minutes for the pasta")
        assert longer.text == "The pasta timer has 12 minutes left now."


async def test_a_newcomer_is_told_which_rooms_there_are(assemble: Assemble) -> None:
    async with assemble() as house:
        told = await house.ask("Which rooms are there?")
        assert "kitchen" in told.text
        assert "rooms: " in told.text


async def test_one_that_is_left_out_behind_a_command_stays_as_it_was(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light")
        await house.ask("turn off all the lights")
        assert "Kitchen light is now on" in (await house.ask("except the kitchen one")).text
        assert "kitchen light" in (await house.ask("which lights are on")).text


async def test_a_single_device_is_told_as_it_is_whatever_word_is_asked(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("close the water valve")
        assert (await house.ask("is the water off")).text == "Water valve is closed."
        assert "does not answer" in (await house.ask("is the freezer on")).text
