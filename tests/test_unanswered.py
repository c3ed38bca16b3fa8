"""What was offered, asked back or failed completes no later sentence that does not point back to it."""

import pytest

from tests.assembled import Assemble
from voice_gateway.conversation import Conversation
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import TurnState
from voice_gateway.wishes import read_wish


def offered(line: str) -> Conversation:
    conversation = Conversation()
    conversation.wished(read_wish("on kettle"), "kettle on")
    conversation.wished(read_wish(line), "what was said then")
    conversation.came_to_nothing()
    return conversation


def test_a_wish_of_its_own_is_read_without_what_came_to_nothing() -> None:
    conversation = offered("at 18:30: on bedroom light")
    assert conversation.begins_anew("remind me to turn off the water valve")
    assert conversation.said_before("remind me to turn off the water valve") == (None, "")


def test_who_points_back_goes_on_with_it() -> None:
    conversation = offered("at 18:30: on bedroom light")
    assert not conversation.begins_anew("no, the kitchen light")
    assert conversation.said_before("turn it off instead")[0] == (
        "what was said then",
        "at 18:30: on bedroom light",
    )


def test_what_was_left_open_may_be_said_in_a_whole_sentence() -> None:
    assert not offered("remind call mum").begins_anew("remind me to call mum at five")


def test_a_time_that_was_not_said_again_is_only_lent() -> None:
    conversation = offered("at 21:00: on lamp")
    assert conversation.lends_its_time(read_wish("at 21:00: off hallway lamp"), "turn off the hallway one")
    assert not conversation.lends_its_time(read_wish("at 21:00: off fan"), "turn off the fan at nine")
    assert not conversation.lends_its_time(read_wish("off fan"), "turn off the fan")


def test_it_is_forgotten_behind_the_next_sentence() -> None:
    conversation = offered("at 18:30: on bedroom light")
    conversation.let_go()
    assert conversation.last_wish == read_wish("on kettle")
    assert conversation.last_sentence == "kettle on"


async def test_leaving_something_out_of_what_was_not_done_does_not_do_the_rest(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        asked = await house.ask("maybe we could turn off the lights")
        if asked.outcome is TurnOutcome.ASKED_BACK:
            again = await house.ask("except the hallway")
            assert again.outcome is TurnOutcome.ASKED_BACK
        assert house.home() == before


async def test_a_command_with_another_verb_chooses_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the lamp at nine", "turn off the reading lamp. sorry, the hallway one")
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_a_plan_for_chosen_devices_is_told_by_their_names(assemble: Assemble) -> None:
    async with assemble() as house:
        _, planned = await house.say("turn on the lamp at nine", "both")
        assert planned.text == "At 9:00 PM I'll turn on the reading lamp and hallway lamp."


async def test_it_is_the_one_that_can_do_it(assemble: Assemble) -> None:
    async with assemble() as house:
        planned = (await house.say("unlock the front door and turn on the hallway lamp", "yes"))[-1]
        assert planned.outcome is TurnOutcome.DONE
        assert (await house.ask("lock it again in five minutes")).text == (
            "In 5 minutes I'll lock the front door."
        )


@pytest.mark.parametrize(
    ("line", "possible"),
    [
        ("cancel timer pasta", True),
        ("cancel timer eggs", False),
        ("cancel schedules", False),
        ("move pasta 21:00", True),
        ("list shopping remove milk", True),
        ("list shopping remove nappies", False),
        ("list hardware clear", False),
        ("sunday 09:00: undo", False),
        ("level hallway 50", False),
        ("off hallway lamp", True),
    ],
)
async def test_what_could_not_be_done_is_known_before_it_is_offered(
    assemble: Assemble, line: str, possible: bool
) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for 9 minutes", "add milk to the shopping list")
        assert house.gateway.planning
        assert await house.gateway.planning.could(read_wish(line), TurnState(line)) is possible
