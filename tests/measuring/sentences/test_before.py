"""What was said before a sentence is read from one line of words."""

import pytest

from voice_gateway.measuring.sentences.before import read_before


def test_who_said_what_is_told_apart() -> None:
    before = read_before("Person: turn on the fan. Assistant: I turned on the attic fan. Is that right?")
    assert before.said == "turn on the fan."
    assert before.told == ("I turned on the attic fan.", "Is that right?")
    assert before.question == "Is that right?"


def test_without_names_it_is_the_assistant_who_speaks() -> None:
    assert read_before("Unlock the front door?").question == "Unlock the front door?"
    both = read_before("Turn the TV off. — Which one do you mean, the den TV or the patio TV?")
    assert both.said == "Turn the TV off."


@pytest.mark.parametrize(
    ("context", "options"),
    [
        ("Which one do you mean, the left blind or the right blind?", ("left blind", "right blind")),
        (
            "Person: close the window. Assistant: Attic, dormer or bathroom window?",
            ("attic window", "dormer window", "bathroom window"),
        ),
        ("Person: light on. Assistant: Which light, snug or scullery?", ("snug light", "scullery light")),
        ("Person: lamp on. Assistant: The arc lamp and the globe lamp. Which?", ("arc lamp", "globe lamp")),
        ("Person: lamp on. Assistant: Which one? I have a reading lamp and a lava lamp.",
         ("reading lamp", "lava lamp")),
        ("Assistant: Which roof vent should I open, upper or lower?",
         ("upper roof vent", "lower roof vent")),
        ("Person: open the garage. Assistant: The left or the right garage door?",
         ("left garage door", "right garage door")),
        ("Person: lamp off. Assistant: Floor lamp, shelf lamp or all?", ("floor lamp", "shelf lamp")),
        ("Assistant: Shall I open the gate?", ()),
        ("Assistant: The gate is open.", ()),
    ],
)  # fmt: skip
def test_a_question_offers_a_choice(context: str, options: tuple[str, ...]) -> None:
    assert read_before(context).options == options


@pytest.mark.parametrize(
    ("context", "deed"),
    [
        ("Unlock the front door?", "Unlock the front door"),
        ("Are you sure you want me to unlock the side gate?", "unlock the side gate"),
        ("It's dry outside. Shall I really open the skylight?", "open the skylight"),
        ("Would you like the electric blanket on?", "the electric blanket on"),
        ("The sauna has been on for two hours. Shall I switch it off?", "switch the sauna off"),
        ("Turn off the fridge plug? It is warm today.", "Turn off the fridge plug"),
        ("Activate the scene Sunday Lunch?", "Activate Sunday Lunch"),
        ("Turn off all lights, are you sure?", "Turn off all lights"),
    ],
)
def test_a_question_asks_about_a_deed(context: str, deed: str) -> None:
    assert read_before(context).asked_about[0] == deed


@pytest.mark.parametrize(
    ("told", "command"),
    [
        ("I turned on the attic fan.", "turn on the attic fan"),
        ("Opening the garage.", "open the garage"),
        ("The nursery lights are on.", "The nursery lights on"),
        ("OK, closed the blind.", "close the blind"),
    ],
)
def test_what_was_done_says_what_was_asked_for(told: str, command: str) -> None:
    assert read_before(f"Assistant: {told}").asked_for == (command,)


def test_what_is_kept_has_a_name() -> None:
    assert read_before("A chicken soup timer is running").kept.timers == {"chicken soup"}
    assert read_before("A dentist reminder is set for Tuesday 14:00").kept.reminders == {"dentist"}
    assert read_before("A routine named movie time exists").kept.routines == {"movie time"}


def test_what_was_heard_wrongly_is_known() -> None:
    before = read_before("Turn on the kitchen lights. — I could not find the chicken lights.")
    assert before.unknown == "chicken lights"


def test_what_rings_is_called_by_its_name() -> None:
    assert read_before("Assistant: (The pie timer is ringing.)").sounding == "pie timer"
    assert read_before("A timer is ringing").sounding == "timer"
    assert read_before("Assistant: Reading lamp on at 19:00.").sounding is None
