"""Writes trained weights as the gateway reads them: eight bits a weight, and a worth for each row of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_gateway.reader.encoder import LAYERS, MATRICES, NORMS, NUMBERS, WORDS, Bytes, Floats
from voice_gateway.reader.pen import MATRICES as PEN_MATRICES
from voice_gateway.reader.pen import NORMS as PEN_NORMS
from voice_gateway.reader.pen import POINTING, VOCABULARY, WEIGHTS
from voice_gateway.reader.sentence_model import LABELS, PIECES
from voice_gateway.reader.word_pieces import LONGEST

Weights = Mapping[str, Floats]
"""Those of `network.Network`, by their names."""


def pack_reader(
    weights: Weights,
    pieces: Sequence[str],
    acts: Sequence[str],
    verbs: Sequence[str],
    temperature: float,
    folder: Path,
) -> None:
    """The encoder and its two heads into one folder."""
    folder.mkdir(parents=True, exist_ok=True)
    words, worth = _in_bytes(weights["words.weight"])
    numbers: dict[str, Floats] = {"words.worth": worth, "places": weights["places"][:LONGEST]}
    numbers |= _both("norm", weights, "start") | _both("act", weights) | _both("verb", weights)
    rows: list[Bytes] = []
    for number in _layers(weights, "layers"):
        row: list[NDArray[np.int8]] = []
        for name in MATRICES:
            matrix, worth = _in_bytes(weights[f"layers.{number}.{name}.weight"])
            row.append(matrix.ravel())
            numbers[f"{number}.{name}.worth"] = worth
            numbers[f"{number}.{name}.bias"] = weights[f"layers.{number}.{name}.bias"]
        for name in NORMS:
            numbers |= _both(f"{number}.{name}", weights, f"layers.{number}.{name}")
        rows.append(np.concatenate(row))
    np.save(folder / WORDS, words)
    np.save(folder / LAYERS, np.stack(rows))
    _save(folder / NUMBERS, numbers)
    (folder / PIECES).write_text("\n".join(pieces) + "\n", encoding="utf-8")
    labels = {"acts": list(acts), "verbs": list(verbs), "temperature": temperature}
    (folder / LABELS).write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")


def pack_pen(weights: Weights, words: Sequence[str], folder: Path) -> None:
    """What writes wishes into one folder."""
    folder.mkdir(parents=True, exist_ok=True)
    own = {name.removeprefix("pen."): each for name, each in weights.items() if name.startswith("pen.")}
    numbers: dict[str, NDArray[Any]] = {"places": own["places"], "often": own["often"]}
    numbers |= _both("norm", own)
    matrices = ["words", *POINTING]
    for number in _layers(own, "layers"):
        matrices += [f"layers.{number}.{name}" for name in PEN_MATRICES]
        for name in PEN_NORMS:
            numbers |= _both(f"layers.{number}.{name}", own)
    for name in matrices:
        numbers[f"{name}.bytes"], numbers[f"{name}.worth"] = _in_bytes(own[f"{name}.weight"])
        if f"{name}.bias" in own:
            numbers[f"{name}.bias"] = own[f"{name}.bias"]
    _save(folder / WEIGHTS, numbers)
    (folder / VOCABULARY).write_text("\n".join(words) + "\n", encoding="utf-8")


def _layers(weights: Weights, at: str) -> Iterable[int]:
    return range(sum(name.startswith(f"{at}.") and name.endswith(".look.weight") for name in weights))


def _both(name: str, weights: Weights, at: str = "") -> dict[str, Floats]:
    return {f"{name}.{each}": weights[f"{at or name}.{each}"] for each in ("weight", "bias")}


def _save(path: Path, numbers: Mapping[str, NDArray[Any]]) -> None:
    arrays = {
        name: each if each.dtype == np.int8 else each.astype(np.float32) for name, each in numbers.items()
    }
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _in_bytes(weights: Floats) -> tuple[Bytes, Floats]:
    """The rows as bytes, and what one step of each row is worth."""
    largest = np.abs(weights).max(axis=1)
    worth = np.where(largest, largest, 127) / np.float32(127)
    return np.rint(weights / worth[:, None]).astype(np.int8), worth.astype(np.float32)
