"""What is said to Assist of a real Home Assistant is done in it, by way of the gateway."""

import pytest

from tests.console.rig import Rig
from tests.home_assistant_rig.rig import Visitor, spoken
from tests.integrations.assist import Assist, pieces, placed, result
from tests.servers.ollama import say

LIVING_ROOM = "light.living_room_rgbww_lights"
BEDROOM = "light.bed_light"
KITCHEN = "light.kitchen_lights"
DOOR = "lock.back_door"


async def switch(owner: Visitor, service: str, *entities: str) -> None:
    for entity in entities:
        await owner.do(service, entity)


async def states(owner: Visitor, *entities: str) -> list[str]:
    return [str((await owner.state(entity))["state"]) for entity in entities]


async def test_what_is_said_is_done(owner: Visitor, assist: Assist) -> None:
    await owner.do("light/turn_on", BEDROOM, brightness=255, color_temp_kelvin=4000)
    await switch(owner, "light/turn_off", BEDROOM)
    done = await assist.say("turn on the bed light")
    assert spoken(done).startswith("Bed light is now on")
    assert done["response"]["response_type"] == "action_done"
    assert done["continue_conversation"] is False
    assert await states(owner, BEDROOM) == ["on"]


async def test_a_question_is_answered_as_one(owner: Visitor, assist: Assist) -> None:
    await switch(owner, "light/turn_off", BEDROOM)
    answered = await assist.say("is the bed light on?")
    assert spoken(answered) == "Bed light is off."
    assert answered["response"]["response_type"] == "query_answer"


async def test_the_light_is_the_one_in_the_room_of_the_speaker(owner: Visitor, assist: Assist) -> None:
    everywhere = (LIVING_ROOM, BEDROOM, KITCHEN)
    await switch(owner, "light/turn_on", *everywhere)
    async with placed(assist, "Living Room") as satellite:
        await satellite.hear("turn off the light")
        assert await states(owner, *everywhere) == ["off", "on", "on"]
    async with placed(assist, "Kitchen") as satellite:
        await satellite.hear("turn off the light")
        assert await states(owner, *everywhere) == ["off", "on", "off"]


async def test_the_next_sentence_goes_on_with_the_last(owner: Visitor, assist: Assist) -> None:
    await switch(owner, "light/turn_on", LIVING_ROOM, BEDROOM, KITCHEN)
    await assist.say("turn off the kitchen lights")
    await assist.say("and the bedroom")
    assert await states(owner, LIVING_ROOM, BEDROOM, KITCHEN) == ["on", "off", "off"]


async def test_another_conversation_does_not_know_what_was_said_in_this_one(
    owner: Visitor, assist: Assist
) -> None:
    await switch(owner, "light/turn_on", BEDROOM, KITCHEN)
    await assist.say("turn off the kitchen lights")
    assist.conversation = None
    await assist.say("and the bedroom")
    assert await states(owner, BEDROOM, KITCHEN) == ["on", "off"]


@pytest.mark.parametrize(("answer", "after"), [("yes", "unlocked"), ("no", "locked")])
async def test_a_door_is_opened_by_a_yes_in_the_next_sentence(
    owner: Visitor, assist: Assist, answer: str, after: str
) -> None:
    await switch(owner, "lock/lock", DOOR)
    async with placed(assist, "Kitchen") as satellite:
        asked = result(await satellite.hear("unlock the back door"))
        assert spoken(asked) == "Unlock the back door? Say yes to confirm."
        assert asked["continue_conversation"] is True
        assert await states(owner, DOOR) == ["locked"]
        settled = result(await satellite.hear(answer))
        assert settled["continue_conversation"] is False
        assert await states(owner, DOOR) == [after]


async def test_a_yes_in_another_conversation_opens_nothing(owner: Visitor, assist: Assist) -> None:
    await switch(owner, "lock/lock", DOOR)
    await assist.say("unlock the back door")
    assist.conversation = None
    await assist.say("yes")
    assert await states(owner, DOOR) == ["locked"]


async def test_a_name_of_a_conversation_may_be_anything(owner: Visitor, assist: Assist) -> None:
    await switch(owner, "lock/lock", DOOR)
    assist.conversation = "Anna’s phone / evening"
    await assist.say("unlock the back door")
    assert await assist.words("yes") == "Back door is now unlocked."


async def test_the_answer_is_heard_as_it_comes(assist: Assist, gateway: Rig) -> None:
    story = "There was a small lamp. It was afraid of the dark. So it shone all night."
    gateway.ollama.steps[:] = [say(story)]
    async with placed(assist, "Kitchen") as satellite:
        events = await satellite.hear("tell me a short story about a lamp")
    assert len(pieces(events)) > 2
    assert "".join(pieces(events)) == spoken(result(events))


async def test_what_did_not_work_is_an_error_in_words(assist: Assist) -> None:
    failed = await assist.say("turn on the deaf plug")
    assert failed["response"]["response_type"] == "error"
    assert failed["response"]["data"]["code"] == "failed_to_handle"
    assert "did not confirm" in spoken(failed)


async def test_what_ails_the_gateway_is_told_in_its_words(assist: Assist) -> None:
    """The script of the model is empty: it answers with an error."""
    failed = await assist.say("tell me a short story about a lamp")
    assert failed["response"]["data"]["code"] == "unknown"
    assert "could not be read" in spoken(failed)
