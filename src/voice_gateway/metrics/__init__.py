"""Counts how often each remedy was needed: in memory, for Prometheus, and kept in SQLite across restarts."""

from voice_gateway.metrics.figures import Figures, figures
from voice_gateway.metrics.recorder import Metrics
from voice_gateway.metrics.store import MetricsStore, TurnRow

__all__ = ["Figures", "Metrics", "MetricsStore", "TurnRow", "figures"]
