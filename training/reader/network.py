"""The network in plain PyTorch: an encoder, heads for the act and the verbs of a sentence, and a pen.

The names are those of `reader/encoder.py` and `reader/pen.py`.
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

HEADS = 12
LONGEST_WISH = 64
_NORM = 1e-12
_NEVER = -1e9
_BASE = {
    "seen": "attention.output.dense", "seen_norm": "attention.output.LayerNorm",
    "wide": "intermediate.dense", "narrow": "output.dense", "norm": "output.LayerNorm",
}  # fmt: skip
"""The parts of a layer, and what they are called where the pre-trained weights come from."""


def _heads(x: Tensor, parts: int) -> Tensor:
    """Parts × rows × heads × places × width of a head."""
    rows, places, width = x.shape
    return x.view(rows, places, parts, HEADS, width // parts // HEADS).permute(2, 0, 3, 1, 4)


def _together(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)


class Layer(nn.Module):
    """Attention over all pieces, and a feed-forward."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.seen_norm, self.norm = nn.LayerNorm(width, _NORM), nn.LayerNorm(width, _NORM)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        asks, offers, says = _heads(self.look(x), 3)
        rate = self.dropout.p if self.training else 0.0
        seen = functional.scaled_dot_product_attention(
            asks, offers, says, mask[:, None, None, :], dropout_p=rate
        )
        x = self.seen_norm(x + self.dropout(self.seen(_together(seen))))
        return self.norm(x + self.dropout(self.narrow(functional.gelu(self.wide(x)))))


class PenLayer(nn.Module):
    """Attention over what is written already, then over what was read, and a feed-forward."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.ask, self.heard, self.told = (nn.Linear(width, many * width) for many in (1, 2, 1))
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.look_norm, self.ask_norm, self.wide_norm = (nn.LayerNorm(width, _NORM) for _ in range(3))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, read: Tensor, mask: Tensor) -> Tensor:
        asks, offers, says = _heads(self.look(self.look_norm(x)), 3)
        seen = functional.scaled_dot_product_attention(asks, offers, says, is_causal=True)
        x = x + self.dropout(self.seen(_together(seen)))
        (asks,), (offers, says) = _heads(self.ask(self.ask_norm(x)), 1), _heads(self.heard(read), 2)
        told = functional.scaled_dot_product_attention(asks, offers, says, mask[:, None, None, :])
        x = x + self.dropout(self.told(_together(told)))
        return x + self.dropout(self.narrow(functional.gelu(self.wide(self.wide_norm(x)))))


class Network(nn.Module):
    """An encoder as wide as the weights it begins with, and what stands upon it; what they lack is new."""

    def __init__(
        self, begin: Mapping[str, Tensor], acts: int, verbs: int, words: int, depth: int, dropout: float
    ) -> None:
        super().__init__()
        layers = sum(name.startswith("layers.") and name.endswith(".look.weight") for name in begin)
        pieces, width = begin["words.weight"].shape
        self.words = nn.Embedding(pieces, width, padding_idx=0)
        self.places = nn.Parameter(torch.zeros_like(begin["places"]))
        self.start = nn.LayerNorm(width, _NORM)
        self.layers = nn.ModuleList(Layer(width, dropout) for _ in range(layers))
        self.dropout = nn.Dropout(dropout)
        self.act, self.verb = nn.Linear(width, acts), nn.Linear(width, verbs)
        self.pen = Pen(words, width, depth, dropout)
        self.load_state_dict(begin, strict=False)

    def read(self, pieces: Tensor) -> tuple[Tensor, Tensor]:
        """A row of numbers for each piece, and which pieces there are; a nought is none."""
        mask = pieces != 0
        x = self.dropout(self.start(self.words(pieces) + self.places[: pieces.shape[1]]))
        for layer in self.layers:
            x = layer(x, mask)
        return x, mask

    def judge(self, x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of all acts and of all verbs, from what was read."""
        said = mask.unsqueeze(-1).to(x.dtype)
        mean = self.dropout(((x * said).sum(1) / said.sum(1)).float())
        return self.act(mean), self.verb(mean)


class Pen(nn.Module):
    """Writes a wish: words that it knows, and words that it copies."""

    def __init__(self, words: int, width: int, depth: int, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        nn.init.normal_(self.words.weight, std=0.05)
        self.places = nn.Parameter(torch.randn(LONGEST_WISH, width) * 0.02)
        self.copied, self.point, self.pointed = (nn.Linear(width, width) for _ in range(3))
        self.layers = nn.ModuleList(PenLayer(width, dropout) for _ in range(depth))
        self.norm = nn.LayerNorm(width, _NORM)
        self.often = nn.Parameter(torch.zeros(words))
        self.dropout = nn.Dropout(dropout)

    def forward(self, read: Tensor, mask: Tensor, places: Tensor, written: Tensor, copied: Tensor) -> Tensor:
        """The scores of what comes next, behind each word that is written: known words, then those said.

        A word that was copied has its piece in `copied`, where others have -1; so has a place without a word.
        """
        known, said = self.words(written), self.copied(_at(read, copied))
        x = torch.where((copied >= 0).unsqueeze(-1), said.to(known.dtype), known)
        x = self.dropout(x + self.places[: written.shape[1]])
        for layer in self.layers:
            x = layer(x, read, mask)
        x = self.norm(x)
        points = self.point(x) @ self.pointed(_at(read, places)).transpose(1, 2) / math.sqrt(x.shape[2])
        points = points.float().masked_fill((places < 0)[:, None, :], _NEVER)
        return torch.cat([(x @ self.words.weight.T + self.often).float(), points], -1)


def _at(read: Tensor, places: Tensor) -> Tensor:
    return torch.gather(read, 1, places.clamp(min=0).unsqueeze(-1).expand(-1, -1, read.shape[2]))


def read_base(folder: Path) -> dict[str, Tensor]:
    """The pre-trained weights of an encoder: `model.safetensors`, as sentence-transformers publishes them."""
    base = _read_safetensors(folder / "model.safetensors")
    places = (
        base["embeddings.position_embeddings.weight"] + base["embeddings.token_type_embeddings.weight"][0]
    )
    found = {"words.weight": base["embeddings.word_embeddings.weight"], "places": places}
    layers = 1 + max(int(name.split(".")[2]) for name in base if name.startswith("encoder.layer."))
    for kind in ("weight", "bias"):
        found[f"start.{kind}"] = base[f"embeddings.LayerNorm.{kind}"]
        for number in range(layers):
            at, mine = f"encoder.layer.{number}", f"layers.{number}"
            three = [base[f"{at}.attention.self.{each}.{kind}"] for each in ("query", "key", "value")]
            found[f"{mine}.look.{kind}"] = torch.cat(three)
            found |= {f"{mine}.{name}.{kind}": base[f"{at}.{its}.{kind}"] for name, its in _BASE.items()}
    return found


def _read_safetensors(path: Path) -> dict[str, Tensor]:
    raw = path.read_bytes()
    begin = 8 + int.from_bytes(raw[:8], "little")
    kinds = {"F32": np.float32, "F16": np.float16}
    found = {}
    for name, about in json.loads(raw[8:begin]).items():
        if kind := kinds.get(about.get("dtype")):
            first, last = (begin + offset for offset in about["data_offsets"])
            numbers = np.frombuffer(raw[first:last], kind).reshape(about["shape"])
            found[name] = torch.from_numpy(numbers.astype(np.float32))
    return found
