"""How an answer is read: strictly, so that nothing happens without a clear yes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.devices.words import roots
from voice_gateway.dialogue import (
    Again,
    AwaitingChoice,
    AwaitingYes,
    Chosen,
    No,
    Option,
    Unclear,
    Yes,
    awaiting_yes,
    read_answer,
    read_answer_and_more,
    read_choice_loosely,
)
from voice_gateway.tools import Result, make_call
from voice_gateway.wishes import Step, Target, Verb


def question(*devices: str) -> AwaitingYes:
    """The question before these are unlocked."""
    calls = [make_call("control_zwave_device", {"device": name, "action": "unlock"}) for name in devices]
    held = [Result("", pending=f"Unlock the {name}? Say yes to confirm.") for name in devices]
    waiting = awaiting_yes(calls, held)
    assert waiting is not None
    return waiting


DOOR = question("front door")
TWO = question("front door", "garage door")
LAMPS = AwaitingChoice(
    "Which one do you mean: the kitchen light, the bedroom light or the hall light?",
    Step(Verb.ON, Target("light")),
    tuple(Option(room, frozenset(roots(f"{room} light"))) for room in ("kitchen", "bedroom", "hall")),
)


def test_several_held_calls_make_one_question() -> None:
    assert TWO.question == "Unlock the front door and the garage door? Say yes to confirm."


@pytest.mark.parametrize(
    "said",
    [
        "yes", "Yes.", "yeah", "yep please", "yes, unlock it", "sure, go ahead", "ok do it",
        "yes the front door", "yes please unlock the front door", "Yes, open the door!", "of course",
        "please do", "please", "hey jarvis yes",
        "mm-hm, that's right", "oh god yes do that", "da, yes, unlock",
        "aye, on you go", "haan ji, do it", "correct, please continue",
    ],
)  # fmt: skip
def test_a_clear_yes_is_a_yes(said: str) -> None:
    assert read_answer(said, DOOR) == Yes(DOOR.asked)


@pytest.mark.parametrize(
    "said",
    ["no", "No!", "nope", "never mind", "cancel", "no thanks", "don't", "leave it", "no, leave the door",
     "no, leave it locked", "no, keep it shut",
     "yes, no wait", "yes actually no", "rather not", "maybe", "not now", "yes but not now"],
)  # fmt: skip
def test_any_word_of_refusal_makes_it_a_no(said: str) -> None:
    assert read_answer(said, DOOR) == No()


@pytest.mark.parametrize(
    "said",
    [
        "what time is it", "yes if it's raining", "yes and the back window", "turn on the kitchen light",
        "yesterday", "the front door", "unlock", "no lights on please", "is it locked",
        "yes in ten minutes", "",
    ],
)  # fmt: skip
def test_what_is_no_answer_is_neither_yes_nor_no(said: str) -> None:
    assert read_answer(said, DOOR) == Unclear()


@pytest.mark.parametrize(
    ("said", "device"),
    [
        ("only the front door", "front door"), ("the front door yes, the garage no", "front door"),
        ("not the front door, but yes to the garage", "garage door"), ("all but the garage", "front door"),
        ("yes, except the front door", "garage door"), ("the garage only", "garage door"),
        ("only the front, not the garage", "front door"), ("yes but not the garage door", "front door"),
    ],
)  # fmt: skip
def test_some_of_several_can_be_agreed_to(said: str, device: str) -> None:
    answer = read_answer(said, TWO)
    assert isinstance(answer, Yes)
    assert [asked.call["args"]["device"] for asked in answer.asked] == [device]


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "yes both",
        "unlock both, yes please",
        "sure, why not",
        "yes to both",
        "yes, all of them",
        "ya sure go for it",
    ],
)
def test_an_agreement_without_names_is_to_all(said: str) -> None:
    assert read_answer(said, TWO) == Yes(TWO.asked)


@pytest.mark.parametrize("said", ["what?", "pardon", "say that again please", "which door?"])
def test_who_did_not_understand_is_asked_again(said: str) -> None:
    assert read_answer(said, DOOR) == Again()


@pytest.mark.parametrize("said", ["only the garage", "yes, just the garage door", "yes but only the garage"])
def test_a_yes_can_be_limited_to_one(said: str) -> None:
    assert read_answer(said, TWO) == Yes(TWO.asked[1:])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("the kitchen one", ("kitchen",)),
        ("kitchen", ("kitchen",)),
        ("the bedroom light please", ("bedroom",)),
        ("the kitchen and the hall", ("kitchen", "hall")),
        ("the first one", ("kitchen",)),
        ("number two", ("bedroom",)),
        ("the last", ("hall",)),
        ("all of them", ("kitchen", "bedroom", "hall")),
    ],
)
def test_a_choice_is_read(said: str, meant: tuple[str, ...]) -> None:
    assert read_answer(said, LAMPS) == Chosen(meant)


@pytest.mark.parametrize("said", ["the two", "both of them", "those two", "the pair"])
def test_the_two_are_both_and_not_the_second(said: str) -> None:
    blinds = replace(LAMPS, options=LAMPS.options[:2])
    assert read_answer(said, blinds) == Chosen(("kitchen", "bedroom"))
    assert read_answer(said, LAMPS) == Unclear()


@pytest.mark.parametrize(
    "said",
    ["the light", "the attic one", "the fifth one", "what's the weather", "turn on the kitchen fan", "both"],
)
def test_a_choice_that_fits_none_or_several_is_none(said: str) -> None:
    assert read_answer(said, LAMPS) == Unclear()


@pytest.mark.parametrize("said", ["neither", "none of them", "never mind", "forget it"])
def test_a_choice_can_be_refused(said: str) -> None:
    assert read_answer(said, LAMPS) == No()


AGREEING = st.sampled_from(
    ["yes", "yeah", "sure", "ok", "please", "go ahead", "do it", "the front door", "unlock"]
)
REFUSING = st.sampled_from(
    ["no", "nope", "nah", "not", "never", "don't", "cancel", "stop", "wait", "later", "maybe", "leave it"]
)
UNEXPLAINED = st.text("bcdfghjklmnpqrstvwxz", min_size=4, max_size=9)


@given(st.lists(AGREEING, max_size=4), UNEXPLAINED, st.lists(AGREEING, max_size=4))
def test_a_sentence_with_a_word_that_nothing_explains_is_never_a_yes(
    before: list[str], word: str, behind: list[str]
) -> None:
    assert not isinstance(read_answer(" ".join([*before, word, *behind]), DOOR), Yes)


@given(st.lists(AGREEING, max_size=4), REFUSING, st.lists(AGREEING, max_size=4))
def test_a_sentence_with_a_word_of_refusal_is_never_a_yes(
    before: list[str], word: str, behind: list[str]
) -> None:
    assert not isinstance(read_answer(" ".join([*before, word, *behind]), DOOR), Yes)


@given(st.text(max_size=60))
def test_no_answer_crashes_it_or_chooses_what_was_not_offered(said: str) -> None:
    read_answer(said, DOOR)
    chosen = read_answer(said, LAMPS)
    if isinstance(chosen, Chosen):
        assert set(chosen.device_ids) <= {option.device_id for option in LAMPS.options}


@pytest.mark.parametrize(
    ("said", "answer", "more"),
    [
        ("no, turn on the yard light instead", No(), "turn on the yard light"),
        ("leave it. TV off", No(), "TV off"),
        ("no, but turn the tv off", No(), "turn the tv off"),
        ("yes, and turn on the hall light", Yes(DOOR.asked), "turn on the hall light"),
    ],
)
def test_an_answer_may_go_on_with_another_wish(said: str, answer: object, more: str) -> None:
    assert (answer, more) in list(read_answer_and_more(said, DOOR))


@pytest.mark.parametrize(
    "said", ["ok, turn on the lights", "yes, turn on the lights", "okay and turn on the lights"]
)
def test_a_yes_before_another_wish_agrees_to_nothing_unless_it_is_joined_to_it(said: str) -> None:
    assert not list(read_answer_and_more(said, DOOR))


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("whichever is in the bedroom", ("bedroom",)), ("the one in the hall where I'm sitting", ("hall",)),
        ("not the kitchen one the hall one", ("hall",)), ("hmm not the kitchen, the bedroom", ("bedroom",)),
        ("kitchen, and the hall as well", ("kitchen", "hall")),
        ("ah sure all of them", ("kitchen", "bedroom", "hall")),
    ],
)  # fmt: skip
def test_a_choice_may_stand_among_other_words(said: str, chosen: tuple[str, ...]) -> None:
    assert read_choice_loosely(said, LAMPS) == Chosen(chosen)


@pytest.mark.parametrize(
    "said",
    [
        "is the kitchen one on?",
        "kitchen or hall",
        "the cellar",
        "which one is in the hall",
        "forget it",
        "both of the outside ones",
        "all the outside ones",
    ],
)
def test_what_names_no_option_clearly_is_no_choice(said: str) -> None:
    assert read_choice_loosely(said, LAMPS) == Unclear()


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("all of them except the hall one", ("kitchen", "bedroom")),
        ("everything but the kitchen please", ("bedroom", "hall")),
        ("all but the hall and the kitchen", ("bedroom",)),
    ],
)
def test_what_is_left_out_is_not_chosen(said: str, chosen: tuple[str, ...]) -> None:
    assert read_answer(said, LAMPS) == Chosen(chosen)
    assert read_choice_loosely(said, LAMPS) == Unclear()


def test_who_leaves_out_what_is_not_there_has_chosen_nothing() -> None:
    assert read_answer("all of them except the attic", LAMPS) == Unclear()


def test_an_answer_stands_before_one_of_the_first_joints(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def counted(head: str, waiting: AwaitingYes) -> Unclear:
        looked.append(head)
        return Unclear()

    monkeypatch.setattr("voice_gateway.dialogue.answers.read_answer", counted)
    assert not list(read_answer_and_more("the lamp" + ", " * 400, DOOR))
    assert len(looked) <= 8


@pytest.mark.parametrize("said", ["yes, " * 400, "yes " * 200, "yes" + " " * 200 + "please"])
def test_what_is_longer_than_any_answer_is_none(said: str) -> None:
    assert read_answer(said, DOOR) == Unclear()
    assert read_choice_loosely(said + "the kitchen light", LAMPS) == Unclear()
    assert not list(read_answer_and_more(f"no, {said}", DOOR))
