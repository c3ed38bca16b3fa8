"""What is said about the home follows from what the tools reported."""

import pytest
from voice_gateway.honesty import claims_success, true_answer

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.routing import Intent
from voice_gateway.tools import Outcome, Result
from voice_gateway.trace import Corrected

ON = Result("Kitchen light is now on.", changed=True)
OFF = Result("Kitchen light is off.")
FAILED = Result.error("the hallway lamp does not answer")


@pytest.mark.parametrize(
    "text",
    [
        "Done!",
        "I've turned on the kitchen light.",
        "I have turned off the lights.",
        "The kitchen light is now on.",
        "The lights have been switched off.",
        "Sure, turning on the kitchen light.",
        "I turned the heating up.",
        "Okay, all set.",
        "I'm dimming the lamp.",
        "I’ve locked the door.",
    ],
)
def test_claims_are_recognised(text: str) -> None:
    assert claims_success(text)


@pytest.mark.parametrize(
    "text",
    [
        "I couldn't turn on the kitchen light.",
        "There is no kitchen light.",
        "Which light do you mean?",
        "The kitchen light is off.",
        "I was not able to lock the door.",
        "Sorry, the lamp has not been turned on.",
    ],
)
def test_what_claims_nothing_is_left_alone(text: str) -> None:
    assert not claims_success(text)


@pytest.mark.parametrize(
    ("text", "results", "said"),
    [
        ("I've turned on the kitchen light.", [ON], "I've turned on the kitchen light."),
        ("Done!", [], "I haven't changed anything. Please say it again, with the name of the device."),
        ("Done!", [FAILED], "That did not work: The hallway lamp does not answer."),
        ("Done!", [OFF], "Kitchen light is off."),
        ("Both are on now.", [ON, FAILED], f"{ON.text} That did not work: The hallway lamp does not answer."),
        ("The kitchen light is on.", [OFF], "Kitchen light is off."),
        ("The kitchen is at 25 degrees.", [Result("Kitchen is at 21.5 °C.")], "Kitchen is at 21.5 °C."),
        ("It is 21.5 degrees in there.", [Result("Kitchen is at 21.5 °C.")], "It is 21.5 degrees in there."),
        ("The front door is locked.", [Result("Front door is unlocked.")], "Front door is unlocked."),
        ("The lamp does not answer.", [FAILED], "The lamp does not answer."),
    ],
)  # fmt: skip
def test_only_what_was_reported_is_said(text: str, results: list[Result], said: str) -> None:
    assert true_answer(text, "turn on the kitchen light", results) == said


def test_a_repeated_call_adds_nothing_to_the_truth() -> None:
    again = Result(ON.text, Outcome.REPEATED)
    assert true_answer("Done.", "turn on the light", [ON, again]) == "Done."


async def test_a_false_claim_is_not_heard_and_counted(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.DEVICE, SmallHome().tools(), [say("Done! The kitchen light is on.")]) as scene:
        answer = await scene.house.gateway.turn(
            "kitchen light on", scene.house.conversation, on_token=heard.append
        )
        assert scene.house.gateway.metrics.figures().corrected == 1
    assert "".join(heard) == answer.text
    assert answer.text.startswith("I haven't changed anything")
    assert answer.trace.all(Corrected)[0].claim == "Done! The kitchen light is on."


async def test_a_failed_action_is_told_as_it_was(play: Play) -> None:
    absent = ("control_zwave_device", {"device": "garage light", "action": "on"})
    async with play(
        Intent.DEVICE, SmallHome().tools(), [call(absent), say("I've turned on the garage light.")]
    ) as scene:
        assert (
            await scene.ask("garage light on")
            == 'That did not work: There is no device called "garage light".'
        )


async def test_plain_talk_is_not_checked(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("Done is better than perfect.")]) as scene:
        assert await scene.ask("tell me a proverb") == "Done is better than perfect."


async def test_an_answer_that_the_model_does_not_know_is_looked_up(play: Play) -> None:
    web = SmallWeb()
    async with play(
        Intent.GENERAL, web.tools(), [say("I don't know who that is."), say("Jim Tressel.")]
    ) as scene:
        assert await scene.ask("who is lieutenant governor") == "Jim Tressel."
    assert len(web.queries) == 1


async def test_the_first_answer_stands_when_the_web_fails(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("I don't know that.")]) as scene:
        assert await scene.ask("who is it") == "I don't know that."
