"""An answer to an open question, and a correction of a question that was to be agreed to."""

import pytest

from tests.assembled import Assemble, devices
from tests.servers.ollama import say
from voice_gateway.outcome import TurnOutcome

HOUSE = devices(
    ("Kitchen Light", "Kitchen", "dimmer", "on = false"),
    ("Hall Light", "Hall", "light", "on = false"),
    ("Front Door", "Hall", "lock", "locked = true"),
    ("Back Door", "Kitchen", "lock", "locked = true"),
)


@pytest.mark.parametrize(
    ("command", "answer", "told"),
    [
        ("set a timer", "ten, my eggs", "The timer is set for 10 minutes."),
        ("set a timer", "um, let's say ten minutes", "The timer is set for 10 minutes."),
        (
            "remind me to get ready",
            "at nine, so I've time to change",
            "At 9:00 PM I'll remind you: get ready.",
        ),
    ],
)
async def test_an_answer_completes_the_command_that_was_asked_about(
    assemble: Assemble, command: str, answer: str, told: str
) -> None:
    async with assemble(home=HOUSE) as house:
        asked, done = await house.say(command, answer)
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert (done.text, done.outcome) == (told, TurnOutcome.DONE)


@pytest.mark.parametrize("said", ["no thanks", "why do you ask?", "the weather is nice"])
async def test_what_is_no_answer_completes_nothing(assemble: Assemble, said: str) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        await house.say("set a timer", said)
        assert (await house.ask("how long is left on the timer")).text == "No timer is running."


async def test_another_device_than_was_asked_about_is_taken_in_its_place(assemble: Assemble) -> None:
    async with assemble(home=HOUSE) as house:
        _, asked = await house.say("unlock the front door", "not the front door, the back door")
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert asked.text.endswith("Unlock the back door? Say yes to confirm.")
        assert house.state("front door").locked
        assert house.state("back door").locked


@pytest.mark.parametrize("said", ["no, on Saturday at nine", "no, tomorrow at noon"])
async def test_another_time_than_was_asked_about_opens_nothing_now(assemble: Assemble, said: str) -> None:
    async with assemble(home=HOUSE) as house:
        await house.say("unlock the front door", said)
        assert house.state("front door").locked


@pytest.mark.parametrize("said", ["mmm, no, leave it locked", "hmm no keep it shut", "not for me, thanks"])
async def test_what_is_left_as_it_is_is_no_correction(assemble: Assemble, said: str) -> None:
    async with assemble(*[say("Hm.")] * 3, home=HOUSE) as house:
        before = house.home()
        await house.say("unlock the front door", said)
        assert house.home() == before
