"""Adds up how well sentences were read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from voice_gateway.measuring.sentences.form import Form, Line
from voice_gateway.measuring.sentences.likeness import (
    acts,
    asks,
    same,
    same_asking,
    same_targets,
    same_times,
    same_verbs,
)
from voice_gateway.measuring.tasks.scores import median_milliseconds, share

MEASURES: Final = ("asked", "acted", "verbs", "targets", "times", "everything")


@dataclass(frozen=True)
class SentenceOutcome:
    """How one line was read."""

    line: Line
    read: Form
    seconds: float = 0.0

    @property
    def asked(self) -> bool:
        """It was seen whether anything is asked for."""
        return same_asking(self.line, self.read)

    @property
    def acted(self) -> bool:
        """Something would be done where nothing was asked for."""
        return not asks(self.line.wanted) and acts(self.read)

    @property
    def verbs(self) -> bool:
        return same_verbs(self.line, self.read)

    @property
    def targets(self) -> bool:
        return same_targets(self.line, self.read)

    @property
    def times(self) -> bool:
        return same_times(self.line, self.read)

    @property
    def everything(self) -> bool:
        return same(self.line, self.read)

    def row(self) -> dict[str, Any]:
        """All of it in plain values, for JSON."""
        judged = {name: getattr(self, name) for name in MEASURES}
        return {
            **self.line.row, "read": self.read.as_row(), **judged, "ms": round(self.seconds * 1000, 1),
        }  # fmt: skip


@dataclass(frozen=True)
class SentenceScore:
    """Who read the lines, and how well."""

    name: str
    outcomes: Sequence[SentenceOutcome]

    def of(self, measure: str) -> float:
        """The share of the lines; of an act where nothing is asked, of those lines that ask for nothing."""
        counted = [one for one in self.outcomes if measure != "acted" or not asks(one.line.wanted)]
        return share(counted, lambda one: bool(getattr(one, measure)))

    def by(self, field: str) -> dict[str, "SentenceScore"]:
        """The same for each act or each hand, in alphabetical order."""
        said = [(str(one.line.row.get(field) or ""), one) for one in self.outcomes]
        return {
            name: SentenceScore(name, [one for each, one in said if each == name])
            for name in sorted({name for name, _ in said if name})
        }

    @property
    def milliseconds(self) -> float:
        return median_milliseconds(self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        return [one.row() for one in self.outcomes]

    def figures(self) -> dict[str, Any]:
        return {
            "model": self.name,
            "sentences": len(self.outcomes),
            **{measure: self.of(measure) for measure in MEASURES},
            "median_ms": round(self.milliseconds, 1),
            **{
                field: {
                    name: {each: one.of(each) for each in MEASURES} for name, one in self.by(field).items()
                }
                for field in ("act", "hand")
            },
        }
