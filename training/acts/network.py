"""The encoder in plain PyTorch, with one head for the act of a sentence and one for its verbs."""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

HEADS = 12
_NORM = 1e-12


class Layer(nn.Module):
    """Attention over all pieces, and a feed-forward; the names are those of `routing/encoder.py`."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.seen_norm, self.norm = nn.LayerNorm(width, _NORM), nn.LayerNorm(width, _NORM)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        rows, pieces, width = x.shape
        asks, offers, says = self.look(x).view(rows, pieces, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        rate = self.dropout.p if self.training else 0.0
        seen = functional.scaled_dot_product_attention(
            asks, offers, says, mask[:, None, None, :], dropout_p=rate
        )
        seen = seen.transpose(1, 2).reshape(rows, pieces, width)
        x = self.seen_norm(x + self.dropout(self.seen(seen)))
        return self.norm(x + self.dropout(self.narrow(functional.gelu(self.wide(x)))))


class Network(nn.Module):
    """MiniLM with its pre-trained weights, and what is new upon it."""

    def __init__(self, base: Mapping[str, Tensor], acts: int, verbs: int, dropout: float = 0.1) -> None:
        super().__init__()
        layers = 1 + max(int(name.split(".")[2]) for name in base if name.startswith("encoder.layer."))
        words = base["embeddings.word_embeddings.weight"]
        width = words.shape[1]
        self.words = nn.Embedding.from_pretrained(words.clone(), freeze=False, padding_idx=0)
        places = (
            base["embeddings.position_embeddings.weight"] + base["embeddings.token_type_embeddings.weight"][0]
        )
        self.places = nn.Parameter(places.clone())
        self.start = nn.LayerNorm(width, _NORM)
        self.layers = nn.ModuleList(Layer(width, dropout) for _ in range(layers))
        self.dropout = nn.Dropout(dropout)
        self.act, self.verb = nn.Linear(width, acts), nn.Linear(width, verbs)
        _fill(self.start, base, "embeddings.LayerNorm")
        for number, layer in enumerate(self.layers):
            _fill_layer(layer, base, f"encoder.layer.{number}")

    def forward(self, pieces: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of all acts and of all verbs; a nought is no piece."""
        mask = pieces != 0
        x = self.dropout(self.start(self.words(pieces) + self.places[: pieces.shape[1]]))
        for layer in self.layers:
            x = layer(x, mask)
        said = mask.unsqueeze(-1).to(x.dtype)
        mean = self.dropout(((x * said).sum(1) / said.sum(1)).float())
        return self.act(mean), self.verb(mean)


def read_base(folder: Path) -> dict[str, Tensor]:
    """The pre-trained weights: `model.safetensors`, as sentence-transformers publishes them."""
    raw = (folder / "model.safetensors").read_bytes()
    begin = 8 + int.from_bytes(raw[:8], "little")
    found = {}
    for name, about in json.loads(raw[8:begin]).items():
        if about.get("dtype") == "F32":
            first, last = (begin + offset for offset in about["data_offsets"])
            numbers = np.frombuffer(raw[first:last], np.float32).reshape(about["shape"])
            found[name] = torch.from_numpy(numbers.copy())
    return found


def _fill_layer(layer: Layer, base: Mapping[str, Tensor], at: str) -> None:
    with torch.no_grad():
        for name in ("weight", "bias"):
            three = [base[f"{at}.attention.self.{each}.{name}"] for each in ("query", "key", "value")]
            getattr(layer.look, name).copy_(torch.cat(three))
    _fill(layer.seen, base, f"{at}.attention.output.dense")
    _fill(layer.seen_norm, base, f"{at}.attention.output.LayerNorm")
    _fill(layer.wide, base, f"{at}.intermediate.dense")
    _fill(layer.narrow, base, f"{at}.output.dense")
    _fill(layer.norm, base, f"{at}.output.LayerNorm")


def _fill(part: nn.Module, base: Mapping[str, Tensor], at: str) -> None:
    with torch.no_grad():
        part.weight.copy_(base[f"{at}.weight"])
        part.bias.copy_(base[f"{at}.bias"])
