"""Which of the things that a question offers an answer picks: by what they are like, where, and how many."""

from dataclasses import replace

import pytest

from tests.assembled import Assemble, devices
from voice_gateway.devices.words import roots
from voice_gateway.dialogue import (
    AwaitingChoice,
    Chosen,
    No,
    Option,
    Unclear,
    read_answer,
    read_choice_loosely,
)
from voice_gateway.outcome import TurnOutcome
from voice_gateway.wishes import Step, Target, Verb


def asked(*names: str) -> AwaitingChoice:
    """The question which of these is to be turned on."""
    options = tuple(Option(name, frozenset(roots(name))) for name in names)
    return AwaitingChoice("Which one do you mean?", Step(Verb.ON, Target("it")), options)


FANS = asked("big fan", "small fan")
SHUTTERS = asked("upstairs shutter", "downstairs shutter")
FLOODLIGHTS = asked("front floodlight", "rear floodlight", "indoor floodlight")
PLAYERS = asked("lounge soundbar", "lounge tv", "kitchen speaker")
DOORS = asked("door one", "door two", "door three")
WINDOWS = asked("attic window", "dormer window", "bathroom window")
BLINDS = asked("green blind", "grey blind")


@pytest.mark.parametrize(
    ("said", "question", "chosen"),
    [
        ("bigger one please", FANS, {"big fan"}),
        ("the larger of the two", FANS, {"big fan"}),
        ("uh, the smaller one", FANS, {"small fan"}),
        ("the not so big one", FANS, {"small fan"}),
        ("the lower one", SHUTTERS, {"downstairs shutter"}),
        ("the one of below", SHUTTERS, {"downstairs shutter"}),
        ("the back one", FLOODLIGHTS, {"rear floodlight"}),
        ("both of the outside ones", FLOODLIGHTS, {"front floodlight", "rear floodlight"}),
    ],
)
def test_a_quality_picks_by_its_likes_and_its_opposite(
    said: str, question: AwaitingChoice, chosen: set[str]
) -> None:
    answer = read_answer(said, question)
    assert isinstance(answer, Chosen)
    assert {*answer.device_ids} == chosen


@pytest.mark.parametrize(
    ("said", "question", "chosen"),
    [
        ("the two in the lounge", PLAYERS, {"lounge soundbar", "lounge tv"}),
        ("the first two", WINDOWS, {"attic window", "dormer window"}),
        ("first and third", WINDOWS, {"attic window", "bathroom window"}),
        ("the middle one", WINDOWS, {"dormer window"}),
        ("B", WINDOWS, {"dormer window"}),
        ("option c please", WINDOWS, {"bathroom window"}),
        ("every single one of them", WINDOWS, {"attic window", "dormer window", "bathroom window"}),
        ("two of them, attic and dormer", WINDOWS, {"attic window", "dormer window"}),
        ("just one, the attic", WINDOWS, {"attic window"}),
        ("one and two but not three", DOORS, {"door one", "door two"}),
        ("number two", DOORS, {"door two"}),
        ("the one on the dormer", WINDOWS, {"dormer window"}),
    ],
)
def test_several_are_picked_by_place_and_by_number(
    said: str, question: AwaitingChoice, chosen: set[str]
) -> None:
    answer = read_answer(said, question)
    assert isinstance(answer, Chosen)
    assert {*answer.device_ids} == chosen


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("every one apart from the attic", {"dormer window", "bathroom window"}),
        ("both but leave the third", {"attic window", "dormer window"}),
        ("all but the attic and the dormer", {"bathroom window"}),
        ("not the attic, the dormer", {"dormer window"}),
    ],
)
def test_what_is_left_out_is_not_picked(said: str, chosen: set[str]) -> None:
    answer = read_answer(said, WINDOWS)
    assert isinstance(answer, Chosen)
    assert {*answer.device_ids} == chosen


@pytest.mark.parametrize("said", ["any", "you choose", "whichever", "either is fine", "I don't mind"])
def test_whoever_does_not_mind_gets_the_first(said: str) -> None:
    assert read_answer(said, FANS) == Chosen(("big fan",))


