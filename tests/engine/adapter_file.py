"""A LoRA adapter made on the spot: small, random, and strong enough to be noticed."""

import struct
from pathlib import Path

import numpy as np

_ALIGNMENT = 32


def write_adapter(path: Path, width: int, seed: int = 7) -> Path:
    """An adapter of rank 2 for the first layer's output projection of a llama model."""
    random = np.random.default_rng(seed)
    tensors = {
        "blk.0.attn_output.weight.lora_a": random.normal(size=(2, width)).astype("<f4"),
        "blk.0.attn_output.weight.lora_b": random.normal(size=(width, 2)).astype("<f4"),
    }
    values = b"".join(
        _text(key) + struct.pack("<I", 8) + _text(value)
        for key, value in (
            ("general.architecture", "llama"),
            ("general.type", "adapter"),
            ("adapter.type", "lora"),
        )
    )
    values += _text("adapter.lora.alpha") + struct.pack("<If", 6, 4.0)
    infos, data = b"", b""
    for name, array in tensors.items():
        rows, columns = array.shape
        infos += _text(name) + struct.pack("<IQQIQ", 2, columns, rows, 0, len(data))
        data += _padded(array.tobytes())
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), 4) + values + infos
    path.write_bytes(_padded(header) + data)
    return path


def _text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNMENT)
