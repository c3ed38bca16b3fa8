"""Trains an adapter for each seed. Needs torch, tokenizers and NumPy.

python -m training.call_maker.train --model MODEL.gguf --data FOLDER --out FOLDER --seeds 1 2 3
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import argparse
import gzip
import json
import math
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from training.call_maker.gguf_file import read_model, write_adapter
from training.call_maker.network import Adapted, Network
from training.call_maker.tokens import END, build_tokenizer, chat


@dataclass(frozen=True)
class Lesson:
    """The tokens of a prompt and of the reply."""

    prompt: list[int]
    reply: list[int]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.reply)


def main() -> None:
    options = _options()
    options.out.mkdir(parents=True, exist_ok=True)
    if len(options.seeds) == 1:
        run(options, options.seeds[0])
        return
    # One process for each seed: the model is so small that several of them keep one GPU busy.
    given = sys.argv[1 : sys.argv.index("--seeds")]
    running = [
        subprocess.Popen([sys.executable, "-m", "training.call_maker.train", *given, "--seeds", str(seed)])
        for seed in options.seeds
    ]
    sys.exit(max(process.wait() for process in running))


def run(options: argparse.Namespace, seed: int) -> None:
    """Train with one seed, and export."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    began = time.perf_counter()
    model = read_model(b"".join(path.read_bytes() for path in options.model))
    tokenizer = build_tokenizer(model.facts)
    network = Network(model, options.rank, torch.bfloat16 if device.type == "cuda" else torch.float32).to(
        device
    )
    Adapted.dropout = options.dropout
    lessons = [_lesson(row, tokenizer) for row in _rows(options.data / "train.jsonl.gz")[: options.limit]]
    _tell(seed, began, f"{len(lessons)} examples, {sum(map(len, lessons))} tokens")
    train(network, lessons, options, seed, began)
    network.eval()
    facts = {"general.name": "voice-gateway-call-maker", "general.license": "apache-2.0"}
    write_adapter(options.out / f"adapter-{seed}.gguf", network.adapter(), network.alpha, facts)
    _tell(seed, began, "done")


def train(
    network: Network, lessons: list[Lesson], options: argparse.Namespace, seed: int, began: float
) -> None:
    learned = [parameter for parameter in network.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=options.rate, weight_decay=0.0, betas=(0.9, 0.98), fused=True)
    random = Random(seed)
    rounds = [batches(lessons, options.tokens, random) for _ in range(math.ceil(options.epochs))]
    plan = [batch for each in rounds for batch in each][: round(options.epochs * len(rounds[0]))]
    warm = max(1, len(plan) // 25)
    for step, batch in enumerate(plan):
        pace = min((step + 1) / warm, 0.5 * (1 + math.cos(math.pi * step / len(plan))))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * pace
        loss = _loss(network, [lessons[at] for at in batch])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        if step % 100 == 0 or step == len(plan) - 1:
            _tell(seed, began, f"step {step} of {len(plan)}, loss {loss.item():.4f}")


def batches(lessons: list[Lesson], tokens: int, random: Random) -> list[list[int]]:
    """All lessons once, those of like length together, in random order."""
    order = sorted(range(len(lessons)), key=lambda at: len(lessons[at]) + random.random() * 6)
    found: list[list[int]] = [[]]
    for at in order:
        if found[-1] and len(lessons[at]) * (len(found[-1]) + 1) > tokens:
            found.append([])
        found[-1].append(at)
    random.shuffle(found)
    return found


def _loss(network: Network, batch: list[Lesson]) -> Tensor:
    device = network.words.device
    tokens = _padded([lesson.prompt + lesson.reply for lesson in batch], device)
    taught = torch.zeros_like(tokens, dtype=torch.bool)
    for row, lesson in enumerate(batch):
        taught[row, len(lesson.prompt) : len(lesson)] = True
    hidden = network(tokens[:, :-1])[taught[:, 1:]]
    return functional.cross_entropy(network.logits(hidden), tokens[:, 1:][taught[:, 1:]])


def _padded(rows: list[list[int]], device: torch.device) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows], device=device)


def _lesson(row: dict[str, object], tokenizer: Tokenizer) -> Lesson:
    prompt = chat(str(row["system"]), row.get("turns", []), str(row["user"]))  # type: ignore[arg-type]
    target = str(row["target"]) + ("" if row.get("open") else END)
    return Lesson(tokenizer.encode(prompt).ids, tokenizer.encode(target).ids)


def _rows(path: Path) -> list[dict[str, object]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _tell(seed: int, began: float, message: str) -> None:
    print(f"seed {seed}  {time.perf_counter() - began:6.1f} s  {message}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker.train", description=__doc__)
    parser.add_argument(
        "--model", type=Path, nargs="+", required=True, help="the GGUF file, whole or in parts"
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--epochs", type=float, default=1.4)
    parser.add_argument("--dropout", type=float, default=0.0, help="how much a layer is not shown at times")
    parser.add_argument("--tokens", type=int, default=8_000, help="tokens in a step")
    parser.add_argument("--limit", type=int, default=None, help="use only so many examples, to try it out")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    return parser.parse_args()


if __name__ == "__main__":
    main()
