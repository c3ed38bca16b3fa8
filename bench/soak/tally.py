"""What is counted, and when a turn was wrong."""

import re
from collections import Counter
from dataclasses import dataclass, field

from bench.soak.people import Heard
from voice_gateway.truth import claims_here_and_now

_UNCHANGED = re.compile(r"was not changed|haven't changed anything|nothing was", re.I)
_NO_ANSWER = re.compile(r"[{}<>]|tool_call|control_zwave")


@dataclass
class Asked:
    """One sentence, and what it should come to."""

    sentence: str
    light: str
    wanted: bool | None
    """What the light is to be told, once; None: nothing."""

    sure: bool
    """Nothing of it depends on the model."""

    undisturbed: bool = True
    """The home and the gateway were there all the time."""


@dataclass
class Tally:
    turns: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    doubled: int = 0
    false_claims: int = 0
    unanswered: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def judge(self, asked: Asked, heard: Heard, told: list[bool]) -> None:
        """Count one turn by what was heard of it and what the light was told meanwhile."""
        self.turns += 1
        self.outcomes["gone" if heard.gone else heard.outcome or "none"] += 1
        wanted = [] if asked.wanted is None else [asked.wanted]
        if len(told) > len(wanted) or told not in ([], wanted):
            self._count("doubled", asked, heard, told)
        if heard.gone:
            return
        if heard.outcome is None:
            if asked.undisturbed:
                self._count("unanswered", asked, heard, told)
            return
        if self._is_false(asked, heard, told):
            self._count("false_claims", asked, heard, told)
        elif wanted and not told and (heard.outcome == "answered" or (asked.sure and asked.undisturbed)):
            self._count("lost", asked, heard, told)

    def _is_false(self, asked: Asked, heard: Heard, told: list[bool]) -> bool:
        if _NO_ANSWER.search(heard.text):
            return True
        if asked.wanted is None:
            return claims_here_and_now(heard.text)
        if heard.outcome == "done":
            return not told
        return bool(told) and _UNCHANGED.search(heard.text) is not None

    def _count(self, what: str, asked: Asked, heard: Heard, told: list[bool]) -> None:
        setattr(self, what, getattr(self, what) + 1)
        self.complaints.append(f"{what}: “{asked.sentence}” → {heard.outcome}: {heard.text[:120]!r}; {told}")
