"""A circuit breaker: an engine that keeps failing is left alone for a while, so that nobody waits for it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

FAILURES = 3
"""Failures in a row after which an engine is left alone."""

FIRST_PAUSE = 30.0
LONGEST_PAUSE = 600.0


@dataclass
class CircuitBreaker:
    """Closed, calls pass. Open, none do. When the pause is over one call may try, and decides."""

    clock: Callable[[], float] = time.monotonic
    _failures: int = field(default=0, init=False)
    _pause: float = field(default=FIRST_PAUSE, init=False)
    _open_until: float = field(default=0.0, init=False)

    def allows(self) -> bool:
        """Whether a call may be made now. While one tries, others are held off for a whole pause."""
        if self._failures < FAILURES:
            return True
        if self.clock() < self._open_until:
            return False
        self._open_until = self.clock() + self._pause
        return True

    def succeeded(self) -> None:
        self._failures, self._pause = 0, FIRST_PAUSE

    def failed(self) -> None:
        self._failures += 1
        if self._failures < FAILURES:
            return
        if self._failures > FAILURES:
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
        self._open_until = self.clock() + self._pause

    @property
    def seconds_left(self) -> float:
        """How long calls are still held off."""
        return max(0.0, self._open_until - self.clock()) if self._failures >= FAILURES else 0.0
