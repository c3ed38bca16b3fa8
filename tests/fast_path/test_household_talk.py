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


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        (
            "is the front door locked and the garage door shut",
            "ask read front door locked; ask read garage door closed",
        ),
        (
            "tell me if the hallway lamp is on and the blinds open",
            "ask read hallway lamp on; ask read blinds open",
        ),
        (
            "can you see whether the blinds are shut and the fan off",
            "ask read blinds closed; ask read fan off",
        ),
        ("is the kitchen light on and turn the fan off", "ask read kitchen light on; off fan"),
    ],
)
def test_both_halves_of_a_question_are_questions(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "did you turn off the fan",
        "can the blinds close",
        "would it be a good idea to close the blinds",
        "should we open the blinds",
        "can the fan be turned off or is it always on",
        "can you see whether the blinds are shut and the fan off",
        "turn off the hallway lamp at",
    ],
)
def test_nothing_is_done_at_a_question_or_half_a_sentence(sentence: str) -> None:
    resolver = Resolver(load_home().registry)
    for line in ("off fan", "close blinds", "open blinds", "off hallway lamp"):
        assert not is_faithful(read_wish(line), sentence, resolver)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is the fan on? then turn it off", "off fan"),
        ("did you forget the fan? turn it off", "off fan"),
        ("is there any chance you could turn the fan off", "off fan"),
    ],
)
def test_a_command_beside_a_question_is_still_one(sentence: str, line: str) -> None:
    assert is_faithful(read_wish(line), sentence, Resolver(load_home().registry))


async def test_a_question_agrees_to_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("open the garage door")
        assert (await house.ask("is the garage door open")).text == "Garage door is closed."
        assert "closed" in (await house.ask("is the garage open")).text


async def test_of_two_the_one_that_is_not_denied_is_meant(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the lamp")
        assert (await house.ask("not the hallway one")).text == "Reading lamp is now on."


async def test_what_is_told_of_a_thing_chooses_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the light")
        assert "Which one" in (await house.ask("the kitchen light is broken")).text


async def test_after_a_question_the_next_one_is_a_question_too(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("which lights are on in the kitchen")
        before = house.home()
        await house.ask("same in the bedroom")
        assert house.home() == before


async def test_lights_that_are_off_are_made_no_brighter(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn off the bedroom light")
        await house.ask("set the living room light to 40 percent")
        await house.ask("make all the lights a bit brighter")
        assert "bedroom" not in (await house.ask("which lights are on")).text


async def test_what_a_question_was_after_is_what_is_then_switched(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the bedroom fan")
        await house.ask("is anything still on in the bedroom")
        assert (await house.ask("turn it off")).text == "Bedroom fan is now off."


async def test_a_single_device_is_told_as_it_is_whatever_word_is_asked(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("close the water valve")
        assert (await house.ask("is the water off")).text == "Water valve is closed."
        assert "does not answer" in (await house.ask("is the freezer on")).text
