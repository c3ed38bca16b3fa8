"""Figures are counted from traces, exposed, and survive a restart."""

import contextlib
import json
import sqlite3
import time
from pathlib import Path

import pytest

from voice_gateway.metrics import Metrics, MetricsStore, TurnRow, figures
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Answered, Asked, Called, Classified, Recovered, Trace, record, tracing


def turn(
    outcome: TurnOutcome = TurnOutcome.ANSWERED,
    *,
    first: bool = True,
    cause: str | None = None,
    seconds: float = 0.0,
) -> Trace:
    trace = Trace("secret words", first=first, model="qwen3:0.6b")
    with tracing(trace):
        record(Classified(intent="device", confidence=0.9))
        record(Asked(purpose="first", tools=6, seconds=0.2))
        if cause:
            record(
                Recovered(
                    cause=cause,
                    cure="without_tools",
                    success=outcome.success,
                    attempt=1,
                    seconds_before=1,
                    seconds=1,
                )
            )
        record(Called(tool="list_devices", arguments={}, outcome="ok", result="two", seconds=0.1))
        record(Answered(text="there are two", outcome=outcome, at=seconds))
    return trace


def test_figures_of_a_process() -> None:
    metrics = Metrics()
    for trace in (turn(), turn(first=False, cause="silent"), turn(TurnOutcome.FAILED, cause="lost_call")):
        metrics.record(trace)
    now = metrics.figures()
    assert (now.turns, now.first_query_rate, now.retry_rate) == (3, 0.5, 0.5)
    assert now.causes == {"silent": 1, "lost_call": 1}
    assert now.tool_outcomes == {"ok": 3}
    assert now.recovered_turns == 1


def cut_off(*, first: bool = True) -> Trace:
    trace = Trace("secret words", first=first, model="qwen3:0.6b")
    with tracing(trace):
        record(Classified(intent="general", confidence=0.9))
        record(Answered(text="[interrupted]", outcome=TurnOutcome.CUT_OFF, at=50))
    return trace


def test_a_turn_that_the_person_stopped_is_no_failure(tmp_path: Path) -> None:
    metrics = Metrics(MetricsStore(tmp_path / "metrics.sqlite3"))
    for trace in (turn(seconds=1), cut_off(), cut_off(first=False)):
        metrics.record(trace)
    for now in (metrics.figures(), figures(metrics.since(0))):
        assert (now.turns, now.outcomes["cut off"]) == (3, 2)
        assert (now.success_rate, now.first_query_rate, now.seconds_p95) == (1, 1, 1)
    text = metrics.exposition().decode()
    metrics.close()
    assert 'voice_gateway_turns_total{intent="general",model="qwen3:0.6b",outcome="cut off"} 2.0' in text
    assert 'outcome="failed"' not in text


def test_every_outcome_is_counted_and_only_what_was_done_or_answered_is_a_success() -> None:
    now = figures([TurnRow.of(turn(outcome, first=False)) for outcome in TurnOutcome])
    assert now.outcomes == dict.fromkeys(TurnOutcome, 1)
    assert now.turns == 7
    # Two of six: what was cut off counts for nothing.
    assert now.success_rate == pytest.approx(2 / 6)


def test_a_turn_without_an_answer_has_failed() -> None:
    broken = Trace("secret words", first=True, model="qwen3:0.6b")
    assert TurnRow.of(broken).outcome is TurnOutcome.FAILED


@pytest.mark.parametrize(
    ("kept", "outcome"),
    [
        ({"success": True}, TurnOutcome.ANSWERED),
        ({"success": False}, TurnOutcome.FAILED),
        ({"success": False, "cut_off": True}, TurnOutcome.CUT_OFF),
        ({"outcome": "asked back"}, TurnOutcome.ASKED_BACK),
    ],
)
def test_rows_of_older_versions_are_still_read(
    tmp_path: Path, kept: dict[str, object], outcome: TurnOutcome
) -> None:
    path = tmp_path / "metrics.sqlite3"
    MetricsStore(path).close()
    row = {"started": 5.0, "model": "m", "intent": "device", "first": True, "seconds": 1.0}
    row |= {"tools": [["list_devices", "ok"]], **kept}
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("INSERT INTO turns VALUES (?, ?, ?)", (5.0, "m", json.dumps(row)))
    store = MetricsStore(path)
    [read] = store.since(0)
    store.close()
    assert (read.outcome, read.tools) == (outcome, [("list_devices", "ok")])


def test_percentiles() -> None:
    rows = [TurnRow.of(turn(seconds=seconds)) for seconds in range(101)]
    assert (figures(rows).seconds_p50, figures(rows).seconds_p95) == (50, 95)
    assert figures([]).seconds_p50 is None


