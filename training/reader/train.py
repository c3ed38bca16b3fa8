"""Trains the network that reads sentences. Needs torch and NumPy, and of the gateway only its source.

PYTHONPATH=src python -m training.reader.train --base FOLDER
PYTHONPATH=src python -m training.reader.train --onto FOLDER --epochs 1 1 --agreement 1 3 --rate 1.2e-4
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.acts.measure import ACTS, Judged, measured, temperature
from training.progress import tell
from training.reader.lessons import ActLessons, Rows, WishLessons, batches
from training.reader.network import Network
from training.reader.packing import pack_pen, pack_reader
from training.reader.school import Plan, School, pieces_of
from voice_gateway.reader.encoder import Floats
from voice_gateway.routing.acts import Act

PACKAGE = Path(__file__).parents[2] / "src" / "voice_gateway" / "reader" / "trained"
CARD = Path(__file__).parents[1] / "acts" / "scorecard.json"
_RARE = -30.0
"""The logarithm of a chance below which no word counts."""
_MASK = 103
"""The piece that stands for one that is hidden; those before it are no words."""


def main() -> None:
    options = _options()
    plans = [
        Plan(epochs, options.batch, options.batch * 3 // 8, options.rate, agreement=agreement, run=number)
        for number, (epochs, agreement) in enumerate(zip(options.epochs, cycle(options.agreement)), start=1)
    ]
    # Side by side: while one gets its lessons ready, another learns.
    with ProcessPoolExecutor(len(plans), get_context("spawn")) as pool:
        runs = list(pool.map(partial(_run, options), plans))
    school = School.of(options)
    network = school.network(plans[0])
    if options.onto:
        runs.append(_weights(network))
    mean: dict[str, Floats] = {name: np.mean([run[name] for run in runs], axis=0) for name in runs[0]}
    network.load_state_dict({name: torch.from_numpy(each) for name, each in mean.items()})
    network.eval()

    def judged(some: Rows, degree: float) -> dict[str, Any]:
        logits = _acts_of(network, school.lessons_of(some))
        return asdict(measured(logits / np.float32(degree), [_judged(row) for row in some]))

    degree, card = options.temperature, dict[str, Any]()
    if kept_back := school.kept_back:
        logits = _acts_of(network, school.lessons_of(kept_back))
        degree = temperature(logits, np.array([ACTS.index(Act(row["act"])) for row in kept_back]))
        card[f"without {' '.join(options.without)}"] = judged(kept_back, degree)
    if school.dev:
        card["dev"] = judged(school.dev, degree)
    names = pieces_of(options).read_text(encoding="utf-8").splitlines()
    pack_reader(mean, names, ACTS, school.verbs, degree, options.out)
    pack_pen(mean, school.words, options.out)
    for plan in plans:
        _kept(options, plan).unlink(missing_ok=True)
    card |= {"sentences": len(school.rows), "wishes": len(school.wishes), "temperature": degree}
    card["plans"] = [asdict(plan) for plan in plans]
    options.card.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    tell(f"weights in {options.out}, score card in {options.card}")


def _run(options: argparse.Namespace, plan: Plan) -> dict[str, Floats]:
    """The weights after one run; what was interrupted goes on behind the runs that were done since."""
    done = _kept(options, plan)
    taught = max(path.stat().st_mtime for path in (options.acts, options.wishes))
    if done.exists() and done.stat().st_mtime > taught:
        return dict(np.load(done))
    school = School.of(options)
    tell(f"training on {len(school.rows)} sentences and {len(school.wishes)} wishes")
    network, wishes = school.network(plan), WishLessons(school.wishes, len(school.words), school.device)
    train(network, school.lessons_of(school.rows), wishes, plan)
    weights = _weights(network)
    np.savez(done, **weights)  # type: ignore[arg-type]
    return weights


def _weights(network: Network) -> dict[str, Floats]:
    return {name: each.cpu().numpy() for name, each in network.state_dict().items()}


def _kept(options: argparse.Namespace, plan: Plan) -> Path:
    """The file of a run that is done, beside its lessons: no package has it."""
    lessons: Path = options.wishes
    return lessons.with_name(f"run-{plan.run}-{plan.epochs}-{plan.agreement:g}.npz")


def train(network: Network, acts: ActLessons, wishes: WishLessons, plan: Plan) -> None:
    """Teach everything at once; what stays is the mean of the last weights."""
    random = Random(plan.seed)
    steps = plan.epochs * (len(wishes.lengths) // plan.wishes + 1)
    parameters = list(network.parameters())
    pen = [each for name, each in network.named_parameters() if name.startswith("pen.")]
    rest = [each for name, each in network.named_parameters() if not name.startswith("pen.")]
    groups = [{"params": rest, "lr": plan.rate}, {"params": pen, "lr": plan.rate * plan.pen_share}]
    fused = parameters[0].device.type == "cuda"
    optimizer = torch.optim.AdamW(groups, weight_decay=plan.decay, fused=fused)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (plan.warming * steps)) * max(0.0, 1 - step / steps)
    )
    network.train()
    mean = [each.detach().clone() for each in parameters]
    endless = _endless(acts, plan, random)
    step = 0
    for epoch in range(plan.epochs):
        for chosen in batches(wishes.lengths, plan.wishes, random):
            wish, act = _losses(network, wishes, chosen, acts, next(endless), plan, random)
            optimizer.zero_grad()
            (wish + act / 2).backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            with torch.no_grad():
                torch._foreach_lerp_(mean, parameters, max(1 / (plan.mean_over * steps), 10 / (step + 10)))
        tell(f"epoch {epoch + 1} of {plan.epochs}: wishes {wish.item():.3f}, acts {act.item():.3f}")
    with torch.no_grad():
        for each, its_mean in zip(parameters, mean, strict=True):
            each.copy_(its_mean)
    network.eval()


def _endless(acts: ActLessons, plan: Plan, random: Random) -> Iterator[list[int]]:
    while True:
        yield from batches(acts.lengths, plan.acts, random)


def _losses(
    network: Network,
    wishes: WishLessons,
    wished: Sequence[int],
    acts: ActLessons,
    judged: Sequence[int],
    plan: Plan,
    random: Random,
) -> tuple[Tensor, Tensor]:
    """How unlikely the wishes are, in whatever way their words are found, and how unlikely the acts.

    Where two writings of a wish have to agree, each has other pieces hidden and numbers dropped.
    All sentences are read at once: the time goes into the number of steps, hardly into their width.
    """
    ways = 2 if plan.agreement else 1
    pieces, places, written, copied, wanted = (torch.cat([each] * ways) for each in wishes.some(wished))
    hidden = (torch.rand(pieces.shape, device=pieces.device) < plan.hidden) & (pieces > _MASK)
    sentences = acts.some(judged, heard=random.random() < 0.5)
    with _quickly(pieces.device):
        read, mask = network.read(_stacked(pieces.masked_fill(hidden, _MASK), sentences))
        count, wide = pieces.shape
        scores = network.pen(read[:count, :wide], mask[:count, :wide], places, written, copied)
        act, verbs = network.judge(read[count:], mask[count:])
    return _wish_loss(scores, wanted, plan.agreement), _act_loss(act, verbs, acts, judged, plan)


def _stacked(first: Tensor, second: Tensor) -> Tensor:
    wide = max(first.shape[1], second.shape[1])
    return torch.cat([functional.pad(each, (0, wide - each.shape[1])) for each in (first, second)])


def _wish_loss(scores: Tensor, wanted: Tensor, agreement: float) -> Tensor:
    """How unlikely the words are, and how far the first half of the rows is from the second, their twins."""
    likely = functional.log_softmax(scores.float(), -1)
    found = torch.gather(likely, 2, wanted.clamp(min=0)).masked_fill(wanted < 0, -1e9).logsumexp(-1)
    there = wanted[:, :, 0] >= 0
    unlikely = -(found * there).sum() / there.sum()
    if not agreement:
        return unlikely
    one, other = likely.chunk(2)
    apart = ((one.exp() - other.exp()) * (one.clamp(min=_RARE) - other.clamp(min=_RARE))).sum(-1) / 2
    twins = there.chunk(2)[0]
    return unlikely + agreement * (apart * twins).sum() / twins.sum()


def _act_loss(acts: Tensor, verbs: Tensor, lessons: ActLessons, judged: Sequence[int], plan: Plan) -> Tensor:
    rows = list(judged)
    counts, known = lessons.counts[rows], lessons.known[rows]
    act = functional.cross_entropy(
        acts.float(), lessons.acts[rows], reduction="none", label_smoothing=plan.smoothing
    )
    verb = functional.binary_cross_entropy_with_logits(
        verbs.float(), lessons.verbs[rows], reduction="none"
    ).sum(1)
    both = (act * counts).sum() / counts.sum()
    return both + (verb * counts * known).sum() / (counts * known).sum().clamp(min=1)


def _quickly(device: torch.device) -> Any:
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


@torch.no_grad()
def _acts_of(network: Network, lessons: ActLessons) -> Floats:
    """The scores of all acts for all sentences."""
    count = len(lessons.lengths)
    found = [
        network.judge(*network.read(lessons.some(range(begin, min(begin + 512, count)))))[0].cpu().numpy()
        for begin in range(0, count, 512)
    ]
    return np.concatenate(found)


def _judged(row: dict[str, Any]) -> Judged:
    return Judged(Act(row["act"]), row["written"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.reader.train", description=__doc__)
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--base", type=Path, help="folder of model.safetensors and vocab.txt to begin with")
    begin.add_argument(
        "--onto", type=Path, help="folder of packed weights that go on learning, and count in the mean"
    )
    parser.add_argument("--acts", type=Path, default=Path("build/acts/lesson.jsonl.gz"))
    parser.add_argument("--wishes", type=Path, default=Path("build/reader/wishes.json.gz"))
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder for the weights")
    parser.add_argument("--card", type=Path, default=CARD, help="file for the score card")
    parser.add_argument(
        "--epochs", type=int, nargs="+", default=[10], help="of each run; what stays is their mean"
    )
    parser.add_argument(
        "--agreement", type=float, nargs="+", default=[Plan.agreement], help="of each run, see Plan"
    )
    parser.add_argument("--rate", type=float, default=Plan.rate, help="less for who goes on learning")
    parser.add_argument("--batch", type=int, default=Plan.wishes, help="so many wishes at once")
    parser.add_argument("--without", nargs="*", default=[], metavar="HAND", help="measure on these hands")
    parser.add_argument("--temperature", type=float, default=1.25, help="what `--without` has found")
    return parser.parse_args()


if __name__ == "__main__":
    main()
