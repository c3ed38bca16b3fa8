"""What the transcriber made of a sentence is held against the names of the home by how it sounds."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.assembled import Assemble, Assembled
from tests.programs import needs_packages
from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.gate import HEARD_SURE
from voice_gateway.outcome import TurnOutcome
from voice_gateway.voice.alike import Lexicon
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.sounds import apart, sound_of
from voice_gateway.voice.take import Take


@pytest.fixture(autouse=True)
def _phonemes() -> None:
    needs_packages("hibari")


async def meant(house: Assembled, *heard: str) -> str:
    """What is taken for what was said, by a transcriber that tells no likelihoods."""
    return (await hearing(house).meant(Take(heard), house.conversation)).text


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
        assert await meant(house, heard) == said


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
        assert await meant(house, heard) == heard


async def test_s88_the_transcribers_own_second_thought_is_taken_where_the_first_makes_no_sense(
    assemble: Assemble,
) -> None:
    async with assemble() as house:
        thoughts = ["New the kitchen light off.", "Turn the kitchen light off."]
        assert await meant(house, *thoughts) == thoughts[1]


async def test_s88_on_is_never_off_by_its_sound(assemble: Assemble) -> None:
    async with assemble() as house:
        lexicon = Lexicon(["kitchen light"], ["turn", "on", "off", "the"])
        assert not [guess for guess in lexicon.guesses("turn on the kitchen lied") if " off " in guess.text]
        heard = "turn on or off the kitchen light"
        assert await meant(house, heard) == heard


async def test_s88_a_name_that_was_heard_is_not_taken_for_another(assemble: Assemble) -> None:
    """The bed lamp was heard: that there is a red lamp, too, is no reason to doubt it."""
    home = lamps("Bed Lamp", "Red Lamp")
    async with assemble(home=home) as house:
        assert await meant(house, "flarp the bed lamp") == "flarp the bed lamp"


async def test_s88_two_names_that_sound_as_near_are_not_chosen_between(assemble: Assemble) -> None:
    async with assemble(home=lamps("Ben Lamp", "Den Lamp")) as house:
        assert await meant(house, "turn on the gen lamp") == "turn on the gen lamp"


async def test_s88_a_lock_that_comes_in_by_its_sound_is_asked_about(assemble: Assemble) -> None:
    async with assemble() as house:
        text = await meant(house, "unlock the brunt door")
        assert text == "unlock the front door"
        answer = await house.ask(text)
        assert house.conversation.pending
        assert house.state("Front Door").locked
        assert "?" in answer.text


async def test_s88_a_new_name_is_known_at_once(assemble: Assemble) -> None:
    async with assemble() as house:
        ears = hearing(house)
        await ears.meant(Take(("turn on the wreathing lamp",)), house.conversation)
        assert house.gateway.home is not None
        registry = house.gateway.home.registry
        [device] = [one for one in registry.all() if one.name == "Reading Lamp"]
        registry.put(replace(device, name="Gerald", aliases=()))
        said = await ears.meant(Take(("turn on jerrold",)), house.conversation)
        assert said.text == "turn on gerald"


async def test_who_was_asked_something_is_taken_by_the_word(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("unlock the front door")
        assert await meant(house, "yes pleas") == "yes pleas"


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
    take = await shared_transcriber().listen(sound, ["hallway lamp"])
    assert len(take.texts) > 1
    assert len(take.chances) == len(take.texts)
    assert take.chances == tuple(sorted(take.chances, reverse=True))
    assert "lamp" in take.texts[0].lower()


async def test_whisper_tells_how_likely_a_sound_is_to_be_any_sentence() -> None:
    need_voice()
    ears = shared_transcriber()
    take = await ears.listen(spoken("turn on the hallway lamp"))
    sentences = ("Turn on the hallway lamp.", "Turn off the hallway lamp.", "Lock the front door.")
    told = await ears.likelihoods(take, sentences)
    assert told
    assert told == sorted(told, reverse=True)


async def test_s88_what_the_sound_tells_decides_between_names_that_would_both_make_sense(
    assemble: Assemble,
) -> None:
    """The first two were written down wrongly; by how likely the sound is, it was the den's lamp."""

    def likelihoods(sentences: Sequence[str]) -> list[float]:
        return [-3.0 if "turn on the den lamp" in text.lower() else -12.0 for text in sentences]

    async with assemble(home=lamps("Ben Lamp", "Den Lamp")) as house:
        take = Take(("Turn on the gen lamp.", "Turn on the Jen lamp."), (0.3, 0.2), likelihoods)
        said = await hearing(house).meant(take, house.conversation)
        assert said.text == "turn on the den lamp"
        assert said.confidence > HEARD_SURE
        assert said.whole


async def test_s88_what_may_as_well_have_been_another_wish_is_asked_about_before_it_is_done(
    assemble: Assemble,
) -> None:
    def likelihoods(sentences: Sequence[str]) -> list[float]:
        return [
            -2.0 if " off " in text.lower() else -2.5 if " on " in text.lower() else -20.0
            for text in sentences
        ]

    async with assemble() as house:
        before = house.state("Kitchen Light").on
        take = Take(("Turn off the kitchen light.", "Turn on the kitchen light."), (0.3, 0.2), likelihoods)
        said = await hearing(house).meant(take, house.conversation)
        assert said.confidence < HEARD_SURE
        answer = await house.gateway.turn(said.text, house.conversation, heard=said.confidence)
        assert answer.outcome is TurnOutcome.ASKED_BACK
        assert answer.text == "Shall I turn off the kitchen light?"
        assert house.state("Kitchen Light").on is before
        await house.ask("yes")
        assert house.state("Kitchen Light").on is False


@pytest.mark.parametrize("text", ["add oat milk to the shopping list", "set a timer for ten minutes"])
async def test_nothing_is_kept_either_that_was_hardly_heard(assemble: Assemble, text: str) -> None:
    async with assemble() as house:
        answer = await house.gateway.turn(text, house.conversation, heard=0.4)
        assert answer.outcome is TurnOutcome.ASKED_BACK
        assert answer.text.startswith("Shall I ")
        assert (await house.ask("yes")).success


async def test_a_question_is_answered_however_it_was_heard(assemble: Assemble) -> None:
    async with assemble() as house:
        answer = await house.gateway.turn("is the kitchen light on", house.conversation, heard=0.4)
        assert answer.outcome is TurnOutcome.ANSWERED


async def test_s88_words_that_were_heard_for_certain_stay_as_they_are(assemble: Assemble) -> None:
    """What is only told is no wish, and near it there is one: to make the kitchen white."""
    async with assemble() as house:
        take = Take(
            ("The kitchen light is on.", "The kitchen white is on."),
            (0.7, 0.1),
            lambda all_: [-1.0] * len(all_),
        )
        said = await hearing(house).meant(take, house.conversation)
        assert said.text == take.texts[0]
        assert said.confidence == 1
