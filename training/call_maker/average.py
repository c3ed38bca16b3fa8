"""The mean of several adapters, brought back to the rank of one.

python -m training.call_maker.average FOLDER/adapter-1.gguf FOLDER/adapter-2.gguf --out FOLDER/adapter.gguf
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from training.call_maker.gguf_file import Floats, read_model, write_adapter

_A, _B = ".lora_a", ".lora_b"


def average(adapters: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    """What they change in the mean, as far as one of their rank can say it."""
    found = {}
    for key in (name.removesuffix(_A) for name in adapters[0] if name.endswith(_A)):
        rank = len(adapters[0][key + _A])
        # A product of two thin matrices: only what lies between them is large enough to be taken apart.
        outer, first = np.linalg.qr(np.hstack([each[key + _B] for each in adapters]) / len(adapters))
        inner, second = np.linalg.qr(np.vstack([each[key + _A] for each in adapters]).T)
        left, sizes, right = np.linalg.svd(first @ second.T)
        root = np.sqrt(sizes[:rank])
        found[key + _A] = (root[:, None] * (right[:rank] @ inner.T)).astype(np.float32)
        found[key + _B] = (outer @ left[:, :rank] * root).astype(np.float32)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker.average", description=__doc__)
    parser.add_argument("adapters", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    files = [read_model(path.read_bytes()) for path in options.adapters]
    facts = {"general.name": "voice-gateway-call-maker", "general.license": "apache-2.0"}
    alpha = float(files[0].facts["adapter.lora.alpha"])
    write_adapter(options.out, average([file.tensors for file in files]), alpha, facts)


if __name__ == "__main__":
    main()
