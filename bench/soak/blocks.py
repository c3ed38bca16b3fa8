"""How long the event loop is kept busy by our own code, and not by the machine.

The time between two waits of its selector is made of four things: computing, sleeping in a call (a file, a
lock), waiting for a core that other work has, and standing still while the host runs another machine. The
last two are not our doing, and the kernel keeps account of both. So it does for the other threads: a loop
that sleeps because one of them has the interpreter, or must start first, waits for a core as long as that
thread does. Under a kernel that charges a thread with what the host took from it, no thread has computed on a
core while the host had it.
"""

import ctypes
import os
import resource
import selectors
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.soak.witness import Witness

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_THREADS = Path("/proc/self/task")
_core = ctypes.CDLL(None).sched_getcpu
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

    core: int = 0
    """Where it runs."""


@dataclass(frozen=True, order=True)
class Block:
    """One time between two waits, in milliseconds, and what it is made of."""

    ours: float
    passed: float
    computed: float = field(default=0, compare=False)
    slept: float = field(default=0, compare=False)
    """Neither computed nor waited for a core: in a call, or without the interpreter."""

    queued: float = field(default=0, compare=False)
    stolen: float = field(default=0, compare=False)
    starved: float = field(default=0, compare=False)
    """The longest that any other thread waited for a core."""

    seen: Sequence[str] = field(default=(), compare=False)
    """Where it stood, by whoever saw it meanwhile."""

    @classmethod
    def between(cls, before: Moment, now: Moment) -> "Block":
        passed, queued = now.clock - before.clock, now.queued - before.queued
        by_core = [b - a for a, b in zip(before.stolen, now.stolen, strict=True)]
        stolen, stolen_here = max(by_core), min(by_core[before.core], by_core[now.core])
        starved = max((now.others[name] - before.others.get(name, 0.0) for name in now.others), default=0.0)
        computed = max(0.0, min(now.computed - before.computed, passed - stolen_here))
        ours = computed
        if now.sleeps > before.sleeps:
            ours = max(computed, passed - queued - stolen - starved)
        slept = max(0.0, passed - (now.computed - before.computed) - queued)
        return cls(_ms(ours), _ms(passed), _ms(computed), _ms(slept), _ms(queued), _ms(stolen), _ms(starved))


class Account:
    """Reads what the kernel counts of the thread that made it."""

    def __init__(self, bystander: int = 0) -> None:
        """`bystander` is a thread that nobody waits for."""
        self._name = str(threading.get_native_id())
        self._queue = os.open(_THREADS / self._name / "schedstat", os.O_RDONLY)
        self._passed_over = {self._name, str(bystander)}
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
            _core(),
        )

    def _waits_of_others(self) -> dict[str, float]:
        waits = {}
        for name in os.listdir(_THREADS):
            with suppress(OSError):  # it may have ended meanwhile
                if name not in self._passed_over:
                    waits[name] = _queued((_THREADS / name / "schedstat").read_bytes())
        return waits


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _queued(schedstat: bytes) -> float:
    return int(schedstat.split()[1]) / 1e9


class WatchedSelector(selectors.DefaultSelector):
    """Tells how long nobody waited on it, and for a long time what was seen meanwhile."""

    def __init__(self, tell: Callable[[Block], None]) -> None:
        super().__init__()
        self._tell = tell
        self._witness = Witness(threading.get_ident(), threading.get_native_id())
        self._account = Account(bystander=self._witness.start())
        self._woken = self._account.now()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        block = Block.between(self._woken, self._account.now())
        seen = self._witness.look_away()
        self._tell(replace(block, seen=seen) if seen else block)
        ready = super().select(timeout)
        self._woken = self._account.now()
        self._witness.look()
        return ready
