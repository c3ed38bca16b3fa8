"""The figures of `voice-gateway eval routing`, and its errors."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from voice_gateway.errors import InputError
from voice_gateway.measuring.commands.routing import eval_routing
from voice_gateway.measuring.routing.judging import Row, Score, judge, read_rows
from voice_gateway.routing import Classification, Intent

APP = typer.Typer()
APP.command()(eval_routing)

ROWS = [
    {"text": "turn on the lamp", "label": "device", "intent": "on", "source": "ours"},
    {"text": "what time is it", "label": "datetime", "intent": "time", "source": "ours"},
    {"text": "book a taxi", "label": "other", "intent": "taxi", "source": "theirs"},
    {"text": "tell me a joke", "label": "general", "intent": "joke", "source": "theirs"},
]


class Fixed:
    """Says what it was told to say for each text."""

    def __init__(self, **answers: Classification) -> None:
        self.answers = answers

    def classify(self, text: str) -> Classification:
        return self.answers[text]


def scored(*cases: tuple[str, Classification]) -> Score:
    texts = [f"t{number}" for number in range(len(cases))]
    rows = [Row(text, label, "", "s") for text, (label, _) in zip(texts, cases, strict=True)]
    answers = {text: found for text, (_, found) in zip(texts, cases, strict=True)}
    return Score(list(judge(Fixed(**answers), rows)))


def written(folder: Path, *lines: str) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_recall_and_precision_count_what_was_right() -> None:
    score = scored(
        ("device", Classification(Intent.DEVICE, 0.9)),
        ("device", Classification(Intent.SEARCH, 0.5, close=(Intent.DEVICE,))),
        ("search", Classification(Intent.DEVICE, 0.6)),
    )
    assert score.recall("device") == 0.5
    assert score.reachable("device") == 1.0
    assert score.precision("device") == 0.5
    assert score.recall("volume") is None
    assert score.precision("volume") is None


def test_general_is_a_right_answer_for_other_but_the_confusion_shows_it() -> None:
    score = scored(
        ("other", Classification(Intent.GENERAL, 0.9)),
        ("other", Classification(Intent.GENERAL, 0.9, unsupported=True)),
        ("general", Classification(Intent.DEVICE, 0.9)),
        ("other", Classification(Intent.DEVICE, 0.9)),
    )
    assert score.recall("other") == pytest.approx(2 / 3)
    assert score.false_device == 0.5
    assert score.confusion["other", "general"] == 1
    assert score.confusion["other", "other"] == 1


def test_calibration_error_is_the_distance_between_confidence_and_truth() -> None:
    sure = Classification(Intent.DEVICE, 0.8)
    score = scored(("device", sure), ("search", sure))
    assert score.calibration_error == pytest.approx(0.3)
    assert [each.count for each in score.bins] == [2]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{broken", "line 2 is not JSON"),
        ("[1]", "line 2 has no text"),
        ('{"label": "device"}', "line 2 has no text"),
        ('{"text": "hi", "label": "taxi"}', "line 2: 'taxi' is not a label"),
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_rows(written(tmp_path, json.dumps(ROWS[0]), line))


def test_a_missing_or_empty_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot read"):
        read_rows(tmp_path / "nowhere.jsonl")
    with pytest.raises(InputError, match="no rows"):
        read_rows(written(tmp_path, "", ""))


def test_the_command_shows_router_and_rules_and_fits_eighty_columns(tmp_path: Path) -> None:
    path = written(tmp_path, *(json.dumps(row) for row in ROWS))
    shown = CliRunner().invoke(APP, [str(path)], env={"COLUMNS": "80"}, catch_exceptions=False)
    assert shown.exit_code == 0
    assert "router" in shown.output
    assert "rules" in shown.output
    assert "ms per sentence" in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80


def test_predictions_keep_every_row_in_order(tmp_path: Path) -> None:
    path = written(tmp_path, *(json.dumps(row) for row in ROWS))
    out = tmp_path / "out.jsonl"
    CliRunner().invoke(APP, [str(path), "--predictions", str(out)], catch_exceptions=False)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in rows] == [row["text"] for row in ROWS]
    assert [row["pred"] for row in rows] == ["device", "datetime", "other", "general"]


def test_figures_come_as_json_too(tmp_path: Path) -> None:
    path = written(tmp_path, *(json.dumps(row) for row in ROWS))
    shown = CliRunner().invoke(APP, [str(path), "--json"], catch_exceptions=False)
    figures = json.loads(shown.output)
    assert set(figures) == {"router", "rules"}
    assert figures["router"]["labels"]["device"]["recall"] == 1.0
    assert figures["router"]["sources"]["theirs"]["other"]["rows"] == 1
