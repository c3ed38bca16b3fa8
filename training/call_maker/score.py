"""Holds replies to what was meant: after the names were looked up in the home, as the gateway does it."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, pstdev

from training.call_maker.example import Example, example_from_json
from training.call_maker.prepare import TEST, read_homes, read_lines
from training.call_maker.resolved import Resolved, resolved
from voice_gateway.call_maker.answer import true_sentence
from voice_gateway.call_maker.code import SEARCH, TOOLS, VOLUME, decode
from voice_gateway.call_maker.prompt import GROUPS
from voice_gateway.devices import Registry, Resolver

_TOOLS_OF = {
    "device": GROUPS["home"],
    "datetime": GROUPS["time"],
    "volume": GROUPS["volume"],
    "search": GROUPS["web"],
}


@dataclass(frozen=True)
class Verdict:
    """What one reply came to."""

    exact: bool
    wrong_device: bool = False
    """Something would have been changed that was not meant, although something was."""
    absent_acted: bool = False
    false_action: bool = False
    tool: bool = True


def judge(example: Example, reply: str, resolver: Resolver | None) -> Verdict:
    """Compare a reply with what was meant."""
    if example.kind.endswith("answer"):
        question, _, results = example.user.partition("\nResult: ")
        return Verdict(true_sentence(reply, question, results) == example.target)
    calls = decode(reply, TOOLS)
    if example.kind.startswith("public"):
        names = {call["name"] for call in calls}
        wanted = _TOOLS_OF.get(example.target, frozenset())
        right = bool(names) and names <= wanted if wanted else not names
        return Verdict(right, false_action=not wanted and _changes(resolved(reply, None), calls))
    meant, found = resolved(example.meant or example.target, resolver), resolved(reply, resolver)
    devices = frozenset[str]().union(*(call.devices for call in meant))
    touched = frozenset[str]().union(*(call.devices for call in found if call.acts))
    talk = example.target == "none"
    absent = "absent" in example.kind
    return Verdict(
        exact=_same(meant, found),
        wrong_device=not talk and not absent and bool(touched - devices),
        absent_acted=absent and bool(touched),
        false_action=talk and _changes(found, calls),
        tool=sorted(call.tool for call in meant) == sorted(call.tool for call in found),
    )


def _changes(found: Sequence[Resolved], calls: Sequence[object]) -> bool:
    """Whether anything would be done to the world."""
    return bool(calls) and any(call.tool == VOLUME or call.acts for call in found)


def _same(meant: Sequence[Resolved], found: Sequence[Resolved]) -> bool:
    def key(call: Resolved) -> str:
        if call.tool == SEARCH:
            return " ".join(sorted({word for _, query in call.arguments for word in str(query).split()}))
        return f"{call.tool} {call.arguments} {sorted(call.devices)} {call.problem}"

    return sorted(map(key, meant)) == sorted(map(key, found))


def judge_all(data: Path, replies: Sequence[str]) -> list[tuple[Example, str, Verdict]]:
    """Every example of the test with its reply and the verdict."""
    resolvers = [Resolver(Registry(home)) for home in read_homes(data)]
    examples = [example_from_json(row) for row in read_lines(data / TEST)]
    return [
        (each, said, judge(each, said, None if each.home is None else resolvers[each.home]))
        for each, said in zip(examples, replies, strict=False)
    ]


def summary(judged: Sequence[tuple[Example, str, Verdict]]) -> dict[str, float]:
    """Shares in percent, by kind and over all."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for example, _, verdict in judged:
        groups[example.kind].append(verdict)
        first = example.kind.split()[0]
        side = first if first in ("public", "listed", "new") else "plain"
        if example.kind.endswith("answer"):
            continue
        groups[f"all {side}"].append(verdict)
        if example.target == "none":
            groups[f"talk {side}"].append(verdict)
        elif "absent" in example.kind:
            groups[f"absent {side}"].append(verdict)
        else:
            groups[f"wishes {side}"].append(verdict)
    found = {f"exact {name}": _share(each.exact for each in group) for name, group in sorted(groups.items())}
    for side in ("plain", "new", "listed"):
        found[f"wrong device {side}"] = _share(each.wrong_device for each in groups[f"wishes {side}"])
        found[f"absent acted on {side}"] = _share(each.absent_acted for each in groups[f"absent {side}"])
    for side in ("plain", "new", "listed", "public"):
        found[f"false action on talk {side}"] = _share(each.false_action for each in groups[f"talk {side}"])
    return found


def _share(flags: object) -> float:
    values = [bool(flag) for flag in flags]  # type: ignore[attr-defined]
    return 100 * sum(values) / len(values) if values else 0.0


def score_card(data: Path, trained: Path, card: Path) -> str:
    """Score every seed's replies, write mean and spread, and tell them."""
    seeds = {path.stem.rpartition("-")[2]: path for path in sorted(trained.glob("replies-*.json"))}
    each = {seed: summary(judge_all(data, json.loads(path.read_text()))) for seed, path in seeds.items()}
    names = next(iter(each.values())) if each else {}
    rows = {
        name: {
            "mean": round(mean(values), 2),
            "spread": round(pstdev(values), 2),
            "seeds": [round(v, 2) for v in values],
        }
        for name in names
        if (values := [found[name] for found in each.values()])
    }
    card.write_text(json.dumps({"seeds": list(seeds), "percent": rows}, indent=1) + "\n")
    return "\n".join(f"{name:36} {row['mean']:6.2f} ± {row['spread']:.2f}" for name, row in rows.items())
