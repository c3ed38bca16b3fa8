"""Holds replies to what was meant, and tells how often they were right, by kind and by how sure they were."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from training.call_maker.example import Example
from training.call_maker.judge import Reply, Verdict

Judged = tuple[Example, Reply, Verdict]
_SIDES = ("new", "check", "held", "public", "dev")
_STEPS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)


def side_of(example: Example) -> str:
    first = example.kind.split()[0]
    return first if first in _SIDES else "plain"


def summary(judged: Sequence[Judged]) -> dict[str, float]:
    """Shares in percent, by kind and over all."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for example, _, verdict in judged:
        groups[example.kind].append(verdict)
        if example.tells:
            continue
        side = side_of(example)
        groups[f"all {side}"].append(verdict)
        groups[f"{'talk' if example.target == 'none' else 'wishes'} {side}"].append(verdict)
        if "absent" in example.kind:
            groups[f"absent {side}"].append(verdict)
    found = {f"exact {name}": _share(each.exact for each in group) for name, group in sorted(groups.items())}
    for side in ("plain", *_SIDES):
        wishes, talk = groups[f"wishes {side}"], groups[f"talk {side}"]
        if not wishes and not talk:
            continue
        found[f"verbs {side}"] = _share(each.verbs for each in wishes)
        found[f"targets {side}"] = _share(each.targets for each in wishes)
        found[f"wrong action {side}"] = _share(each.wrong_action for each in wishes)
        found[f"false action on talk {side}"] = _share(each.false_action for each in talk)
        if groups[f"absent {side}"]:
            found[f"absent acted on {side}"] = _share(each.absent_acted for each in groups[f"absent {side}"])
    return found


def risk_table(judged: Sequence[Judged], side: str) -> list[dict[str, float]]:
    """For every threshold on the confidence: how much is still written, and how much of that is wrong."""
    rows = [(example, reply, verdict) for example, reply, verdict in judged if side_of(example) == side]
    rows = [row for row in rows if not row[0].open and not row[0].tells]
    asked = [row for row in rows if row[0].target != "none"]
    talk = [row for row in rows if row[0].target == "none"]
    table = []
    for step in _STEPS:
        kept = [row for row in asked if row[1].confidence >= step and row[1].line != "none"]
        table.append(
            {
                "confidence": step,
                "covered": 100 * len(kept) / max(1, len(asked)),
                "exact of covered": _share(row[2].exact for row in kept),
                "wrong action": 100 * sum(row[2].wrong_action for row in kept) / max(1, len(asked)),
                "false action": 100
                * sum(row[2].false_action for row in talk if row[1].confidence >= step)
                / max(1, len(talk)),
            }
        )
    return [{name: round(value, 2) for name, value in row.items()} for row in table]


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return 100 * sum(values) / len(values) if values else 0.0
