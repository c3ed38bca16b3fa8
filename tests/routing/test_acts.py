"""The gate before acting: what asks for something now, for later, for an answer, or for nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import voice_gateway.routing
from voice_gateway.routing import Act, HomeWords, SpeechActs

ROOT = Path(__file__).parents[2]
ACTS = SpeechActs()


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
    assert ACTS.classify(told).asks_now < 0.5 < ACTS.classify(asked).asks_now


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
    assert ACTS.classify(text).act is act


def test_what_is_for_later_asks_but_not_now() -> None:
    reading = ACTS.classify("turn on the light in ten minutes")
    assert reading.asks_now < 0.5 < reading.asks


def test_a_name_that_is_followed_makes_a_short_command_clearer() -> None:
    acts = SpeechActs()
    before = acts.classify("quillibert on").asks_now
    acts.follow(HomeWords(devices=("Quillibert",)))
    assert acts.classify("quillibert on").asks_now > max(before, 0.7)


def test_a_name_alone_does_not_make_a_statement_ask() -> None:
    acts = SpeechActs(HomeWords(devices=("Quillibert", "Emma's lamp")))
    for text in ("quillibert is on", "quillibert's on", "Emma's lamp's on", "I turned quillibert off"):
        assert acts.classify(text).asks_now < 0.5, text


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_a_reading(text: str) -> None:
    reading = ACTS.classify(text)
    assert set(reading.probabilities) == set(Act)
    assert sum(reading.probabilities.values()) == pytest.approx(1.0)
    assert 0.0 <= reading.asks_now <= reading.asks + 1e-9 <= 1.0 + 1e-6


def test_the_weights_that_ship_are_under_two_megabytes() -> None:
    shipped = Path(voice_gateway.routing.__file__).parent / "trained"
    assert 0 < sum(file.stat().st_size for file in shipped.glob("acts.*")) < 2_000_000


def trained(folder: Path, *options: str) -> Path:
    """In an interpreter of its own, whose sets have an order of their own."""
    small = ("--sentences", "300", "--written-every", "50", "--epochs", "1")
    places = ("--out", str(folder), "--card", str(folder / "card.json"))
    subprocess.run([sys.executable, "-m", "training.acts", *small, *places, *options], cwd=ROOT, check=True)
    return folder


def test_training_holds_out_one_hand_after_the_other_and_measures_dev_apart(tmp_path: Path) -> None:
    rows = [
        {"text": f"{words} {number}", "act": act, "does": does, "hand": hand, "part": part}
        for hand in ("a", "b")
        for part in ("train", "dev")
        for number in range(4)
        for words, act, does in (
            ("turn on lamp", "command", [{"do": "on"}]),
            ("the lamp is on since", "statement", []),
        )
    ]
    strangers = tmp_path / "strangers.jsonl"
    strangers.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    folder = trained(tmp_path / "out", "--strangers", str(strangers))
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert card["hands held out"]["rows"] == card["dev"]["rows"] == 16
    assert (folder / "acts.npy").stat().st_size < 2_000_000


def test_the_same_seed_teaches_the_same(tmp_path: Path) -> None:
    first, second = trained(tmp_path / "first"), trained(tmp_path / "second")
    assert (first / "acts.npy").read_bytes() == (second / "acts.npy").read_bytes()
