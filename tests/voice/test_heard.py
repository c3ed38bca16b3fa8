"""What the transcriber made of a sentence is held against the names of the home by how it sounds."""

from dataclasses import replace

import pytest

from tests.assembled import Assemble, Assembled
from tests.programs import needs_packages
from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.voice.alike import Lexicon
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.sounds import apart, sound_of


@pytest.fixture(autouse=True)
def _phonemes() -> None:
    needs_packages("hibari")


def hearing(house: Assembled) -> Hearing:
    return Hearing(house.gateway, shared_transcriber())


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Turn on the kit chin light.", "turn on the kitchen light"),
        ("Turn off the whole way lamp.", "turn off the hallway lamp"),
        ("Turn on the toffee machine", "turn on the coffee machine"),
        ("Turned on the coffee machine.", "turn on the coffee machine"),
        ("Claws the living room blinds", "close the living room blinds"),
        ("lock the brunt door", "lock the front door"),
    ],
)
async def test_s88_a_misheard_name_or_verb_is_the_one_that_sounds_like_it(
    assemble: Assemble, heard: str, said: str
) -> None:
    async with assemble() as house:
        assert await hearing(house).meant([heard], house.conversation) == said


@pytest.mark.parametrize(
    "heard",
    [
        "Turn on the kitchen light.",
        "What time is it in Tokyo?",
        "Add red wine to the shopping list.",
        "The minister arrived in Paris this morning.",
        "Turn on the light in the sauna.",
        "Tell me a story about a dragon.",
        "",
    ],
)
async def test_s88_what_makes_sense_or_sounds_like_nothing_here_stays_as_it_was_heard(
    assemble: Assemble, heard: str
) -> None:
    async with assemble() as house:
        assert await hearing(house).meant([heard], house.conversation) == heard


async def test_s88_the_transcribers_own_second_thought_is_taken_where_the_first_makes_no_sense(
    assemble: Assemble,
) -> None:
    async with assemble() as house:
        thoughts = ["New the kitchen light off.", "Turn the kitchen light off."]
        assert await hearing(house).meant(thoughts, house.conversation) == thoughts[1]


async def test_s88_on_is_never_off_by_its_sound(assemble: Assemble) -> None:
    async with assemble() as house:
        lexicon = Lexicon(["kitchen light"], ["turn", "on", "off", "the"])
        assert not [guess for guess in lexicon.guesses("turn on the kitchen lied") if " off " in guess.text]
        heard = "turn on or off the kitchen light"
        assert await hearing(house).meant([heard], house.conversation) == heard


async def test_s88_a_name_that_was_heard_is_not_taken_for_another(assemble: Assemble) -> None:
    """The bed lamp was heard: that there is a red lamp, too, is no reason to doubt it."""
    home = lamps("Bed Lamp", "Red Lamp")
    async with assemble(home=home) as house:
        assert await hearing(house).meant(["flarp the bed lamp"], house.conversation) == "flarp the bed lamp"


async def test_s88_two_names_that_sound_as_near_are_not_chosen_between(assemble: Assemble) -> None:
    async with assemble(home=lamps("Ben Lamp", "Den Lamp")) as house:
        assert await hearing(house).meant(["turn on the gen lamp"], house.conversation) == (
            "turn on the gen lamp"
        )


async def test_s88_a_lock_that_comes_in_by_its_sound_is_asked_about(assemble: Assemble) -> None:
    async with assemble() as house:
        text = await hearing(house).meant(["unlock the brunt door"], house.conversation)
        assert text == "unlock the front door"
        answer = await house.ask(text)
        assert house.conversation.pending
        assert house.state("Front Door").locked
        assert "?" in answer.text


async def test_s88_a_new_name_is_known_at_once(assemble: Assemble) -> None:
    async with assemble() as house:
        ears = hearing(house)
        await ears.meant(["turn on the wreathing lamp"], house.conversation)
        assert house.gateway.home is not None
        registry = house.gateway.home.registry
        [device] = [one for one in registry.all() if one.name == "Reading Lamp"]
        registry.put(replace(device, name="Gerald", aliases=()))
        assert await ears.meant(["turn on jerrold"], house.conversation) == "turn on gerald"


async def test_who_was_asked_something_is_taken_by_the_word(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("unlock the front door")
        assert await hearing(house).meant(["yes pleas"], house.conversation) == "yes pleas"


def test_sounds_that_are_easily_mistaken_are_nearer() -> None:
    bat, pat, sat = map(sound_of, ("bat", "pat", "sat"))
    assert apart(bat, bat) == 0
    assert 0 < apart(bat, pat) < apart(bat, sat)


def lamps(*names: str) -> str:
    return "\n".join(
        f'[[device]]\nname = "{name}"\nroom = "Attic"\nkind = "light"\nstate = {{ on = false }}'
        for name in names
    )


async def test_whisper_tells_what_else_it_may_have_been_and_the_likeliest_first() -> None:
    need_voice()
    sound = spoken("turn on the hallway lamp")
    thoughts = await shared_transcriber().alternatives(sound, ["hallway lamp"])
    assert len(thoughts) > 1
    assert len(set(thoughts)) == len(thoughts)
    assert "lamp" in thoughts[0].lower()
