"""How long the event loop is kept busy by our own code, and not by the machine.

The time between two waits of its selector is made of four things: computing, sleeping in a call (a file, a
lock), waiting for a core that other work has, and standing still while the host runs another machine. The
last two are not our doing, and the kernel keeps account of both.
"""

import os
import resource
import selectors
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_TICK = 1 / os.sysconf("SC_CLK_TCK")


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
            ours = max(computed, passed - (now.queued - before.queued) - stolen)
        return cls(round(ours * 1000, 1), round(passed * 1000, 1))


class Account:
    """Reads what the kernel counts of the thread that made it."""

    def __init__(self) -> None:
        self._queue = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        self._cores = os.open("/proc/stat", os.O_RDONLY)

    def now(self) -> Moment:
        lines = os.pread(self._cores, 8192, 0).splitlines()
        return Moment(
            time.perf_counter(),
            time.thread_time(),
            int(os.pread(self._queue, 128, 0).split()[1]) / 1e9,
            resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw,
            tuple(int(line.split()[8]) * _TICK for line in lines[1:] if line.startswith(b"cpu")),
        )


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
