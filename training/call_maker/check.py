"""Asks the adapter the test on this machine, through our own engine: is it as good, and how fast is it?

python -m training.call_maker.check --count 300 [--replies build/call_maker/trained/replies-2.json]
"""

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from training.call_maker.example import Example, example_from_json
from training.call_maker.prepare import TEST, read_homes, read_lines
from training.call_maker.score import Verdict, judge, summary
from voice_gateway.call_maker import packaged_adapter, request
from voice_gateway.devices import Registry, Resolver
from voice_gateway.engine import Engine
from voice_gateway.engine.events import End
from voice_gateway.engine.models import packaged_model
from voice_gateway.engine.request import ChatRequest, Message, Options


async def written(engine: Engine, example: Example) -> tuple[str, float]:
    """What the engine replies, and in how many milliseconds."""
    messages = [Message(role="system", content=example.system)]
    for said, code in example.turns:
        messages += [Message(role="user", content=said), Message(role="assistant", content=code)]
    asked = ChatRequest(
        messages=[*messages, Message(role="user", content=example.user)],
        options=Options(**request(answer=example.kind.endswith("answer"))["options"]),
    )
    began = time.perf_counter()
    text = "".join([item.content async for item in engine.chat(asked) if not isinstance(item, End)])
    return text, 1000 * (time.perf_counter() - began)


async def check(options: argparse.Namespace) -> dict[str, object]:
    rows = [example_from_json(row) for row in read_lines(options.data / TEST)]
    chosen = [
        at for at, row in enumerate(rows) if row.kind.split()[0] not in ("listed", "new", "public", "answer")
    ]
    chosen = chosen[: options.count]
    resolvers = [Resolver(Registry(home)) for home in read_homes(options.data)]
    model, adapter = packaged_model(), options.adapter or packaged_adapter()
    if model is None or adapter is None:
        raise SystemExit("The model or the adapter is not there.")
    engine = Engine(model, adapter=adapter, context=1024, slots=1, threads=options.threads)
    began = time.perf_counter()
    await engine.load()
    loaded = time.perf_counter() - began
    judged: list[tuple[Example, str, Verdict]] = []
    times: list[float] = []
    for at in chosen:
        row = rows[at]
        text, milliseconds = await written(engine, row)
        judged.append((row, text, judge(row, text, None if row.home is None else resolvers[row.home])))
        times.append(milliseconds)
    await engine.close()
    known = json.loads(options.replies.read_text()) if options.replies else []
    same = [text == known[at] for at, (_, text, _) in zip(chosen, judged, strict=True)] if known else []
    return {
        "asked": len(chosen),
        "same as where it was trained, percent": _percent(same),
        "load, seconds": round(loaded, 2),
        "median, milliseconds": round(median(times), 1),
        "nine of ten below, milliseconds": round(sorted(times)[int(0.9 * len(times))], 1),
        "first, milliseconds": round(times[0], 1),
        "percent": {name: round(value, 2) for name, value in summary(judged).items() if "plain" in name},
    }


def _percent(flags: Sequence[bool]) -> float | None:
    return round(100 * sum(flags) / len(flags), 2) if flags else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/call_maker/data"))
    parser.add_argument("--adapter", type=Path, help="another adapter than the packaged one")
    parser.add_argument("--replies", type=Path, help="what was replied where it was trained, to compare")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--threads", type=int)
    print(json.dumps(asyncio.run(check(parser.parse_args())), indent=1))


if __name__ == "__main__":
    main()
