"""What is taught is drawn by seed, true in its home, and shares no name or phrasing with the test."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from training.call_maker.average import average
from training.call_maker.check import from_test
from training.call_maker.draw import Examples
from training.call_maker.example import Example, example_from_json
from training.call_maker.gguf_file import write_adapter
from training.call_maker.judge import Reply, Verdict, judge
from training.call_maker.names import bank
from training.call_maker.parser import parse
from training.call_maker.prepare import TEST, TRAIN, Shares, prepare, read_homes, read_lines
from training.call_maker.resolved import resolved
from training.call_maker.score import Judged, risk_table, summary
from training.call_maker.templates import SENTENCES, sections

from voice_gateway.engine.gguf import read_gguf
from voice_gateway.wishes import read_wish, write_wish


@cache
def _drawn(held_out: bool) -> tuple[Examples, tuple[Example, ...]]:
    examples = Examples(3, held_out=held_out)
    return examples, tuple(examples.draw(600))


def test_the_same_seed_draws_the_same_examples() -> None:
    assert Examples(5, held_out=False).draw(60) == Examples(5, held_out=False).draw(60)
    assert Examples(5, held_out=False).draw(60) != Examples(6, held_out=False).draw(60)


def test_every_kind_of_sentence_is_drawn() -> None:
    kinds = Counter(each.kind for each in _drawn(False)[1])
    wanted = {
        "single", "group", "pair", "absent", "two", "talk", "follow up", "status", "time", "volume", "web",
        "plan", "answer",
    }  # fmt: skip
    assert wanted <= set(kinds)


def test_every_wish_that_is_taught_is_written_as_the_language_writes_it() -> None:
    """What is spelled in two ways would be learned in two ways."""
    for example in _drawn(False)[1]:
        if not example.tells and not example.open:
            assert write_wish(read_wish(example.target)) == example.target, example


def test_an_absent_device_stays_absent_and_a_single_one_is_found() -> None:
    drawn, examples = _drawn(False)
    for example in examples:
        if example.home is not None and example.kind in ("absent", "single") and not example.meant:
            call = resolved(example.target, drawn.homes[example.home].resolver)[0]
            assert (call.problem == "unknown") == (example.kind == "absent"), example


def test_names_are_either_taught_or_tested() -> None:
    for name in ("rooms", "things", "people", "light"):
        assert not set(bank(name, True)) & set(bank(name, False))


def test_templates_are_either_taught_or_tested() -> None:
    for file in ("home.txt", "follow.txt", "frames.txt", "tiers.txt"):
        found = sections(SENTENCES / file)
        # Colours are words that sentences are filled with, and no sentences.
        templates = [each for name, section in found.items() if name != "colour" for each in section]
        taught = {each.text for each in templates if not each.held_out}
        tested = {each.text for each in templates if each.held_out}
        assert tested
        assert not taught & tested


def test_no_sentence_of_the_test_was_taught() -> None:
    taught = {each.user for each in _drawn(False)[1] if each.home is not None and each.target != "none"}
    tested = {each.user for each in _drawn(True)[1] if each.home is not None and each.target != "none"}
    # Some have no names in them ("which lights are on"), so they are the only ones that may meet.
    assert len(taught & tested) <= 3


SMALL = Shares(drawn=40, pattern=1, person=1, tested=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data")
    prepare(path, SMALL, seed=1)
    return path


def test_the_data_is_written_and_read_back(folder: Path) -> None:
    assert len(read_lines(folder / TRAIN)) > SMALL.drawn
    rows = [example_from_json(row) for row in read_lines(folder / TEST)]
    assert len(rows) > 2 * SMALL.tested
    assert all(row.home is None or row.home < len(read_homes(folder)) for row in rows)


def _judged(folder: Path, reply: Callable[[Example], Reply]) -> list[Judged]:
    return [(each, reply(each), judge(each, reply(each), home)) for each, _, home in from_test(folder)]


def test_replies_are_scored_by_what_they_come_to(folder: Path) -> None:
    perfect = summary(_judged(folder, lambda row: Reply(row.meant or row.target)))
    assert perfect["exact all plain"] == perfect["exact all check"] == 100
    assert perfect["wrong action plain"] == perfect["false action on talk plain"] == 0
    silent = summary(_judged(folder, lambda row: Reply("none")))
    assert silent["exact talk plain"] == 100
    assert silent["exact wishes plain"] == 0


def test_the_risk_at_a_confidence_counts_only_what_was_as_sure(folder: Path) -> None:
    judged = _judged(folder, lambda row: Reply(row.target, 0.75))
    table = {row["confidence"]: row for row in risk_table(judged, "check")}
    assert table[0.7]["covered"] == table[0.7]["exact of covered"] == 100
    assert table[0.8]["covered"] == 0


def test_acting_on_talk_and_on_an_absent_device_is_noticed() -> None:
    drawn, examples = _drawn(True)
    talk = next(each for each in examples if each.kind == "talk" and each.home is not None)
    assert talk.home is not None
    home = drawn.homes[talk.home]
    command = f"on {home.devices[0].name.lower()}"
    acted = resolved(command, home.resolver)[0].acts
    assert judge(talk, Reply(command), home.resolver).false_action is acted
    assert not judge(talk, Reply("none"), home.resolver).false_action


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("off kitchen light", Verdict(exact=True, acts=True)),
        ("on kitchen light", Verdict(exact=False, verbs=False, wrong_action=True, acts=True)),
        ("off hall light", Verdict(exact=False, targets=False, wrong_action=True, acts=True)),
        ("ask read kitchen light", Verdict(exact=False, verbs=False)),
        ("none", Verdict(exact=False, verbs=False, targets=False)),
    ],
)
def test_a_reply_is_held_to_what_was_meant(line: str, verdict: Verdict) -> None:
    assert judge(Example("kitchen light off", "off kitchen light", "single"), Reply(line)) == verdict


def test_questions_over_several_are_told_apart_by_what_they_ask() -> None:
    drawn, _ = _drawn(True)
    resolver = drawn.homes[0].resolver
    assert resolved("ask any lights on", resolver) != resolved("ask any lights off", resolver)
    assert resolved("ask count lights on", resolver) != resolved("ask read lights", resolver)


def test_the_plain_parser_understands_plain_commands() -> None:
    assert parse("turn on the kitchen light", ["kitchen light", "hall lamp"]) == "on kitchen light"
    assert parse("set the hall lamp to forty percent", ["kitchen light", "hall lamp"]) == "level hall lamp 40"
    assert parse("tell me a joke", ["kitchen light"]) == "none"


def test_the_mean_of_adapters_changes_what_they_change_in_the_mean() -> None:
    random = np.random.default_rng(5)
    adapters = [
        {
            "q.lora_a": random.normal(size=(4, 6)).astype("f4"),
            "q.lora_b": random.normal(size=(8, 4)).astype("f4"),
        }
        for _ in range(2)
    ]
    for adapter in adapters:
        adapter["q.lora_a"][2:] = 0  # two of each fit into four
    mean = average(adapters)
    assert mean["q.lora_a"].shape == (4, 6)
    wanted = sum(each["q.lora_b"] @ each["q.lora_a"] for each in adapters) / 2
    np.testing.assert_allclose(mean["q.lora_b"] @ mean["q.lora_a"], wanted, atol=1e-5)


def test_an_adapter_is_written_in_the_form_that_the_engine_reads(tmp_path: Path) -> None:
    tensors = {
        "blk.0.attn_q.weight.lora_a": np.ones((2, 8), np.float32),
        "blk.0.attn_q.weight.lora_b": np.ones((8, 2), np.float32),
    }
    write_adapter(tmp_path / "adapter.gguf", tensors, 4.0, {"general.name": "test"})
    assert read_gguf(tmp_path / "adapter.gguf").is_adapter
