"""Scenario 68: routines, from a file and taught by voice."""

import pytest

from tests.assembled import Assemble
from voice_gateway.errors import SettingsError
from voice_gateway.outcome import TurnOutcome
from voice_gateway.settings import config_file


def write_routines(text: str) -> None:
    file = config_file().with_name("routines.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


async def test_s68_a_routine_of_the_file_is_started_by_its_sentence(assemble: Assemble) -> None:
    write_routines(
        '[[routine]]\nsay = "(good night|sleep well) [house]"\ndo = "off lights; lock front door"\n'
    )
    for sentence in ("Good night!", "sleep well house", "good night"):
        async with assemble() as house:
            await house.say("turn on the hallway lamp", "turn on the kitchen light")
            answer = await house.ask(sentence)
            assert answer.outcome is TurnOutcome.DONE
            assert not house.state("hallway lamp").on
            assert not house.state("kitchen light").on


async def test_s68_without_such_a_routine_good_night_is_a_courtesy(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        assert (await house.ask("good night")).outcome is TurnOutcome.ANSWERED
        assert house.home() == before


async def test_s68_a_routine_is_taught_by_voice_kept_and_forgotten(assemble: Assemble) -> None:
    async with assemble() as house:
        taught = await house.ask(
            "when I say movie time, dim the living room light to 20 percent and close the living room blinds"
        )
        assert taught.outcome is TurnOutcome.DONE
        assert "movie time" in taught.text
    async with assemble() as house:
        await house.say("open the living room blinds", "movie time")
        assert house.state("living room light").level == 20
        assert house.state("living room blinds").position == 0
        await house.ask("forget the movie time routine")
        await house.ask("turn off the living room light")
    async with assemble() as house:
        house.script()
        await house.ask("turn off the living room light")
        assert await _says(house.ask, "run movie time") == "I know no routine called “movie time”."


async def test_s68_what_is_guarded_in_a_routine_is_asked_about(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("when I say I'm home, turn on the hallway lamp and unlock the front door")
        asked = await house.ask("I'm home")
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert "Unlock the front door?" in asked.text
        assert house.state("hallway lamp").on
        assert house.state("front door").locked
        await house.ask("yes")
        assert not house.state("front door").locked


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[routine]]\nsay = "good night"\n', "what it does"),
        ('[[routine]]\nsay = "good night"\ndo = "offf lights"\n', "offf"),
        ("[[routine]\n", "cannot be read"),
    ],
)
async def test_s68_a_mistake_in_the_file_is_told_with_its_place(
    assemble: Assemble, text: str, told: str
) -> None:
    write_routines(text)
    with pytest.raises(SettingsError, match=told):
        async with assemble():
            pass


async def _says(ask: object, sentence: str) -> str:
    assert callable(ask)
    return str((await ask(sentence)).text)


async def test_s68_of_two_scenes_of_one_name_it_is_asked_which_is_meant(assemble: Assemble) -> None:
    scene = '[[device]]\nname = "Party Mode"\nkind = "scene"\nroom = '
    async with assemble(home=f'{scene}"Den"\n{scene}"Bar"\n') as house:
        asked = await house.ask("activate party mode")
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert await _says(house.ask, "the one in the bar") == "Party mode was started."
