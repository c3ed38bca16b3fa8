"""Whisper in plain PyTorch, with what is learned beside the weights that stay as they are.

The names are those of CTranslate2, so that what is learned finds its place again.
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, no-any-return"

import math
from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

HEADS = 6
Weights = Mapping[str, Tensor]


class Learning(nn.Module):
    """A matrix that stays, and a thin one beside it that learns."""

    def __init__(self, weights: Weights, name: str, rank: int) -> None:
        super().__init__()
        weight = weights[f"{name}/weight"]
        self.register_buffer("weight", weight)
        self.register_buffer("bias", weights[f"{name}/bias"])
        self.into = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.out = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x: Tensor) -> Tensor:
        learned = functional.linear(functional.linear(x, self.into), self.out)
        return functional.linear(x, self.weight, self.bias) + learned


class Norm(nn.Module):
    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.register_buffer("gamma", weights[f"{name}/gamma"])
        self.register_buffer("beta", weights[f"{name}/beta"])

    def forward(self, x: Tensor) -> Tensor:
        return functional.layer_norm(x, x.shape[-1:], self.gamma, self.beta)


class Layer(nn.Module):
    """Attention to itself, to what was heard where there is something, and a feed-forward."""

    def __init__(self, weights: Weights, name: str, rank: int) -> None:
        super().__init__()
        self.norm = Norm(weights, f"{name}/self_attention/layer_norm")
        self.look = Learning(weights, f"{name}/self_attention/linear_0", rank)
        self.seen = Learning(weights, f"{name}/self_attention/linear_1", rank)
        self.listens = f"{name}/attention/linear_0/weight" in weights
        if self.listens:
            self.ask_norm = Norm(weights, f"{name}/attention/layer_norm")
            self.ask = Learning(weights, f"{name}/attention/linear_0", rank)
            self.heard = Learning(weights, f"{name}/attention/linear_1", rank)
            self.told = Learning(weights, f"{name}/attention/linear_2", rank)
        self.wide_norm = Norm(weights, f"{name}/ffn/layer_norm")
        self.wide = Learning(weights, f"{name}/ffn/linear_0", rank)
        self.narrow = Learning(weights, f"{name}/ffn/linear_1", rank)

    def forward(self, x: Tensor, mask: Tensor | None, sound: Tensor | None = None) -> Tensor:
        """`mask` tells which steps of the sound there are; words that are written see those before."""
        asks, offers, says = _heads(self.look(self.norm(x)), 3)
        own = mask if sound is None else None
        x = x + self.seen(_attended(asks, offers, says, own, causal=sound is not None))
        if sound is not None:
            (asks,), (offers, says) = _heads(self.ask(self.ask_norm(x)), 1), _heads(self.heard(sound), 2)
            x = x + self.told(_attended(asks, offers, says, mask))
        return x + self.narrow(functional.gelu(self.wide(self.wide_norm(x))))


class Whisper(nn.Module):
    """An encoder of sounds, and a decoder that writes."""

    def __init__(self, weights: Weights, rank: int) -> None:
        super().__init__()
        for name in ("conv1", "conv2"):
            self.register_buffer(f"{name}_weight", weights[f"encoder/{name}/weight"])
            self.register_buffer(f"{name}_bias", weights[f"encoder/{name}/bias"])
        self.register_buffer("steps", weights["encoder/position_encodings/encodings"])
        self.register_buffer("places", weights["decoder/position_encodings/encodings"])
        self.register_buffer("words", weights["decoder/embeddings/weight"])
        self.encoder, self.decoder = (
            nn.ModuleList(
                Layer(weights, f"{part}/layer_{number}", rank) for number in range(_layers(weights, part))
            )
            for part in ("encoder", "decoder")
        )
        self.encoder_norm = Norm(weights, "encoder/layer_norm")
        self.decoder_norm = Norm(weights, "decoder/layer_norm")

    def listen(self, tones: Tensor, columns: Tensor) -> tuple[Tensor, Tensor]:
        """What is heard at each step, and which steps there are; `columns` is how many each sound has."""
        x = functional.gelu(functional.conv1d(tones, self.conv1_weight, self.conv1_bias, padding=1))
        x = functional.gelu(functional.conv1d(x, self.conv2_weight, self.conv2_bias, stride=2, padding=1))
        x = x.transpose(1, 2)
        x = x + self.steps[: x.shape[1]]
        mask = torch.arange(x.shape[1], device=x.device)[None] < (columns // 2)[:, None]
        mask = mask[:, None, None, :]
        for layer in self.encoder:
            x = layer(x, mask)
        return self.encoder_norm(x), mask

    def write(self, tokens: Tensor, sound: Tensor, mask: Tensor, where: Tensor) -> Tensor:
        """The scores of what comes next, behind those tokens where it is asked for."""
        x = self.words[tokens] + self.places[: tokens.shape[1]]
        for layer in self.decoder:
            x = layer(x, mask, sound)
        return self.decoder_norm(x)[where] @ self.words.T

    def learned(self) -> dict[str, tuple[Tensor, Tensor]]:
        """Of each matrix, the two thin ones whose product is to be added."""
        return {
            self._place(name): (module.out.detach(), module.into.detach())
            for name, module in self.named_modules()
            if isinstance(module, Learning)
        }

    @staticmethod
    def _place(name: str) -> str:
        part, number, kind = name.split(".")
        return f"{part}/layer_{number}/{_PLACES[kind]}/weight"


_PLACES = {
    "look": "self_attention/linear_0", "seen": "self_attention/linear_1", "ask": "attention/linear_0",
    "heard": "attention/linear_1", "told": "attention/linear_2", "wide": "ffn/linear_0",
    "narrow": "ffn/linear_1",
}  # fmt: skip


def _layers(weights: Weights, part: str) -> int:
    return len({name.split("/")[1] for name in weights if name.startswith(f"{part}/layer_")} - {"layer_norm"})


def _heads(x: Tensor, parts: int) -> Tensor:
    rows, places, width = x.shape
    return x.view(rows, places, parts, HEADS, width // parts // HEADS).permute(2, 0, 3, 1, 4)


def _attended(
    asks: Tensor, offers: Tensor, says: Tensor, mask: Tensor | None, *, causal: bool = False
) -> Tensor:
    seen = functional.scaled_dot_product_attention(asks, offers, says, mask, is_causal=causal)
    return seen.transpose(1, 2).flatten(2)
