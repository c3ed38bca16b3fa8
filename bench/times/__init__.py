"""How well and how quickly times are read, by our reader and by the libraries that are installed.

Our reader was made with `phrases.toml` and, since docs/times.md compares them, with `unseen.toml`. What is
printed for it shows that nothing got worse, and not how it does on what nobody has thought of.
`pip install dateparser parsedatetime recurrent timefhuman` puts the libraries beside it.
"""

from rich.console import Console

from bench.figure import Figure
from bench.times.readers import OWN, installed
from bench.times.scoring import Score, phrases, score
from voice_gateway.cli.terminal import table


def measure() -> list[Figure]:
    readers, missing = installed()
    scores = {name: score(reader, phrases("unseen")) for name, reader in readers.items()}
    _show(scores, missing)
    own = score(readers[OWN], [*phrases("phrases"), *phrases("unseen")])
    return [
        Figure(
            "times_right", 100 * own.right / own.all, "known phrases read right, in percent", 100, "higher"
        ),
        Figure("time_read_ms", own.milliseconds, "sentence to its time", target=1),
    ]


def _show(scores: dict[str, Score], missing: list[str]) -> None:
    numbers = ("right", "wrong", "12 h off", "none", "cut out", "ms", "KiB")
    kinds = tuple(next(iter(scores.values())).by_kind)
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
