"""What is taught is drawn by seed, true in its home, and shares no name or phrasing with the test."""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from training.call_maker.draw import Examples
from training.call_maker.example import Example, example_from_json
from training.call_maker.gguf_file import write_adapter
from training.call_maker.homes import bank
from training.call_maker.parser import parse
from training.call_maker.prepare import TEST, TRAIN, prepare, read_homes, read_lines
from training.call_maker.resolved import resolved
from training.call_maker.score import judge, judge_all, summary
from training.call_maker.templates import SENTENCES, sections

from voice_gateway.call_maker import decode
from voice_gateway.call_maker.code import TOOLS
from voice_gateway.engine.gguf import read_gguf


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
        "single",
        "group",
        "pair",
        "absent",
        "two",
        "talk",
        "follow up",
        "status",
        "time",
        "volume",
        "web",
        "answer",
    }
    assert wanted <= set(kinds)


def test_every_code_that_is_taught_can_be_read() -> None:
    for example in _drawn(False)[1]:
        if example.kind not in ("answer", "talk") and example.target != "none":
            assert len(decode(example.target, TOOLS)) == example.target.count(";") + 1, example


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
        templates = [each for section in sections(SENTENCES / file).values() for each in section]
        taught = {each.text for each in templates if not each.held_out}
        tested = {each.text for each in templates if each.held_out}
        assert tested
        assert not taught & tested


def test_no_sentence_of_the_test_was_taught() -> None:
    taught = {each.user for each in _drawn(False)[1] if each.home is not None and each.target != "none"}
    tested = {each.user for each in _drawn(True)[1] if each.home is not None and each.target != "none"}
    # Some have no names in them ("which lights are on"), so they are the only ones that may meet.
    assert len(taught & tested) <= 3


def test_the_data_is_written_and_read_back(tmp_path: Path) -> None:
    taught, tested = prepare(tmp_path, 40, 30, 1, None)
    assert taught == len(read_lines(tmp_path / TRAIN)) == 40
    rows = [example_from_json(row) for row in read_lines(tmp_path / TEST)]
    assert len(rows) == tested
    assert all(row.home is None or row.home < len(read_homes(tmp_path)) for row in rows)


def test_replies_are_scored_by_what_they_come_to(tmp_path: Path) -> None:
    prepare(tmp_path, 5, 80, 1, None)
    rows = [example_from_json(row) for row in read_lines(tmp_path / TEST)]
    perfect = summary(judge_all(tmp_path, [row.meant or row.target for row in rows]))
    assert perfect["exact all plain"] == 100
    assert perfect["wrong device plain"] == perfect["false action on talk plain"] == 0
    silent = summary(judge_all(tmp_path, ["none"] * len(rows)))
    assert silent["exact talk plain"] == 100
    assert silent["exact wishes plain"] == 0


def test_acting_on_talk_and_on_an_absent_device_is_noticed() -> None:
    drawn, examples = _drawn(True)
    talk = next(each for each in examples if each.kind == "talk" and each.home is not None)
    assert talk.home is not None
    home = drawn.homes[talk.home]
    command = f"on {home.devices[0].name.lower()}"
    acted = resolved(command, home.resolver)[0].acts
    assert judge(talk, command, home.resolver).false_action is acted
    assert not judge(talk, "none", home.resolver).false_action


def test_the_plain_parser_understands_plain_commands() -> None:
    assert parse("turn on the kitchen light", ["kitchen light", "hall lamp"]) == "on kitchen light"
    assert parse("set the hall lamp to forty percent", ["kitchen light", "hall lamp"]) == "level hall lamp|40"
    assert parse("tell me a joke", ["kitchen light"]) == "none"


def test_an_adapter_is_written_in_the_form_that_the_engine_reads(tmp_path: Path) -> None:
    tensors = {
        "blk.0.attn_q.weight.lora_a": np.ones((2, 8), np.float32),
        "blk.0.attn_q.weight.lora_b": np.ones((8, 2), np.float32),
    }
    write_adapter(tmp_path / "adapter.gguf", tensors, 4.0, {"general.name": "test"})
    assert read_gguf(tmp_path / "adapter.gguf").is_adapter
