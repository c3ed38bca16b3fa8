"""What a tool says back: a sentence or two for the model, and the same as data for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one tool call."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False
