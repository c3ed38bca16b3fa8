"""Reads packed weights back under the names of `network.Network`, as good as eight bits keep them."""

import re
from pathlib import Path

import numpy as np

from voice_gateway.reader.encoder import LAYERS, MATRICES, NUMBERS, WORDS, Floats
from voice_gateway.reader.pen import WEIGHTS

_LAYER, _START = re.compile(r"^(?=\d)"), re.compile(r"^norm\.")
_COLUMNS = {"narrow": 4}
"""So many times the width; all others have one."""


def unpacked(folder: Path) -> dict[str, Floats]:
    """All weights of the encoder, its two heads and the pen in a folder."""
    return _reader(folder) | {f"pen.{name}": each for name, each in _pen(folder).items()}


def _reader(folder: Path) -> dict[str, Floats]:
    numbers = _numbers(folder / NUMBERS)
    width = len(numbers["norm.weight"])
    found = {"words.weight": np.load(folder / WORDS) * numbers.pop("words.worth")[:, None]}
    for number, row in enumerate(np.load(folder / LAYERS)):
        begin = 0
        for name in MATRICES:
            worth = numbers.pop(f"{number}.{name}.worth")[:, None]
            end = begin + len(worth) * width * _COLUMNS.get(name, 1)
            found[f"layers.{number}.{name}.weight"] = row[begin:end].reshape(len(worth), -1) * worth
            begin = end
    return found | {_our(name): each for name, each in numbers.items()}


def _our(name: str) -> str:
    """The network's name for what is packed as `0.norm.bias`, or as `norm.bias` before the first layer."""
    return _START.sub("start.", _LAYER.sub("layers.", name))


def _pen(folder: Path) -> dict[str, Floats]:
    numbers = _numbers(folder / WEIGHTS)
    for name in [name.removesuffix(".bytes") for name in numbers if name.endswith(".bytes")]:
        worth = numbers.pop(f"{name}.worth")[:, None]
        numbers[f"{name}.weight"] = numbers.pop(f"{name}.bytes") * worth
    return numbers


def _numbers(path: Path) -> dict[str, Floats]:
    with np.load(path) as file:
        return dict(file)
