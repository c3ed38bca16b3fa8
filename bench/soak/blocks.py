"""How long the event loop is kept busy by our own code, and not by the machine.

The time between two waits of its selector is made of four things: computing, sleeping in a call (a file, a
lock), waiting for a core that other work has, and standing still while the host runs another machine. The
last two are not our doing, and the kernel keeps account of both. So it does for the other threads: a loop
that sleeps because one of them has the interpreter, or must start first, waits for a core as long as that
thread does.
"""

import os
import resource
import selectors
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_THREADS = Path("/proc/self/task")
_LOOK_AGAIN = 0.05
"""Seconds after which the other threads are looked at again."""


@dataclass(frozen=True)
class Moment:
    """The kernel's account of a thread, in seconds."""

    clock: float
    computed: float
    queued: float
    """Waited for a core."""

    sleeps: int
    """How often it gave its core away by itself: without that, it did nothing but compute."""

    stolen: tuple[float, ...]
    """From each core, by the host."""

    others: Mapping[str, float] = field(default_factory=dict)
    """What each of the other threads has waited for a core."""


@dataclass(frozen=True, order=True)
class Block:
    """One time between two waits, in milliseconds."""

    ours: float
    passed: float

    @classmethod
    def between(cls, before: Moment, now: Moment) -> "Block":
        passed, computed = now.clock - before.clock, now.computed - before.computed
        ours = computed
        if now.sleeps > before.sleeps:
            stolen = max(b - a for a, b in zip(before.stolen, now.stolen, strict=True))
            starved = max((now.others[name] - before.others.get(name, 0.0) for name in now.others), default=0)
            ours = max(computed, passed - (now.queued - before.queued) - stolen - starved)
        return cls(round(ours * 1000, 1), round(passed * 1000, 1))


class Account:
    """Reads what the kernel counts of the thread that made it."""

    def __init__(self) -> None:
        self._name = str(threading.get_native_id())
        self._queue = os.open(_THREADS / self._name / "schedstat", os.O_RDONLY)
        self._cores = os.open("/proc/stat", os.O_RDONLY)
        self._others: dict[str, float] = {}
        self._looked = 0.0

    def now(self) -> Moment:
        lines = os.pread(self._cores, 8192, 0).splitlines()
        clock = time.perf_counter()
        if clock - self._looked > _LOOK_AGAIN:
            self._others, self._looked = self._waits_of_others(), clock
        return Moment(
            clock,
            time.thread_time(),
            _queued(os.pread(self._queue, 128, 0)),
            resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw,
            tuple(int(line.split()[8]) * _TICK for line in lines[1:] if line.startswith(b"cpu")),
            self._others,
        )

    def _waits_of_others(self) -> dict[str, float]:
        waits = {}
        for name in os.listdir(_THREADS):
            with suppress(OSError):  # it may have ended meanwhile
                if name != self._name:
                    waits[name] = _queued((_THREADS / name / "schedstat").read_bytes())
        return waits


def _queued(schedstat: bytes) -> float:
    return int(schedstat.split()[1]) / 1e9


@dataclass
class WatchedSelector(selectors.DefaultSelector):
    """Tells how long nobody waited on it."""

    tell: Callable[[Block], None]
    _account: Account = field(default_factory=Account)

    def __post_init__(self) -> None:
        super().__init__()
        self._woken = self._account.now()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.tell(Block.between(self._woken, self._account.now()))
        ready = super().select(timeout)
        self._woken = self._account.now()
        return ready
