"""`python -m bench [NAME…]`: run all measurements, or those named, and write `build/bench.json`.

`python -m bench soak --turns N` is a test of endurance, and writes `build/soak.json`; `python -m bench
false_wakes --hours H` counts how often the wake word is heard where nobody said it.
"""

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console

from bench.figure import Figure
from voice_gateway.cli.terminal import table

MEASUREMENTS = (
    "help_time",
    "turn_cpu",
    "routing",
    "wishes",
    "tier_tokens",
    "devices",
    "home_assistant",
    "plans",
    "console",
    "history",
    "speech",
    "turn_end",
    "voice",
    "call_maker",
    "engine",
    "times",
)
RESULT = Path("build/bench.json")


def main() -> None:
    if sys.argv[1:2] == ["soak"]:
        from bench.soak.soak import main as soak

        soak(sys.argv[2:])
    if sys.argv[1:2] == ["false_wakes"]:
        from bench.false_wakes import main as false_wakes

        false_wakes(sys.argv[2:])
        return
    chosen = sys.argv[1:] or MEASUREMENTS
    if unknown := set(chosen) - set(MEASUREMENTS):
        sys.exit(f"There is no measurement called {', '.join(unknown)}. There are: {', '.join(MEASUREMENTS)}")
    console = Console(stderr=True)
    figures: list[Figure] = []
    for name in chosen:
        with console.status(f"measuring {name} …"):
            figures += importlib.import_module(f"bench.{name}").measure()
    RESULT.parent.mkdir(exist_ok=True)
    kept = json.loads(RESULT.read_text()) if RESULT.exists() and sys.argv[1:] else {}
    RESULT.write_text(json.dumps(kept | {figure.name: figure.value for figure in figures}, indent=2) + "\n")
    rows = table("figure", "value", "target", "", "what it is", numbers=("value", "target"))
    for figure in figures:
        sign = "≤" if figure.better == "lower" else "≥"
        target = f"{sign} {figure.target:g}" if figure.target is not None else ""
        mark = {True: "✓", False: "✗", None: ""}[figure.reached]
        rows.add_row(figure.name, f"{figure.value:,.3g}", target, mark, figure.meaning)
    Console().print(rows)
    print(f"\nWritten to {RESULT}.")


main()
