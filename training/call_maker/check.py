"""Asks the adapter on this machine, through our own engine: is it as good, how sure is it, and how fast?

python -m training.call_maker.check --count 300 [--adapter FILE] [--people FILE]

`--people` takes lines of `{say, wish, before, asked}`, as `labelled.py` writes them, instead of the test.
"""

import argparse
import asyncio
import json
import time
from pathlib import Path
from statistics import median

from training.call_maker.example import Example, example_from_json
from training.call_maker.judge import Reply, judge
from training.call_maker.patterns import Pattern, read_patterns
from training.call_maker.prepare import TEST, read_homes, read_lines
from training.call_maker.score import Judged, risk_table, summary
from voice_gateway.call_maker import packaged_adapter
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.devices import Registry, Resolver
from voice_gateway.engine import Engine
from voice_gateway.engine.models import packaged_model


def from_test(data: Path, count: int) -> list[tuple[Example, Pattern, Resolver | None]]:
    """The first of the test with names and sentences that were kept back."""
    resolvers = [Resolver(Registry(home)) for home in read_homes(data)]
    found: list[tuple[Example, Pattern, Resolver | None]] = []
    for row in map(example_from_json, read_lines(data / TEST)):
        if row.kind.split()[0] in ("new", "public") or row.tells:
            continue
        asked, _, said = row.user.rpartition("\n")
        before = row.turns[0] if row.turns else None
        pattern = Pattern(said, row.target, before, asked.removeprefix("Asked: "))
        found.append((row, pattern, None if row.home is None else resolvers[row.home]))
    return sorted(found, key=lambda each: not each[0].kind.startswith("check"))[:count]


def from_people(path: Path, count: int) -> list[tuple[Example, Pattern, Resolver | None]]:
    """Sentences of a file, none of which the model should have seen."""
    patterns = read_patterns(path, "dev")[:count]
    return [(Example(each.say, each.wish, "dev"), each, None) for each in patterns]


async def check(options: argparse.Namespace) -> dict[str, object]:
    model, adapter = packaged_model(), options.adapter or packaged_adapter()
    if model is None or adapter is None:
        raise SystemExit("The model or the adapter is not there.")
    rows = (
        from_people(options.people, options.count)
        if options.people
        else from_test(options.data, options.count)
    )
    engine = Engine(model, adapter=adapter, context=1024, slots=1, threads=options.threads)
    writer = WishWriter(engine)
    await writer.warm()
    judged: list[Judged] = []
    times: list[float] = []
    for example, pattern, resolver in rows:
        began = time.perf_counter()
        written = await writer.write_wish(pattern.say, pattern.before, pattern.asked)
        times.append(1000 * (time.perf_counter() - began))
        reply = Reply(written.line, written.confidence, written.lowest)
        verdict = judge(example, reply, resolver)
        judged.append((example, reply, verdict))
        if options.misses and not verdict.exact:
            print(f"{pattern.say}\n    {example.target}\n    {reply.line}  {reply.confidence:.2f}")
    await engine.close()
    return {
        "asked": len(rows),
        "median, milliseconds": round(median(times), 1),
        "nine of ten below, milliseconds": round(sorted(times)[int(0.9 * len(times))], 1),
        "percent": {name: round(value, 2) for name, value in summary(judged).items()},
        "by confidence": risk_table(judged, "dev" if options.people else "check"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/call_maker/data"))
    parser.add_argument("--adapter", type=Path, help="another adapter than the packaged one")
    parser.add_argument("--people", type=Path, help="sentences with their wishes, instead of the test")
    parser.add_argument("--misses", action="store_true", help="print what was written wrongly")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--threads", type=int)
    print(json.dumps(asyncio.run(check(parser.parse_args())), indent=1))


if __name__ == "__main__":
    main()
