"""Scenario 58: small talk is answered rightly without any model, and nothing else is taken for it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.skills.asking import ask, at_home, skills, told
from voice_gateway.devices import Device, Kind
from voice_gateway.skills import SkillContext


@pytest.mark.parametrize(
    ("sentence", "skill"),
    [
        ("Hello!", "greeting"),
        ("hey there, thanks a lot", "thanks"),
        ("alright cheers then bye", "goodbye"),
        ("thank you so much for your help, computer", "thanks"),
        ("how's it going", "wellbeing"),
        ("who are you?", "identity"),
        ("What's your name", "name"),
        ("so are you a real person or a robot", "human"),
        ("who built you", "maker"),
        ("do you record everything I say", "privacy"),
        ("what kind of things are you able to do for me", "abilities"),
        ("help", "abilities"),
        ("oh never mind", "cancel"),
        ("forget about it", "cancel"),
        ("please stop talking", "stop"),
        ("sorry, what did you say?", "repeat"),
        ("can you hear me", "presence"),
        ("well done", "praise"),
        ("sorry about that", "apology"),
        ("Sorry.", "apology"),
        ("Sorry?", "repeat"),
        ("that's not what I meant", "complaint"),
    ],
)
def test_s58_small_talk_is_known(sentence: str, skill: str) -> None:
    answer = ask(sentence)
    assert answer is not None
    assert answer.skill == skill
    assert answer.text


@pytest.mark.parametrize(
    ("sentence", "skill"),
    [
        ("thnaks a lot", "thanks"),
        ("good mornign", "greeting"),
        ("who r u", "identity"),
        ("goodbey", "goodbye"),
    ],
)
def test_a_slip_of_the_finger_is_forgiven(sentence: str, skill: str) -> None:
    answer = ask(sentence)
    assert answer is not None
    assert answer.skill == skill


@pytest.mark.parametrize(
    "sentence",
    [
        "hello kitchen light",
        "thanks, now turn off the light",
        "stop the blinds",
        "cancel the timer",
        "tell me a joke",
        "what is the meaning of life",
        "what did I say",
        "are robots real",
        "repeat after me",
        "who is the president of France",
        "how are the lights",
        "step",
        "meaning",
        "",
        "?!",
    ],
)
def test_what_is_not_understood_as_a_whole_is_left_to_others(sentence: str) -> None:
    assert ask(sentence) is None


def test_the_last_answer_is_said_again() -> None:
    assert told("say that again") == "Kitchen light is now on."


def test_with_nothing_said_yet_there_is_nothing_to_repeat() -> None:
    answer = ask("pardon?", SkillContext())
    assert answer is not None
    assert answer.text == "I haven't said anything yet."


@pytest.mark.parametrize(
    ("hour", "expected"),
    [(9, "Good morning."), (20, "Good morning to you, though it is evening here.")],
)
def test_a_wish_is_answered_by_the_clock(hour: int, expected: str) -> None:
    now = datetime(2026, 3, 2, hour, tzinfo=UTC)
    answer = ask("good morning", replace(at_home(), now=now))
    assert answer is not None
    assert answer.text.startswith(expected)


def test_two_questions_are_both_answered() -> None:
    text = told("who are you and what can you do")
    assert text.startswith("I'm Voice Gateway")
    assert "front door" in text


def test_a_device_that_is_called_like_a_greeting_is_meant_when_it_is_named() -> None:
    lamp = Device("1", "Morning", Kind.LIGHT)
    assert ask("good morning", SkillContext(devices=[lamp])) is None


def test_s58_what_the_model_is_too_small_for_is_declined_in_one_sentence() -> None:
    answer = skills().too_small_for_talk("write me a poem about rain")
    assert answer.text.count(".") == 1
    assert "what I can do" in answer.text
    assert len(answer.text.split()) < 20


@pytest.mark.parametrize("sentence", ["bloody hell", "love you too", "my giddy aunt"])
def test_what_is_said_in_passing_gets_no_lecture(sentence: str) -> None:
    assert len(skills().too_small_for_talk(sentence).text.split()) < 10


@pytest.mark.parametrize("sentence", ["cheers duck", "ta love", "thanks pet", "that's better, thanks"])
def test_thanks_are_thanks_whoever_is_called_what(sentence: str) -> None:
    assert told(sentence).startswith("You're welcome")


@pytest.mark.parametrize("sentence", ["uh", "mm", "um"])
def test_noise_was_not_caught(sentence: str) -> None:
    assert told(sentence) == "I didn't catch that."