def test_prometheus_can_read_them() -> None:
    metrics = Metrics()
    metrics.record(turn(cause="silent"))
    text = metrics.exposition().decode()
    assert 'voice_gateway_first_queries_total{outcome="answered"} 1.0' in text
    assert 'voice_gateway_unusable_replies_total{cause="silent"} 1.0' in text
    assert 'voice_gateway_tool_calls_total{outcome="ok",tool="list_devices"} 1.0' in text
    assert 'voice_gateway_turn_seconds_bucket{intent="device",le="0.05"} 1.0' in text


def test_figures_survive_a_restart_and_what_was_said_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "metrics.sqlite3"
    before = Metrics(MetricsStore(path))
    before.record(turn(cause="silent"))
    before.close()
    store = MetricsStore(path)
    [row] = store.since(time.time() - 60)
    assert (row.first, row.causes, row.tools) == (True, ["silent"], [("list_devices", "ok")])
    assert store.since(time.time() + 60) == []
    store.close()
    assert b"secret words" not in path.read_bytes()


def test_a_store_that_breaks_does_not_cost_an_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = MetricsStore(tmp_path / "metrics.sqlite3")
    metrics = Metrics(store)
    store.close()
    metrics.record(turn())
    assert "Metrics could not be kept" in caplog.text
    assert metrics.figures().turns == 1


GOOD = {"started": 5.0, "model": "m", "intent": "device", "first": True, "outcome": "done", "seconds": 1.0}


def keep(path: Path, *rows: object) -> None:
    """Write rows as some other program would."""
    MetricsStore(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        for row in rows:
            database.execute("INSERT INTO turns VALUES (?, ?, ?)", (5.0, "m", row))


@pytest.mark.parametrize(
    "row",
    [
        "",
        "{",
        "null",
        "[1, 2]",
        "[" * 100_000,
        b"\x00\xff",
        7,
        json.dumps(GOOD | {"outcome": "confused"}),
        json.dumps(GOOD | {"seconds": float("nan")}),
        json.dumps(GOOD | {"seconds": "long"}),
        json.dumps(GOOD | {"started": 1e300}),
        json.dumps(GOOD | {"tools": [["one"]]}),
        json.dumps({"outcome": "done"}),
    ],
)
def test_a_malformed_row_is_left_out_and_counted(tmp_path: Path, row: object) -> None:
    path = tmp_path / "metrics.sqlite3"
    keep(path, json.dumps(GOOD), row, json.dumps(GOOD | {"of a newer version": 1}))
    metrics = Metrics(MetricsStore(path))
    assert figures(metrics.since(0)).outcomes["done"] == 2
    assert metrics.unreadable == 1
    metrics.close()


def test_a_file_that_is_no_database_is_set_aside_and_begun_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "metrics.sqlite3"
    path.write_bytes(b"not a database " * 500)
    metrics = Metrics(MetricsStore(path))
    metrics.record(turn())
    assert len(metrics.since(0)) == 1
    metrics.close()
    assert (tmp_path / "metrics.sqlite3.corrupt").read_bytes().startswith(b"not a database")
    assert "metrics.sqlite3.corrupt" in caplog.text


def test_a_file_that_becomes_corrupt_is_set_aside_and_the_turn_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "metrics.sqlite3"
    keep(path, *[json.dumps(GOOD)] * 500)
    pages = path.read_bytes()
    path.write_bytes(pages[:4096] + b"\xff" * (len(pages) - 4096))
    metrics = Metrics(MetricsStore(path))
    metrics.record(turn())
    assert [row.first for row in metrics.since(0)] == [True]
    metrics.close()
    assert (tmp_path / "metrics.sqlite3.corrupt").exists()


def test_a_corrupt_file_that_another_process_has_replaced_is_not_replaced_again(tmp_path: Path) -> None:
    path = tmp_path / "metrics.sqlite3"
    keep(path, *[json.dumps(GOOD)] * 500)
    late = MetricsStore(path)
    pages = path.read_bytes()
    path.write_bytes(pages[:4096] + b"\xff" * (len(pages) - 4096))
    first = MetricsStore(path)
    first.add(TurnRow.of(turn()))
    late.add(TurnRow.of(turn()))
    assert len(first.since(0)) == len(late.since(0)) == 2
    first.close()
    late.close()


async def test_a_turn_does_not_wait_for_a_disk_that_takes_its_time(tmp_path: Path) -> None:
    path = tmp_path / "metrics.sqlite3"
    metrics = Metrics(MetricsStore(path))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        metrics.record(turn())
        assert metrics.figures().turns == 1
        assert other.execute("SELECT count(*) FROM turns").fetchone() == (0,)
        other.execute("COMMIT")
    assert len(metrics.since(0)) == 1
    metrics.close()
