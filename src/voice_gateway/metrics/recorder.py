"""Reads each finished trace into counters."""

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from voice_gateway.metrics.figures import Figures, figures
from voice_gateway.metrics.store import MetricsStore, TurnRow
from voice_gateway.trace import Asked, Called, Trace

KEPT_IN_MEMORY = 10_000
BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60)

log = logging.getLogger(__name__)


class Metrics:
    """Reliability of this process, and of all before it when there is a store."""

    def __init__(self, store: MetricsStore | None = None) -> None:
        self.store = store
        self.listeners: list[Callable[[Trace], None]] = []
        """Each is told every finished trace."""

        self.member: dict[str, str] = {}
        """Which home and gateway these figures are of, where there are several."""

        self._writer = ThreadPoolExecutor(1, "metrics")
        """A disk may take its time: the event loop does not wait for it."""

        self._rows: deque[TurnRow] = deque(maxlen=KEPT_IN_MEMORY)
        self._first = [0, 0]
        self._retries = [0, 0]
        self.registry = CollectorRegistry()
        prefix, registry = "voice_gateway", self.registry
        self._turns = Counter(f"{prefix}_turns", "Turns", ["intent", "model", "outcome"], registry=registry)
        self._first_queries = Counter(
            f"{prefix}_first_queries", "First queries of a conversation", ["outcome"], registry=registry
        )
        self._retry_outcomes = Counter(f"{prefix}_retries", "Retries", ["success"], registry=registry)
        self._causes = Counter(f"{prefix}_unusable_replies", "Unusable replies", ["cause"], registry=registry)
        self._tool_calls = Counter(
            f"{prefix}_tool_calls", "Tool calls", ["tool", "outcome"], registry=registry
        )
        self._corrected = Counter(f"{prefix}_corrected_claims", "False claims not said", registry=registry)
        self._turn_seconds = Histogram(
            f"{prefix}_turn_seconds", "Seconds per turn", ["intent"], buckets=BUCKETS, registry=registry
        )
        self._model_seconds = Histogram(
            f"{prefix}_model_seconds", "Seconds per model call", ["model"], buckets=BUCKETS, registry=registry
        )
        self._tool_seconds = Histogram(
            f"{prefix}_tool_seconds", "Seconds per tool call", ["tool"], buckets=BUCKETS, registry=registry
        )

    def belong_to(self, home: str, gateway: str, owns: Callable[[], bool]) -> None:
        """Let all figures tell which gateway of which home they are of, and whether it owns the home."""
        self.member = {"home": home, "gateway": gateway}
        Info("voice_gateway_member", "Home and gateway", registry=self.registry).info(self.member)
        gauge = Gauge(
            "voice_gateway_owns", "Whether the home is its own", [*self.member], registry=self.registry
        )
        gauge.labels(**self.member).set_function(lambda: float(owns()))

    def record(self, trace: Trace) -> None:
        """Count a finished turn. Never raises: figures are not worth an answer."""
        row = TurnRow.of(trace)
        self._rows.append(row)
        self._log(row)
        self._expose(row, trace)
        if self.store:
            self._keep(self.store, row)
        for listener in tuple(self.listeners):
            try:
                listener(trace)
            except Exception:
                log.exception("A listener of the metrics failed")

    def since(self, moment: float) -> list[TurnRow]:
        """The turns since a moment, of earlier processes too when there is a store."""
        if self.store:
            self._writer.submit(lambda: None).result()  # what was recorded before is in it
            try:
                return self.store.since(moment)
            except (OSError, sqlite3.Error) as error:
                log.warning("Metrics could not be read: %s", error)
        return [row for row in self._rows if row.started >= moment]

    @property
    def unreadable(self) -> int:
        """Rows that were left out of the turns read last."""
        return self.store.unreadable if self.store else 0

    def figures(self) -> Figures:
        """The figures of this process."""
        return figures(list(self._rows))

    def exposition(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)

    def close(self) -> None:
        self._writer.shutdown()
        if self.store:
            self.store.close()

    def _keep(self, store: MetricsStore, row: TurnRow) -> None:
        def write() -> None:
            try:
                store.add(row)
            except (OSError, sqlite3.Error) as error:
                log.warning("Metrics could not be kept: %s", error)

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            write()  # nobody is kept waiting
        else:
            self._writer.submit(write)

    def _log(self, row: TurnRow) -> None:
        if row.first and not row.cut_off:
            self._first[0] += row.success
            self._first[1] += 1
            good, total = self._first
            log.info(
                "First query: %s (%d of %d, %.0f %%)", _word(row.success), good, total, 100 * good / total
            )
        for success in row.retries:
            self._retries[0] += success
            self._retries[1] += 1
        if row.retries:
            good, total = self._retries
            log.info("Retry success rate: %d of %d, %.0f %%", good, total, 100 * good / total)

    def _expose(self, row: TurnRow, trace: Trace) -> None:
        self._turns.labels(row.intent, row.model, row.outcome.value).inc()
        if not row.cut_off:
            self._turn_seconds.labels(row.intent).observe(row.seconds)
        if row.first:
            self._first_queries.labels(row.outcome.value).inc()
        for success in row.retries:
            self._retry_outcomes.labels(_word(success)).inc()
        for cause in row.causes:
            self._causes.labels(cause).inc()
        if row.corrected:
            self._corrected.inc()
        for asked in trace.all(Asked):
            self._model_seconds.labels(row.model).observe(asked.seconds)
        for called in trace.all(Called):
            self._tool_calls.labels(called.tool, called.outcome).inc()
            self._tool_seconds.labels(called.tool).observe(called.seconds)


def _word(success: bool) -> str:
    return "success" if success else "failure"
