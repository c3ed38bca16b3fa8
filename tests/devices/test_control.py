"""Wishes carried out by name, and the guard before what keeps the home shut."""

from __future__ import annotations

import pytest

from voice_gateway.devices import CannotDo, Guard, NotConfirmed, load_home, parse_command
from voice_gateway.devices.control import Controller, NotResolved


class Person:
    """Answers every question the same way, and remembers what was asked."""

    def __init__(self, answer: bool = True) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def __call__(self, question: str) -> bool:
        self.asked.append(question)
        return self.answer


async def said(controller: Controller, target: str, action: str, value: object = None) -> str:
    outcome = await controller.control(target, parse_command(action, value), confirm=Person())
    return outcome.sentence


@pytest.mark.parametrize(
    ("target", "action", "value", "sentence"),
    [
        ("kitchen light", "on", None, "Kitchen light is now on."),
        ("kitchen light", "set_level", 40, "Kitchen light is now on at 40 percent."),
        ("the blinds", "close", None, "Living room blinds are now closed."),
        ("blinds", "set_level", 30, "Living room blinds are now 30 percent open."),
        ("bedroom", "set_temperature", 21, "Bedroom thermostat is now set to 21 °C in heat mode."),
        ("bedroom thermostat", "off", None, "Bedroom thermostat is now set to 19 °C, but it is off."),
        ("front door", "lock", None, "Front door is now locked."),
        ("water valve", "close", None, "Water valve is now closed."),
        ("alarm", "on", None, "Hallway siren is now on."),
        ("lights in the living room", "off", None, "Living room light and reading lamp are now off."),
    ],
)
async def test_the_state_is_read_back_and_said(
    target: str, action: str, value: object, sentence: str
) -> None:
    assert await said(Controller(load_home(delay=0)), target, action, value) == sentence


async def test_a_group_reports_what_was_done_and_what_failed() -> None:
    controller = Controller(load_home(delay=0))
    outcome = await controller.control(
        "freezer plug and coffee machine", parse_command("off"), confirm=Person()
    )
    assert outcome.sentence == "Coffee machine is now off. The freezer plug does not answer."
    assert [device.name for device, _ in outcome.failed] == ["Freezer Plug"]


async def test_in_a_group_what_cannot_do_it_is_passed_over() -> None:
    sentence = await said(Controller(load_home(delay=0)), "lights in the living room", "set_level", 20)
    assert sentence == "Living room light is now on at 20 percent."


async def test_a_single_device_that_cannot_do_it_says_so() -> None:
    with pytest.raises(CannotDo, match="The hallway lamp can't be dimmed"):
        await said(Controller(load_home(delay=0)), "hallway lamp", "dim")


async def test_an_ambiguous_name_switches_nothing() -> None:
    home = load_home(delay=0)
    before = home.devices()
    with pytest.raises(NotResolved, match="the reading lamp or the hallway lamp"):
        await said(Controller(home), "lamp", "toggle")
    assert home.devices() == before


@pytest.mark.parametrize(
    ("target", "action", "question"),
    [
        ("front door", "unlock", "Unlock the front door? Say yes to confirm."),
        ("front door", "toggle", "Unlock the front door? Say yes to confirm."),
        ("garage door", "open", "Open the garage door? Say yes to confirm."),
        ("garage door", "set_level", "Open the garage door? Say yes to confirm."),
    ],
)
async def test_opening_what_is_guarded_asks_first(target: str, action: str, question: str) -> None:
    home = load_home(delay=0)
    before = home.devices()
    person = Person(answer=False)
    with pytest.raises(NotConfirmed, match="nothing was changed"):
        await Controller(home).control(target, parse_command(action, 50), confirm=person)
    assert person.asked == [question]
    assert home.devices() == before


@pytest.mark.parametrize(
    ("target", "action"), [("front door", "lock"), ("garage door", "close"), ("blinds", "open")]
)
async def test_closing_and_what_is_not_guarded_asks_nothing(target: str, action: str) -> None:
    person = Person(answer=False)
    await Controller(load_home(delay=0)).control(target, parse_command(action), confirm=person)
    assert person.asked == []


async def test_one_question_covers_a_whole_group() -> None:
    person = Person()
    controller = Controller(load_home(delay=0), Guard(["lock", "garage_door"]))
    await controller.control("front door and garage door", parse_command("open"), confirm=person)
    assert person.asked == ["Change the front door and the garage door? Say yes to confirm."]


async def test_any_device_can_be_guarded_by_its_name_and_nothing_need_be() -> None:
    person = Person(answer=False)
    with pytest.raises(NotConfirmed):
        await Controller(load_home(delay=0), Guard(["coffee machine"])).control(
            "coffee maker", parse_command("on"), confirm=person
        )
    assert person.asked == ["Turn on the coffee machine? Say yes to confirm."]
    await Controller(load_home(delay=0), Guard([])).control(
        "front door", parse_command("unlock"), confirm=person
    )
    assert len(person.asked) == 1
