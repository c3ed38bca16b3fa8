"""The encoder that sentences are read with: it is small, and reckons what the textbook has."""

import math
from pathlib import Path

import numpy as np
import pytest
from training.reader.packing import pack_reader

from voice_gateway.reader.encoder import HEADS, Floats, load_encoder
from voice_gateway.reader.sentence_model import packaged
from voice_gateway.reader.word_pieces import LONGEST, WordPieces


def test_the_weights_that_ship_are_under_32_megabytes() -> None:
    assert 0 < sum(file.stat().st_size for file in packaged().iterdir()) < 32_000_000


def test_a_word_is_cut_into_the_longest_pieces_that_are_known() -> None:
    pieces = {
        name: number for number, name in enumerate(["[CLS]", "[SEP]", "[UNK]", "dim", "##mer", "##s", "?"])
    }
    cut = WordPieces(pieces).cut
    assert cut("Dimmers?") == [0, 3, 4, 5, 6, 1]
    assert cut("dímmer, xyzzy") == [0, 3, 4, 2, 1]
    assert len(cut("dim " * 500)) == LONGEST


def test_packed_weights_are_read_as_they_were_but_for_an_eighth_bit(tmp_path: Path) -> None:
    """A network of two layers that is reckoned here in full, sentence by sentence."""
    random = np.random.default_rng(4)
    width = 24

    def numbers(*shape: int) -> Floats:
        return random.normal(0, 1 / math.sqrt(shape[-1]), shape).astype(np.float32)

    shapes = {
        "look": (3 * width, width),
        "seen": (width, width),
        "wide": (4 * width, width),
        "narrow": (width, 4 * width),
    }
    weights = {"words.weight": numbers(7, width), "places": numbers(100, width)}
    weights |= {"start.weight": 1 + numbers(width), "start.bias": numbers(width)}
    for layer in range(2):
        for name, (rows, columns) in shapes.items():
            weights[f"layers.{layer}.{name}.weight"] = numbers(rows, columns)
            weights[f"layers.{layer}.{name}.bias"] = numbers(rows)
        for name in ("seen_norm", "norm"):
            weights[f"layers.{layer}.{name}.weight"] = 1 + numbers(width)
            weights[f"layers.{layer}.{name}.bias"] = numbers(width)
    for head, count in (("act", 3), ("verb", 2)):
        weights |= {f"{head}.weight": numbers(count, width), f"{head}.bias": numbers(count)}
    pack_reader(weights, ["[PAD]"], ["a", "b", "c"], ["on", "off"], 1.5, tmp_path)
    encoder, read = load_encoder(tmp_path)
    right, other = _in_full(weights, [1, 5, 2, 6]), _in_full(weights, [3, 4, 2, 6])
    off = np.abs(encoder.encode([1, 5, 2, 6]) - right).max()
    assert off < np.abs(right - other).max() / 5
    assert read["act.weight"] == pytest.approx(weights["act.weight"])


def _in_full(weights: dict[str, Floats], pieces: list[int]) -> Floats:
    """The same network, head by head, as the textbook has it."""

    def norm(x: Floats, name: str) -> Floats:
        away = x - x.mean(1, keepdims=True)
        scaled: Floats = (
            away / away.std(1, keepdims=True) * weights[f"{name}.weight"] + weights[f"{name}.bias"]
        )
        return scaled

    def linear(x: Floats, name: str) -> Floats:
        product: Floats = x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
        return product

    def gelu(x: Floats) -> Floats:
        return np.array([[v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in row] for row in x], np.float32)

    x = norm(weights["words.weight"][pieces] + weights["places"][: len(pieces)], "start")
    for layer in range(2):
        at = f"layers.{layer}"
        asks, offers, says = np.split(linear(x, f"{at}.look"), 3, axis=1)
        heads = []
        for one in np.split(np.arange(x.shape[1]), HEADS):
            alike = asks[:, one] @ offers[:, one].T / math.sqrt(len(one))
            likeness = np.exp(alike - alike.max(1, keepdims=True))
            heads.append(likeness / likeness.sum(1, keepdims=True) @ says[:, one])
        x = norm(x + linear(np.concatenate(heads, axis=1), f"{at}.seen"), f"{at}.seen_norm")
        x = norm(x + linear(gelu(linear(x, f"{at}.wide")), f"{at}.narrow"), f"{at}.norm")
    return x.T
