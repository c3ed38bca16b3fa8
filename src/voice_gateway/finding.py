"""What a look at one part of the gateway found."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    part: str
    verdict: Literal["ok", "note", "bad"]
    text: str
    fix: str | None = None
    answers: bool = False
    """Whether this part, as it was found, can answer a sentence in the present setup."""
