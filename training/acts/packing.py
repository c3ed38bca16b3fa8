"""Writes trained weights as the gateway reads them: eight bits a weight, and a worth for each row of them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_gateway.routing.encoder import LAYERS, MATRICES, NORMS, NUMBERS, WORDS, Bytes, Floats
from voice_gateway.routing.sentence_model import LABELS, PIECES
from voice_gateway.routing.word_pieces import LONGEST


def pack(
    weights: Mapping[str, Floats],
    pieces: Sequence[str],
    acts: Sequence[str],
    verbs: Sequence[str],
    temperature: float,
    folder: Path,
) -> None:
    """Everything into one folder. The weights are those of `network.Network`, by their names."""
    folder.mkdir(parents=True, exist_ok=True)
    words, worth = _in_bytes(weights["words.weight"])
    numbers: dict[str, Floats] = {"words.worth": worth, "places": weights["places"][:LONGEST]}
    for name in ("weight", "bias"):
        numbers |= {f"norm.{name}": weights[f"start.{name}"]}
        numbers |= {f"{head}.{name}": weights[f"{head}.{name}"] for head in ("act", "verb")}
    rows: list[Bytes] = []
    for number in range(sum(name.endswith(".look.weight") for name in weights)):
        row: list[NDArray[np.int8]] = []
        for name in MATRICES:
            matrix, worth = _in_bytes(weights[f"layers.{number}.{name}.weight"])
            row.append(matrix.ravel())
            numbers[f"{number}.{name}.worth"] = worth
            numbers[f"{number}.{name}.bias"] = weights[f"layers.{number}.{name}.bias"]
        for name in NORMS:
            for each in ("weight", "bias"):
                numbers[f"{number}.{name}.{each}"] = weights[f"layers.{number}.{name}.{each}"]
        rows.append(np.concatenate(row))
    np.save(folder / WORDS, words)
    np.save(folder / LAYERS, np.stack(rows))
    arrays: dict[str, Any] = {name: each.astype(np.float32) for name, each in numbers.items()}
    np.savez(folder / NUMBERS, **arrays)
    (folder / PIECES).write_text("\n".join(pieces) + "\n", encoding="utf-8")
    labels = {"acts": list(acts), "verbs": list(verbs), "temperature": temperature}
    (folder / LABELS).write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")


def _in_bytes(weights: Floats) -> tuple[Bytes, Floats]:
    """The rows as bytes, and what one step of each row is worth."""
    largest = np.abs(weights).max(axis=1)
    worth = np.where(largest, largest, 127) / np.float32(127)
    return np.rint(weights / worth[:, None]).astype(np.int8), worth.astype(np.float32)
