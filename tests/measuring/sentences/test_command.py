"""`voice-gateway eval sentences` from the terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.measuring.test_commands import run
from voice_gateway.errors import InputError

LAMP = {
    "text": "turn on the lamp", "act": "command", "does": [{"do": "on", "target": "lamp"}],
    "hand": "w1", "part": "dev", "voice": "somebody",
}  # fmt: skip
TOLD = {"text": "the lamp was on all night", "act": "report", "does": [], "hand": "w2", "part": "dev"}
MISREAD = {
    "text": "turn off the fan", "act": "command", "does": [{"do": "on", "target": "fan"}], "part": "train",
}  # fmt: skip


def lines(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "sentences.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_shares_are_printed_and_every_line_is_written_with_what_was_read(tmp_path: Path) -> None:
    out, report = tmp_path / "read.jsonl", tmp_path / "rows.json"
    file = lines(tmp_path, LAMP, TOLD, MISREAD)
    shown = run(
        "sentences", str(file), "--no-model", "--predictions", str(out), "--json", str(report), "--failures"
    )
    assert "66.7%" in shown
    assert "“turn off the fan”" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "written to" not in line and "“" not in line)
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["read"]["does"] for row in written] == [
        [{"do": "on", "target": "lamp"}], [], [{"do": "off", "target": "fan"}],
    ]  # fmt: skip
    assert {key: value for key, value in written[0].items() if key != "read"} == LAMP
    (score,) = json.loads(report.read_text(encoding="utf-8"))["scores"]
    assert (score["asked"], score["acted"], score["targets"]) == (1.0, 0.0, 1.0)
    assert score["verbs"] == score["everything"] == pytest.approx(2 / 3)
    assert score["hand"]["w2"]["everything"] == 1.0


def test_one_part_can_be_chosen_and_cut_short(tmp_path: Path) -> None:
    out, file = tmp_path / "read.jsonl", lines(tmp_path, MISREAD, LAMP, TOLD)
    run("sentences", str(file), "--no-model", "--part", "dev", "--limit", "1", "--predictions", str(out))
    (row,) = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["text"] == LAMP["text"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "line 1: this is no JSON"),
        ('{"act": "command"}', "line 1: “text” is missing"),
        ('{"text": "x", "does": [{"target": "y"}]}', "line 1: each of “does” has a “do”"),
        ("", "has no sentence"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "sentences.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        run("sentences", str(file), "--no-model")


def test_a_part_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No line is of the part “test”"):
        run("sentences", str(lines(tmp_path, LAMP)), "--no-model", "--part", "test")
