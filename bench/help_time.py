"""How long `voice-gateway --help` takes."""

import statistics
import subprocess
import sys
import time

from bench.figure import Figure

RUNS = 9


def measure() -> list[Figure]:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "voice_gateway", "--help"], check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return [Figure("help_seconds", statistics.median(times), "seconds for voice-gateway --help", target=0.5)]
