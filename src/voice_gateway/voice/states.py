"""What the pipeline is doing: one explicit state machine that logs, traces and pages read."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from voice_gateway.trace import Event, Trace


class State(StrEnum):
    STARTING = "starting"
    """Engines are being loaded; nothing is heard yet."""

    LISTENING = "listening"
    """Waiting for the wake word."""

    RECORDING = "recording"
    """Somebody may speak."""

    THINKING = "thinking"
    """What was said is being written down and answered."""

    SPEAKING = "speaking"
    """An answer, or what is announced, is being spoken; it can be cut off."""

    COOLING_DOWN = "cooling down"
    """The last sound fades; it must not wake the assistant."""

    STOPPED = "stopped"


_NEXT = {
    State.STARTING: {State.LISTENING},
    State.LISTENING: {State.RECORDING, State.SPEAKING, State.COOLING_DOWN},
    State.RECORDING: {State.THINKING},
    State.THINKING: {State.SPEAKING, State.RECORDING, State.COOLING_DOWN},
    State.SPEAKING: {State.RECORDING, State.COOLING_DOWN},
    State.COOLING_DOWN: {State.RECORDING},
    State.STOPPED: {State.STARTING},
}
"""What may follow what. From everywhere the way leads back to listening, and to the end."""

_ALWAYS = {State.LISTENING, State.STOPPED}

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class StateChanged(Event):
    """The voice pipeline went on to another state."""

    state: str
    reason: str = ""


class StateMachine:
    """The state at hand, and those before it in this exchange."""

    def __init__(self) -> None:
        self.state = State.STOPPED
        self._history: list[tuple[float, State, str]] = []
        self._watchers: list[Callable[[State, str], None]] = []

    def to(self, state: State, reason: str = "") -> None:
        """Go on. A step that makes no sense is an error of ours, and raises `ValueError`."""
        if state is self.state:
            return
        if state not in _NEXT[self.state] | _ALWAYS:
            raise ValueError(f"The pipeline cannot go from {self.state} to {state}.")
        log.info("🎙 %s → %s%s", self.state, state, f" ({reason})" if reason else "")
        self.state = state
        if state is State.LISTENING:
            self._history.clear()
        self._history.append((time.perf_counter(), state, reason))
        for watcher in self._watchers:
            watcher(state, reason)

    def watch(self, watcher: Callable[[State, str], None]) -> None:
        """Be told of every change from now on."""
        self._watchers.append(watcher)

    def leave_in(self, trace: Trace) -> None:
        """Add the states of this exchange to the trace of its turn; earlier ones have a negative time."""
        began = time.perf_counter() - trace.elapsed()
        trace.events += [
            StateChanged(at=when - began, state=state, reason=reason) for when, state, reason in self._history
        ]
