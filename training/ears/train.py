"""Teach Whisper what is said in homes, beside other voices and noise: `python -m training.ears.train`.

It needs torch beside the gateway and some minutes of a GPU. What was learned is a file of thin matrices that
`voice_gateway.voice.whisper_file` adds to the packaged weights.
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, no-any-return, untyped-decorator"

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from training.ears.clips import read_clips
from training.ears.lessons import NOTHING, Batch, Lessons
from training.ears.network import Whisper
from training.ears.noise import Rooms
from training.progress import tell
from voice_gateway.voice.mel import tone_filters
from voice_gateway.voice.whisper_file import variables

_WARM_UP, _CLIP, _DECAY = 150, 1.0, 0.01
_CHECKED_OF = 40
"""One clip of so many is only for checking."""

_CHECKS = 12

_SHARES = {"encoder": 0.5, "decoder": 0.7}
"""How much of what was learned is kept: with all of it, who speaks otherwise than the voices that teach, or
of other things than a home, is understood less well."""


def read_whisper(path: Path, device: torch.device) -> dict[str, Tensor]:
    """The weights in CTranslate2's file."""
    file = path.read_bytes()
    return {
        each.name: torch.from_numpy(each.of(file).astype(np.float32)).to(device)
        for each in variables(file)
        if each.shape
    }


def train(network: Whisper, lessons: Lessons, options: argparse.Namespace) -> None:
    random = Random(options.seed)
    every = range(len(lessons.lengths))
    taught = [number for number in every if number % _CHECKED_OF]
    # The same rooms each time, so that two checks can be compared.
    torch.manual_seed(options.seed)
    kept = _parts([number for number in every if number % _CHECKED_OF == 0], options.batch)[:_CHECKS]
    checks = [lessons.batch(part, Random(number)) for number, part in enumerate(kept)]
    parameters = [each for each in network.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=options.rate, weight_decay=_DECAY, betas=(0.9, 0.98))
    _check(network, checks, "before")
    begin = monotonic()
    for step, batch in enumerate(_without_end(lessons, taught, options.batch, random)):
        done = max(step / options.steps, (monotonic() - begin) / options.seconds)
        if done >= 1:
            break
        pace = min(1.0, (step + 1) / _WARM_UP) * 0.5 * (1 + math.cos(math.pi * done))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * pace
        loss = functional.cross_entropy(*_scores(network, batch))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, _CLIP)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if step % 100 == 0:
            tell(f"step {step}, {100 * done:.0f} %, loss {float(loss.detach()):.3f}")
        if step and step % options.save == 0:
            _check(network, checks, f"step {step}")
            save(network, options.out)
    _check(network, checks, "after")
    save(network, options.out)


def _without_end(lessons: Lessons, chosen: Sequence[int], size: int, random: Random) -> Iterator[Batch]:
    """All of them, and then all again in other rooms."""
    while True:
        yield from lessons.batches(chosen, size, random)


def save(network: Whisper, path: Path) -> None:
    """Write what the gateway adds to the packaged weights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    thin = {}
    for name, (out, into) in network.learned().items():
        thin[f"{name}.out"] = (_share(name) * out.float()).cpu().numpy().astype(np.float16)
        thin[f"{name}.into"] = into.float().cpu().numpy().astype(np.float16)
    with path.open("wb") as file:
        np.savez(file, **thin)


def _share(name: str) -> float:
    return _SHARES[name.partition("/")[0]]


def _scores(network: Whisper, batch: Batch) -> tuple[Tensor, Tensor]:
    """Of each word that is wanted: the scores of all words, and which it is."""
    where = batch.wanted != NOTHING
    with torch.autocast(batch.tones.device.type, torch.bfloat16):
        scores = network.write(batch.tokens, *network.listen(batch.tones, batch.columns), where)
    return scores.float(), batch.wanted[where]


@torch.no_grad()
def _check(network: Whisper, checks: Sequence[Batch], when: str) -> None:
    """The mean loss, and how many sentences would be written word for word if each word before were right."""
    losses, right, every = [], 0, 0
    for batch in checks:
        scores, words = _scores(network, batch)
        losses.append(float(functional.cross_entropy(scores, words)))
        wrong = torch.nonzero(batch.wanted != NOTHING)[scores.argmax(-1) != words, 0]
        right += len(batch.tokens) - len(wrong.unique())
        every += len(batch.tokens)
    tell(
        f"{when}: loss {sum(losses) / len(losses):.4f}, "
        f"{100 * right / every:.1f} % of {every} sentences right"
    )


def _parts(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[begin : begin + size] for begin in range(0, len(numbers), size)]


def main() -> None:
    options = _options()
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = Whisper(read_whisper(options.whisper / "model.bin", device), options.rank).to(device)
    if options.onto:
        with np.load(options.onto) as learned:
            for name, (out, into) in network.learned().items():
                out.copy_(torch.from_numpy(learned[f"{name}.out"] / np.float16(_share(name))))
                into.copy_(torch.from_numpy(learned[f"{name}.into"]))
    rooms = Rooms(device, options.rooms)
    words = Tokenizer.from_file(str(options.whisper / "tokenizer.json"))
    filters = torch.from_numpy(tone_filters()).to(device)
    lessons = Lessons(read_clips(options.clips), options.sayings, words, filters, rooms)
    tell(f"{len(lessons.lengths)} clips, {lessons.lengths.sum() / 16_000 / 3600:.1f} hours")
    train(network, lessons, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.ears.train", description=__doc__)
    parser.add_argument("--whisper", type=Path, required=True, help="folder of model.bin and tokenizer.json")
    parser.add_argument("--sayings", type=Path, default=Path("build/ears/sayings.jsonl"))
    parser.add_argument("--clips", type=Path, default=Path("build/ears/clips"))
    parser.add_argument("--onto", type=Path, help="what was learned before, to go on from")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--steps", type=int, default=6_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="when to end at the latest")
    parser.add_argument("--save", type=int, default=1_000, help="steps between two savings")
    parser.add_argument("--rooms", type=int, default=160, help="noises of each kind that are made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/ears/homes.npz"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
