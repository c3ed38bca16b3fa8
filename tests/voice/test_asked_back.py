"""What was heard well enough for one lamp may not be enough for all of them: then it is asked back."""

from collections.abc import Callable, Sequence

import pytest

from tests.assembled import Assemble, Assembled
from tests.programs import needs_packages
from tests.voice.rig import need_voice
from tests.voice.test_heard import hearing, lamps
from voice_gateway.gate import HEARD_SURE
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.errors import EngineError
from voice_gateway.voice.take import Take
from voice_gateway.voice.transcriber import choose_transcriber
from voice_gateway.voice.weighing import Said


@pytest.fixture(autouse=True)
def _phonemes() -> None:
    needs_packages("hibari")


def likely(**told: float) -> Callable[[Sequence[str]], list[float]]:
    """How likely a sound is under sentences with these words; hardly under any other."""
    words = {key.replace("_", " "): value for key, value in told.items()}

    def likelihoods(sentences: Sequence[str]) -> list[float]:
        return [
            next((value for key, value in words.items() if key in text.lower()), -40.0) for text in sentences
        ]

    return likelihoods


async def heard(house: Assembled, take: Take) -> Said:
    return await hearing(house).meant(take, house.conversation)


@pytest.mark.parametrize(
    ("one", "other", "asks"),
    [
        ("Turn off the den lamp.", "Turn off the Ben lamp.", False),
        ("Turn off all the lamps.", "Turn off the Ben lamp.", True),
        ("Add red wine to the shopping list.", "Add bread wine to the shopping list.", True),
    ],
)
async def test_s88_the_more_harm_it_would_do_the_surer_it_must_be(
    assemble: Assemble, one: str, other: str, asks: bool
) -> None:
    """Each is about nine times as likely as the other."""
    likelier = {"turn_off_the_den_lamp": -2.0, "turn_off_all_the_lamps": -2.0, "add_red_wine": -2.0}
    sound = likely(turn_off_the_ben_lamp=-4.2, add_bread_wine=-4.2, **likelier)
    async with assemble(home=lamps("Ben Lamp", "Den Lamp", "Red Lamp")) as house:
        said = await heard(house, Take((one, other), (0.2, 0.1), sound))
        assert said.text == one
        assert (said.confidence < HEARD_SURE) is asks


async def test_s88_a_first_choice_that_makes_sense_is_not_overruled_without_asking(
    assemble: Assemble,
) -> None:
    ways, sound = (
        ("Turn on the loft lamp.", "Turn on the left lamp."),
        likely(on_the_left_lamp=-2.0, on_the_loft_lamp=-7.0),
    )
    async with assemble(home=lamps("Loft Lamp", "Left Lamp")) as house:
        said = await heard(house, Take(ways, (0.32, 0.02), sound))
        assert said.text == ways[0]
        assert said.confidence < HEARD_SURE
        as_likely = await heard(house, Take(ways, (0.2, 0.19), sound))
        assert as_likely.text == ways[1]
        assert as_likely.confidence > HEARD_SURE


async def test_s88_who_is_unsure_asks_another_and_weighs_what_both_have_heard(assemble: Assemble) -> None:
    other = Take(("Turn on the loft lamp.",))
    take = Take(("Never told him that.",), (0.05,), likely(turn_on_the_loft_lamp=-4.0), lambda: other)
    async with assemble(home=lamps("Loft Lamp")) as house:
        said = await heard(house, take)
        assert said.text == other.texts[0]
        assert said.confidence > HEARD_SURE


async def test_s88_who_is_sure_asks_nobody(assemble: Assemble) -> None:
    def asked() -> Take:
        raise AssertionError

    async with assemble(home=lamps("Loft Lamp")) as house:
        take = Take(("Turn on the loft lamp.",), (0.9,), likely(loft_lamp=-1.0), asked)
        assert (await heard(house, take)).text == take.texts[0]


def test_a_second_whisper_that_is_not_there_is_told_by_its_setting() -> None:
    need_voice()
    with pytest.raises(EngineError) as raised:
        choose_transcriber(VoiceSettings(second_whisper="/not/there")).load()
    assert "/not/there" in raised.value.message
    assert raised.value.fix
    assert "voice.second_whisper" in raised.value.fix
