"""How well and how quickly times are read, by our reader and by the libraries that are installed.

`phrases.toml` is what our reader was made with; `unseen.toml` was written afterwards and changes nothing in it, so
only that one compares fairly. `pip install dateparser parsedatetime recurrent timefhuman` puts all of them beside it.
"""

from rich.console import Console

from bench.figure import Figure
from bench.times.readers import OWN, installed
from bench.times.scoring import Score, phrases, score
from voice_gateway.cli.terminal import table


def measure() -> list[Figure]:
    readers, missing = installed()
    made_with = score(readers[OWN], phrases("phrases"))
    scores = {name: score(reader, phrases("unseen")) for name, reader in readers.items()}
    _show(scores, missing)
    own = scores[OWN]
    return [
        Figure(
            "times_known",
            _percent(made_with),
            "phrases the reader was made with, right in percent",
            100,
            "higher",
        ),
        Figure("times_right", _percent(own), "phrases it was not made with, right in percent", 90, "higher"),
        Figure("times_wrong", own.wrong, "of those, read as something else"),
        Figure("time_read_ms", own.milliseconds, "sentence to its time", target=1),
    ]


def _percent(found: Score) -> float:
    return 100 * found.right / found.all


def _show(scores: dict[str, Score], missing: list[str]) -> None:
    numbers = ("right", "wrong", "12 h off", "none", "cut out", "ms", "KiB")
    kinds = list(next(iter(scores.values())).by_kind)
    console = Console()
    whole, parts = table("reader", *numbers, "needs", numbers=numbers), table("reader", *kinds, numbers=kinds)
    for name, found in scores.items():
        kibibytes, needs = found.size
        counts = (found.right, found.wrong, found.other_half, found.nothing, found.alone_right)
        whole.add_row(name, *map(str, counts), f"{found.milliseconds:.2f}", f"{kibibytes:,}", needs)
        parts.add_row(name, *(f"{right} of {of}" for right, of in found.by_kind.values()))
    console.print(whole)
    console.print(parts)
    if missing:
        console.print(f"Not installed and left out: {', '.join(missing)}.")
