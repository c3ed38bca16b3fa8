"""Scenario 58: "what can you do" names what is really there."""

from dataclasses import replace

from tests.skills.asking import ask, at_home, told
from voice_gateway.devices import Ability, Device, Kind, Status
from voice_gateway.skills import SkillContext


def lights(*rooms: str) -> list[Device]:
    return [
        Device(room, f"{room} Light", Kind.LIGHT, room, abilities=frozenset({Ability.ON})) for room in rooms
    ]


def offered(context: SkillContext) -> str:
    answer = ask("what can you do", context)
    assert answer is not None
    return answer.text


def test_s58_it_names_rooms_and_devices_and_abilities_of_this_home() -> None:
    text = told("what can you do")
    assert "the lights in the kitchen, the living room, the hallway and the bedroom" in text
    assert "lock the front door" in text
    assert "tell the time, set the volume, look things up, do sums and convert units" in text
    assert text.count(".") <= 3


def test_few_devices_are_called_by_name_and_many_by_their_rooms() -> None:
    assert "switch the kitchen light and the hall light." in offered(
        SkillContext(devices=lights("Kitchen", "Hall"))
    )
    many = offered(SkillContext(devices=lights("Kitchen", "Hall", "Study", "Attic", "Den", "Porch")))
    assert "the lights in the kitchen, the hall, the study and 3 more rooms" in many


def test_what_only_some_can_do_is_not_said_of_all() -> None:
    dims = frozenset({Ability.ON, Ability.LEVEL})
    dimmable = [replace(light, abilities=dims) for light in lights("Kitchen", "Hall")]
    assert "switch and dim" in offered(SkillContext(devices=dimmable))
    assert "dim" not in offered(SkillContext(devices=[*dimmable, *lights("Study")]))


def test_a_device_that_does_not_answer_is_not_offered() -> None:
    dead = replace(lights("Kitchen")[0], status=Status.DEAD)
    assert "kitchen" not in offered(SkillContext(devices=[dead]))


def test_without_a_home_only_the_rest_is_offered() -> None:
    assert offered(SkillContext(abilities=("tell the time",))) == (
        "I can tell the time, do sums and convert units."
    )


def test_talk_is_offered_only_by_a_model_that_can() -> None:
    assert "talk" not in offered(at_home())
    assert "talk" in offered(replace(at_home(), talks=True))
