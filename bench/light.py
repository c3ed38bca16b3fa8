"""How much `voice-gateway run` takes with the built-in model: memory after warm-up, start, and rest."""

import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from bench.figure import Figure

STARTS, REST = 3, 20.0
SAID = (
    "turn on the kitchen light",
    "what is a good name for a cat",
    "could somebody see to it that it is dark here",
)
_TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def _running(port: int) -> Iterator[tuple[int, httpx.Client, float]]:
    """A gateway of its own, as `voice-gateway run` starts it: its process, who asks it, seconds to ready."""
    url = f"http://127.0.0.1:{port}"
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        command = [sys.executable, "-m", "voice_gateway", "run", "--provider", "builtin", "--no-open"]
        command += ["--port", str(port)]
        # One for all: each takes a tenth of a second of a core to make, which the program has need of.
        with httpx.Client(base_url=url, trust_env=False, timeout=120) as client:
            began = time.perf_counter()
            with subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as run:
                try:
                    while not _answers(client):
                        time.sleep(0.01)
                    yield run.pid, client, time.perf_counter() - began
                finally:
                    run.send_signal(signal.SIGINT)


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/").is_success
    except httpx.TransportError:
        return False


def _ask(client: httpx.Client, sentence: str) -> None:
    client.post("/api/ask", json={"text": sentence}).raise_for_status()


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def measure() -> list[Figure]:
    started, answered = [], []
    for at in range(STARTS):
        with _running(18_700 + at) as (pid, client, seconds):
            started.append(seconds)
            shown = time.perf_counter()
            _ask(client, SAID[0])
            answered.append(seconds + time.perf_counter() - shown)
            if at + 1 < STARTS:
                continue
            for sentence in SAID[1:]:
                _ask(client, sentence)
            time.sleep(2)
            memory, before = _megabytes(pid), _cpu(pid)
            time.sleep(REST)
            share = (_cpu(pid) - before) / REST
    return [
        Figure(
            "run_rss_mb",
            memory,
            "memory of `voice-gateway run` with the built-in model, after three turns",
            400,
        ),
        Figure(
            "run_ready_seconds",
            statistics.median(started),
            "until its page answers, median of three starts",
            1.2,
        ),
        Figure(
            "run_first_turn_seconds",
            statistics.median(answered),
            "until a turn is answered that was sent as soon as the page was there, median of three starts",
        ),
        Figure("run_idle_share", 100 * share, "percent of a core while nobody speaks", 0.3),
    ]
