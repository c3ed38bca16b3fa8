"""`python -m bench [NAME…]`: run all measurements, or those named, and write `build/bench.json`.

Apart from these, `python -m bench soak --turns N` is a test of endurance, `python -m bench fleet_soak
--turns N` the same for many gateways, and `python -m bench false_wakes --hours H` counts how often the wake
word is heard where nobody said it.
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
    "light",
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
    "fleet",
)
APART = {"soak": "bench.soak.soak", "fleet_soak": "bench.soak.fleet", "false_wakes": "bench.false_wakes"}
"""What is only measured when asked for, with arguments of its own."""

RESULT = Path("build/bench.json")


def main() -> None:
    for name, module in APART.items():
        if sys.argv[1:2] == [name]:
            importlib.import_module(module).main(sys.argv[2:])
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
