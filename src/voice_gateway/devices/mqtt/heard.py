"""What was last heard on each topic."""

from __future__ import annotations

import itertools
import json
import time
from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.mqtt.operations import MISSING
from voice_gateway.devices.mqtt.templates import rendered


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and its place among all that were heard."""

    text: str
    table: Any = MISSING
    """The same as JSON, where it is; with what earlier messages had that this one leaves out."""
    number: int = 0
    at: float = 0.0
    """When it was heard, in seconds since 1970."""


class Heard:
    """Keeps the last message of every topic."""

    def __init__(self) -> None:
        self._said: dict[str, Said] = {}
        self._numbers = itertools.count(1)

    def __contains__(self, topic: object) -> bool:
        return topic in self._said

    def take(self, topic: str, text: str) -> None:
        table = as_json(text)
        known = self._said.get(topic)
        # Many devices report only what has changed, on the topic where all of it is told otherwise.
        if known and isinstance(table, dict) and isinstance(known.table, dict):
            table = {**known.table, **table}
        self._said[topic] = Said(text, table, next(self._numbers), time.time())

    def keep(self, topics: frozenset[str]) -> None:
        """Forget what nobody listens to any more."""
        self._said = {topic: said for topic, said in self._said.items() if topic in topics}

    def get(self, topic: Any) -> Said | None:
        return self._said.get(topic) if isinstance(topic, str) else None

    def told(self, topic: Any, template: Any = None) -> str | None:
        """What was said there, as the template puts it; None where nothing was."""
        said = self.get(topic)
        if said is None:
            return None
        found = rendered(None if template is None else str(template), said.text, said.table)
        return None if found in ("", "None") else found


def as_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return MISSING
