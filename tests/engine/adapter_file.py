"""A LoRA adapter made on the spot: small, random, and strong enough to be noticed."""

from pathlib import Path

import numpy as np
from training.call_maker import gguf_file


def write_adapter(path: Path, width: int, seed: int = 7) -> Path:
    """An adapter of rank 2 for the first layer's output projection of a llama model."""
    random = np.random.default_rng(seed)
    tensors = {
        "blk.0.attn_output.weight.lora_a": random.normal(size=(2, width)).astype(np.float32),
        "blk.0.attn_output.weight.lora_b": random.normal(size=(width, 2)).astype(np.float32),
    }
    gguf_file.write_adapter(path, tensors, 4.0, {})
    return path
