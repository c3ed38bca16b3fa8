"""Figures are counted from traces, exposed, and survive a restart."""

import time
from pathlib import Path

import pytest

from voice_gateway.metrics import Metrics, MetricsStore, TurnRow, figures
from voice_gateway.trace import Answered, Asked, Called, Classified, Recovered, Trace, record, tracing


def turn(
    *, first: bool = True, success: bool = True, cause: str | None = None, seconds: float = 0.0
) -> Trace:
    trace = Trace("secret words", first=first, model="qwen3:0.6b")
    with tracing(trace):
        record(Classified(intent="device", confidence=0.9))
        record(Asked(purpose="first", tools=6, seconds=0.2))
        if cause:
            record(
                Recovered(
                    cause=cause, cure="without_tools", success=success, attempt=1, seconds_before=1, seconds=1
                )
            )
        record(Called(tool="list_devices", arguments={}, outcome="ok", result="two", seconds=0.1))
        record(Answered(text="there are two", success=success, at=seconds))
    return trace


def test_figures_of_a_process() -> None:
    metrics = Metrics()
    for trace in (turn(), turn(first=False, cause="silent"), turn(success=False, cause="lost_call")):
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
        record(Answered(text="[interrupted]", success=False, cut_off=True, at=50))
    return trace


def test_a_turn_that_the_person_stopped_is_no_failure(tmp_path: Path) -> None:
    metrics = Metrics(MetricsStore(tmp_path / "metrics.sqlite3"))
    for trace in (turn(seconds=1), cut_off(), cut_off(first=False)):
        metrics.record(trace)
    for now in (metrics.figures(), figures(metrics.since(0))):
        assert (now.turns, now.cut_off) == (3, 2)
        assert (now.success_rate, now.first_query_rate, now.seconds_p95) == (1, 1, 1)
    text = metrics.exposition().decode()
    metrics.close()
    assert 'voice_gateway_turns_total{intent="general",model="qwen3:0.6b",success="cut off"} 2.0' in text
    assert 'success="failure"' not in text


def test_percentiles() -> None:
    rows = [TurnRow.of(turn(seconds=seconds)) for seconds in range(101)]
    assert (figures(rows).seconds_p50, figures(rows).seconds_p95) == (50, 95)
    assert figures([]).seconds_p50 is None


def test_prometheus_can_read_them() -> None:
    metrics = Metrics()
    metrics.record(turn(cause="silent"))
    text = metrics.exposition().decode()
    assert 'voice_gateway_first_queries_total{success="success"} 1.0' in text
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
