"""How long it takes to read a sentence into a wish: plans, timers, lists, commands, questions."""

import statistics
import time
import tomllib
from datetime import datetime
from pathlib import Path

from bench.figure import Figure
from voice_gateway.assembly import home_words
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import MicroRouter

CORPUS = Path("evaluations/plans/development-3.toml")
ROUNDS = 5


def measure() -> list[Figure]:
    home = load_home(CORPUS)
    tests = tomllib.loads(CORPUS.read_text(encoding="utf-8"))["test"]
    sentences = [sentence for test in tests for sentence in (*test.get("earlier", ()), *test["say"])]
    router, fast = MicroRouter(home_words(home)), FastPath(Resolver(home.registry))
    seen = [(sentence, router.classify(sentence)) for sentence in sentences]
    context = Context(now=datetime(2026, 11, 16, 18, 0).astimezone())
    spent = []
    for turn in range(ROUNDS + 1):
        for sentence, kind in seen:
            began = time.perf_counter()
            fast.read(sentence, kind, context)
            if turn:  # the first has to compile the sentences
                spent.append((time.perf_counter() - began) * 1000)
    return [Figure("wish_read_ms", statistics.median(spent), "sentence to wish, by the rules", target=2)]
