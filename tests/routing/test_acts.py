"""The gate before acting: what asks for something now, for later, for an answer, or for nothing."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from training.acts.lesson import Sources, taught, write_lesson

from voice_gateway.routing import Act, read_act


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("the siren is on", "siren on"),
        ("my alarm is on", "turn my alarm on"),
        ("the kitchen light is on", "kitchen light on"),
        ("the light is on", "light on"),
        ("water valve closed again", "close the water valve again"),
        ("the bedroom is 21 degrees", "set the bedroom to 21 degrees"),
        ("no kitchen light on please", "kitchen light on please"),
        ("we should have turned off the hallway lamp", "turn off the hallway lamp"),
        ("kitchen on fire", "kitchen on"),
        ("wouldn't it be funny if the lights went off", "wouldn't you mind turning the lights off"),
        ("turning off the lights saves energy", "turn off the lights, it saves energy"),
        ("could the star lamp be dimmed if I wanted to?", "could you dim the star lamp?"),
        ("let's say the siren is on", "let's have the siren on"),
        ("don't turn on the fan", "turn on the fan"),
        ("he said turn off the lights", "turn off the lights"),
        ("I turned the heating down", "turn the heating down"),
    ],
)
def test_what_is_only_told_asks_less_than_its_twin_that_asks(told: str, asked: str) -> None:
    """Seen failures: all that is told here was once acted upon."""
    assert read_act(told).asks_now < 0.5 < read_act(asked).asks_now


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("stop", Act.STOP),
        ("never mind", Act.STOP),
        ("cancel that", Act.STOP),
        ("yes", Act.ANSWER),
        ("no thanks", Act.ANSWER),
        ("the second one", Act.ANSWER),
        ("no, I meant the fan", Act.CORRECTION),
        ("undo that", Act.CORRECTION),
        ("is the back door locked?", Act.QUESTION),
        ("how do I turn on the light", Act.QUESTION),
        ("thank you", Act.TALK),
        ("every morning open the blinds", Act.PLAN),
        ("turn on the light in ten minutes", Act.PLAN),
        ("turn on the shed light if the back door is unlocked", Act.COMMAND),
    ],
)
def test_the_act_of_a_plain_sentence_is_read(text: str, act: Act) -> None:
    assert read_act(text).act is act


def test_what_is_for_later_asks_but_not_now() -> None:
    reading = read_act("turn on the light in ten minutes")
    assert reading.asks_now < 0.5 < reading.asks


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_a_reading(text: str) -> None:
    reading = read_act(text)
    assert set(reading.probabilities) == set(Act)
    assert sum(reading.probabilities.values()) == pytest.approx(1.0)
    assert 0.0 <= reading.asks_now <= reading.asks + 1e-9 <= 1.0 + 1e-6


def test_verbs_are_read_and_nothing_asks_for_none() -> None:
    def verbs(text: str) -> set[str]:
        return {verb for verb, likely in read_act(text).verbs.items() if likely > 0.5}

    assert verbs("close the blinds and turn the fan off") == {"close", "off"}
    assert verbs("make the lamp a bit brighter") == {"level_by"}
    assert verbs("put batteries on the list") == {"list_add"}
    assert verbs("the blinds are closed") == set()


def test_the_lesson_keeps_what_only_measures_apart_and_gives_every_sentence_its_verbs(tmp_path: Path) -> None:
    rows = [
        {"text": f"{words} {part}", "act": act, "does": does, "hand": "a", "part": part, **more}
        for part in ("train", "dev")
        for words, act, does, more in (
            ("turn on lamp", "command", [{"do": "on"}], {}),
            ("the lamp is on since", "statement", [], {}),
            ("the left one", "answer", [{"do": "on"}], {"context": "Assistant: Which one?"}),
        )
    ]
    strangers = tmp_path / "strangers.jsonl"
    strangers.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    drawn = list(taught(Sources(strangers, None, None, 300, 50, seed=3)))
    assert [(each.text, each.verbs) for each in drawn if each.part == "dev"] == [
        ("turn on lamp dev", ("on",)),
        ("the lamp is on since dev", ()),
        ("the left one dev", None),
    ]
    assert {each.act for each in drawn} == set(Act)
    assert not any("dev" in each.text.split() for each in drawn if each.part == "train" and each.hand)
    file = tmp_path / "lesson.jsonl.gz"
    assert write_lesson(file, drawn) == len(gzip.decompress(file.read_bytes()).splitlines())
    assert drawn == list(taught(Sources(strangers, None, None, 300, 50, seed=3)))