def test_whoever_does_not_mind_gets_what_is_near() -> None:
    assert read_answer("whichever", FANS, {"small fan": frozenset({"here"})}) == Chosen(("small fan",))


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("this one right here", {"small fan": frozenset({"here"})}),
        ("the one nearest to me", {"small fan": frozenset({"here"})}),
        ("the other one", {"small fan": frozenset({"other"})}),
        ("whichever one's off", {"small fan": frozenset({"off"}), "big fan": frozenset({"on"})}),
    ],
)
def test_how_things_are_right_now_picks_one(said: str, now: dict[str, frozenset[str]]) -> None:
    assert read_answer(said, FANS, now) == Chosen(("small fan",))
    assert read_answer(said, FANS) == Unclear()


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("the the green one no the grey one", "grey blind"),
        ("none, on second thoughts, the green one", "green blind"),
        ("green, I mean grey", "grey blind"),
        ("grey, actually", "grey blind"),
    ],
)
def test_a_change_of_mind_picks_the_last(said: str, chosen: str) -> None:
    assert read_answer(said, BLINDS) == Chosen((chosen,))


@pytest.mark.parametrize("said", ["not the green one, the other", "not the green one the other one"])
def test_the_other_one_is_that_which_was_not_left_out(said: str) -> None:
    assert read_answer(said, BLINDS) == Chosen(("grey blind",))


def test_a_change_of_mind_may_end_in_none() -> None:
    assert read_answer("hang on, neither", BLINDS) == No()


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("the lounge one", PLAYERS),
        ("the outside one", FLOODLIGHTS),
        ("not the attic one", WINDOWS),
        ("both", WINDOWS),
        ("attic or dormer", WINDOWS),
        ("the pink one", BLINDS),
        ("the one my sister sleeps in", WINDOWS),
        ("there is no green blind", BLINDS),
        ("option f", WINDOWS),
        ("the two", DOORS),
        ("the other one", FANS),
    ],
)
def test_what_fits_several_or_none_picks_nothing(said: str, question: AwaitingChoice) -> None:
    assert read_answer(said, question) == Unclear()


def test_a_name_may_stand_beside_what_nothing_explains() -> None:
    assert read_choice_loosely("the attic, the draughty one", WINDOWS) == Chosen(("attic window",))


def test_a_state_that_nobody_knows_is_not_skipped() -> None:
    assert read_choice_loosely("the attic one that's open", WINDOWS) == Unclear()


def test_an_ordinal_counts_the_options_and_not_the_floors() -> None:
    lamps = replace(
        FANS,
        options=tuple(
            replace(each, words=each.words | {floor, "floor", "room"})
            for each, floor in zip(FANS.options, ("2", "1"), strict=True)
        ),
    )
    assert read_answer("the second one", lamps) == Chosen(("small fan",))


def test_behind_a_room_one_is_no_number() -> None:
    blinds = asked("bedroom blind", "living room blind")
    rooms = replace(blinds, options=tuple(replace(o, words=o.words | {"room"}) for o in blinds.options))
    assert read_answer("the living room one", rooms) == Chosen(("living room blind",))


HOUSE = devices(
    ("Big Lamp", "Lounge", "light", "on = false"),
    ("Small Lamp", "Lounge", "light", "on = true"),
    ("Front Door", "Hall", "lock", "locked = true"),
    ("Back Door", "Kitchen", "lock", "locked = true"),
)


async def test_a_picked_guarded_device_still_waits_for_its_yes(assemble: Assemble) -> None:
    async with assemble(home=HOUSE) as house:
        for said in ("you choose", "the rear one", "this one right here"):
            _, asked_for_yes = await house.say("unlock the door"), await house.ask(said, room="Kitchen")
            assert asked_for_yes.outcome is TurnOutcome.ASKED_BACK
            assert asked_for_yes.text == "Unlock the back door? Say yes to confirm."
            assert house.state("front door").locked
            assert house.state("back door").locked
            await house.ask("no")


async def test_which_one_is_on_is_known_by_the_home(assemble: Assemble) -> None:
    async with assemble(home=HOUSE) as house:
        _, done = await house.say("turn off the lounge lamp", "the one that's on")
        assert done.outcome is TurnOutcome.DONE
        assert not house.state("small lamp").on
