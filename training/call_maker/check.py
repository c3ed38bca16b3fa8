"""Has the packaged network write the wishes of the test: how good is it, how sure, and how fast?

python -m training.call_maker score [--people FILE]

`--people` takes lines of `{say, wish, before, asked}`, as `labelled.py` writes them, instead of the test.
"""

import json
import time
from pathlib import Path
from statistics import median

from training.call_maker.example import Example, asked_and_said, example_from_json
from training.call_maker.judge import Reply, judge
from training.call_maker.patterns import Pattern, read_patterns
from training.call_maker.prepare import TEST, read_homes, read_lines
from training.call_maker.score import Judged, risk_table, summary
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.devices import Registry, Resolver

Row = tuple[Example, Pattern, Resolver | None]


def from_test(data: Path) -> list[Row]:
    """All wishes of the test, with the home that their names belong to."""
    resolvers = [Resolver(Registry(home)) for home in read_homes(data)]
    found: list[Row] = []
    for row in map(example_from_json, read_lines(data / TEST)):
        if not row.tells:
            asked, said = asked_and_said(row.user)
            pattern = Pattern(said, row.target, row.turns[0] if row.turns else None, asked)
            found.append((row, pattern, None if row.home is None else resolvers[row.home]))
    return found


def from_people(path: Path) -> list[Row]:
    """Sentences of a file, none of which the network should have seen."""
    return [(Example(each.say, each.wish, "dev"), each, None) for each in read_patterns(path, "dev")]


async def score_card(rows: list[Row], *, misses: bool) -> str:
    """The figures as JSON; with `misses`, what was written wrongly is printed."""
    writer = WishWriter()
    await writer.warm()
    judged: list[Judged] = []
    times: list[float] = []
    for example, pattern, resolver in rows:
        began = time.perf_counter()
        written = await writer.write_wish(pattern.say, pattern.before, pattern.asked)
        times.append(1000 * (time.perf_counter() - began))
        reply = Reply(written.line, written.confidence)
        verdict = judge(example, reply, resolver)
        judged.append((example, reply, verdict))
        if misses and not verdict.exact:
            print(f"{pattern.say}\n    {example.target}\n    {reply.line}  {reply.confidence:.2f}")
    card = {
        "written": len(rows),
        "median, milliseconds": round(median(times), 1),
        "nine of ten below, milliseconds": round(sorted(times)[int(0.9 * len(times))], 1),
        "percent": {name: round(value, 2) for name, value in summary(judged).items()},
    }
    sides = {"dev", "check"} & {example.kind.split()[0] for example, _, _ in judged}
    return json.dumps(card | {f"by confidence, {side}": risk_table(judged, side) for side in sides}, indent=1)
