"""Adds up what came of many sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Protocol, TypeVar

from voice_gateway.measuring.tasks.home_run import Outcome
from voice_gateway.measuring.tasks.talk_run import TalkOutcome
from voice_gateway.measuring.tasks.tool_run import ToolOutcome

T = TypeVar("T")


class Timed(Protocol):
    @property
    def seconds(self) -> float: ...


@dataclass(frozen=True)
class HomeScore:
    """One row of the table: who answered, with or without the fast path, and how well."""

    name: str
    fast_path: bool
    outcomes: Sequence[Outcome]

    @property
    def done(self) -> float:
        return share(self.outcomes, lambda one: one.done)

    @property
    def wrong_changes(self) -> float:
        return share(self.outcomes, lambda one: bool(one.wrong))

    @property
    def false_claims(self) -> float:
        return share(self.outcomes, lambda one: one.false_claim)

    @property
    def understood(self) -> float:
        """Carried out by the fast path."""
        return share(self.outcomes, lambda one: one.understood)

    @property
    def milliseconds(self) -> float:
        return median_milliseconds(self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        return [{"model": self.name, "fast_path": self.fast_path, **one.row()} for one in self.outcomes]

    @property
    def kinds(self) -> dict[str, float]:
        """The share of done tasks for each kind, in the order of the files."""
        return by_kind([(one.task.kind, one.done) for one in self.outcomes])

    def figures(self) -> dict[str, Any]:
        return {
            "model": self.name,
            "fast_path": self.fast_path,
            "sentences": len(self.outcomes),
            "done": self.done,
            "wrong_changes": self.wrong_changes,
            "false_claims": self.false_claims,
            "understood": self.understood,
            "median_ms": round(self.milliseconds, 1),
            "kinds": self.kinds,
        }


@dataclass(frozen=True)
class ToolScore:
    """One row of the table: who wrote the calls and how, and how well."""

    name: str
    mode: str
    outcomes: Sequence[ToolOutcome]

    def right_tool(self, tier: str | None = None) -> float:
        return share(self._of(tier), lambda one: one.right_tool)

    def right_call(self, tier: str | None = None) -> float:
        return share(self._of(tier), lambda one: one.right_call)

    @property
    def tiers(self) -> list[str]:
        return list(dict.fromkeys(str(one.task.tier) for one in self.outcomes))

    @property
    def milliseconds(self) -> float:
        return median_milliseconds(self.outcomes)

    def figures(self) -> dict[str, Any]:
        return {
            "model": self.name,
            "mode": self.mode,
            "sentences": len(self.outcomes),
            "right_tool": self.right_tool(),
            "right_call": self.right_call(),
            "median_ms": round(self.milliseconds, 1),
            "tiers": {
                tier: {"right_tool": self.right_tool(tier), "right_call": self.right_call(tier)}
                for tier in self.tiers
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        return [{"model": self.name, "mode": self.mode, **one.row()} for one in self.outcomes]

    def _of(self, tier: str | None) -> list[ToolOutcome]:
        return [one for one in self.outcomes if tier in (None, one.task.tier)]


@dataclass(frozen=True)
class TalkScore:
    """One row of the table: who answered, and how well."""

    name: str
    outcomes: Sequence[TalkOutcome]

    @property
    def right(self) -> float:
        return share(self.outcomes, lambda one: one.right)

    @property
    def milliseconds(self) -> float:
        return median_milliseconds(self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        return [{"model": self.name, **one.row()} for one in self.outcomes]

    @property
    def kinds(self) -> dict[str, float]:
        """The share of right answers for each kind, in the order of the files."""
        return by_kind([(one.task.kind, one.right) for one in self.outcomes])

    def figures(self) -> dict[str, Any]:
        return {
            "model": self.name,
            "sentences": len(self.outcomes),
            "right": self.right,
            "median_ms": round(self.milliseconds, 1),
            "kinds": self.kinds,
        }


def by_kind(judged: Sequence[tuple[str, bool]]) -> dict[str, float]:
    """The share that is true for each kind, in order; what has no kind is left out."""
    kinds = dict.fromkeys(kind for kind, _ in judged if kind)
    return {kind: share([one for one in judged if one[0] == kind], lambda one: one[1]) for kind in kinds}


def median_milliseconds(outcomes: Sequence[Timed]) -> float:
    return 1000 * median(one.seconds for one in outcomes) if outcomes else 0.0


def share(items: Sequence[T], holds: Callable[[T], bool]) -> float:
    return sum(map(holds, items)) / len(items) if items else 0.0
