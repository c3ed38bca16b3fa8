"""The model in plain PyTorch, in the layout of its GGUF file, with an adapter on every linear layer."""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.call_maker.gguf_file import Floats, GgufModel

ADAPTED = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


class Adapted(nn.Module):
    """A frozen linear layer and what is learned on top of it."""

    dropout = 0.0
    """How much of what comes in is left out while it learns."""

    def __init__(self, weight: Tensor, rank: int, scale: float) -> None:
        super().__init__()
        self.register_buffer("weight", weight)
        self.scale = scale
        rows, columns = weight.shape
        self.a = nn.Parameter(torch.randn(rank, columns) / math.sqrt(columns))
        self.b = nn.Parameter(torch.zeros(rows, rank))

    def forward(self, x: Tensor) -> Tensor:
        seen = functional.dropout(x, self.dropout, self.training) if self.dropout else x
        low = functional.linear(seen, self.a.to(x.dtype))
        return functional.linear(x, self.weight) + functional.linear(low, (self.b * self.scale).to(x.dtype))


class Block(nn.Module):
    """One layer: attention, with pairs of neighbours rotated as llama.cpp does, and a gated feed-forward."""

    def __init__(self, model: GgufModel, number: int, rank: int, scale: float, dtype: torch.dtype) -> None:
        super().__init__()
        self.heads = int(model.facts["llama.attention.head_count"])
        self.shared = int(model.facts["llama.attention.head_count_kv"])
        self.epsilon = float(model.facts["llama.attention.layer_norm_rms_epsilon"])
        for name in ADAPTED:
            weight = torch.from_numpy(model.tensors[f"blk.{number}.{name}.weight"]).to(dtype)
            setattr(self, name, Adapted(weight, rank, scale))
        for name in ("attn_norm", "ffn_norm"):
            weight = torch.from_numpy(model.tensors[f"blk.{number}.{name}.weight"]).to(dtype)
            self.register_buffer(name, weight)

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
        rows, length, width = x.shape
        h = functional.rms_norm(x, (width,), self.attn_norm, self.epsilon)
        q = self.attn_q(h).view(rows, length, self.heads, -1).transpose(1, 2)
        k = self.attn_k(h).view(rows, length, self.shared, -1).transpose(1, 2)
        v = self.attn_v(h).view(rows, length, self.shared, -1).transpose(1, 2)
        q, k = _rotated(q, *turn), _rotated(k, *turn)
        times = self.heads // self.shared
        k, v = k.repeat_interleave(times, 1), v.repeat_interleave(times, 1)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn_output(seen.transpose(1, 2).reshape(rows, length, width))
        h = functional.rms_norm(x, (width,), self.ffn_norm, self.epsilon)
        return x + self.ffn_down(functional.silu(self.ffn_gate(h)) * self.ffn_up(h))


class Network(nn.Module):
    """Tokens in, hidden states out; `logits` turns those into scores for the next token."""

    def __init__(self, model: GgufModel, rank: int, dtype: torch.dtype) -> None:
        super().__init__()
        self.alpha = 2.0 * rank
        layers = int(model.facts["llama.block_count"])
        self.epsilon = float(model.facts["llama.attention.layer_norm_rms_epsilon"])
        self.register_buffer("words", torch.from_numpy(model.tensors["token_embd.weight"]).to(dtype))
        self.register_buffer("norm", torch.from_numpy(model.tensors["output_norm.weight"]).to(dtype))
        self.blocks = nn.ModuleList(Block(model, at, rank, self.alpha / rank, dtype) for at in range(layers))
        half = int(model.facts["llama.rope.dimension_count"]) // 2
        base = float(model.facts["llama.rope.freq_base"])
        self.register_buffer("pace", base ** (-torch.arange(half, dtype=torch.float32) / half))

    def forward(self, tokens: Tensor) -> Tensor:
        angles = torch.outer(torch.arange(tokens.shape[1], device=tokens.device).float(), self.pace)
        x = functional.embedding(tokens, self.words)
        turn = (angles.cos().to(x.dtype), angles.sin().to(x.dtype))
        for block in self.blocks:
            x = block(x, turn)
        return functional.rms_norm(x, (x.shape[-1],), self.norm, self.epsilon)

    def logits(self, hidden: Tensor) -> Tensor:
        return functional.linear(hidden, self.words).float()

    def adapter(self) -> dict[str, Floats]:
        """What was learned, under the names that llama.cpp knows."""
        found = {}
        for number, block in enumerate(self.blocks):
            for name in ADAPTED:
                layer = getattr(block, name)
                found[f"blk.{number}.{name}.weight.lora_a"] = layer.a.detach().float().cpu().numpy()
                found[f"blk.{number}.{name}.weight.lora_b"] = layer.b.detach().float().cpu().numpy()
        return found


def _rotated(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cosine - odd * sine, even * sine + odd * cosine), dim=-1).flatten(-2)
