"""Reads a GGUF file and writes an adapter as one, with nothing but NumPy."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_ALIGNMENT = 32
_TEXT, _ARRAY, _FLOAT32 = 8, 9, 6
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_F32, _F16, _Q4_1, _Q8_0 = 0, 1, 3, 8


@dataclass(frozen=True)
class GgufModel:
    """What a file holds: facts by key, and tensors by name with the slowest axis first."""

    facts: dict[str, Any]
    tensors: dict[str, Floats]


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, form: str) -> Any:
        (value,) = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return value

    def text(self) -> str:
        length = self.take("Q")
        self.at += length
        return self.data[self.at - length : self.at].decode()

    def value(self, kind: int) -> Any:
        if kind == _TEXT:
            return self.text()
        if kind == _ARRAY:
            inner, count = self.take("I"), self.take("Q")
            return [self.value(inner) for _ in range(count)]
        return self.take(_SCALARS[kind])


def read_model(data: bytes) -> GgufModel:
    """Everything in the file, with the weights dequantized."""
    reader = _Reader(data)
    if reader.take("4s") != b"GGUF" or reader.take("I") < 2:
        raise ValueError("this is no GGUF file")
    tensor_count, fact_count = reader.take("Q"), reader.take("Q")
    facts = {}
    for _ in range(fact_count):
        key = reader.text()
        facts[key] = reader.value(reader.take("I"))
    listed = []
    for _ in range(tensor_count):
        name, axes = reader.text(), reader.take("I")
        shape = tuple(reader.take("Q") for _ in range(axes))[::-1]
        listed.append((name, shape, reader.take("I"), reader.take("Q")))
    start = -(-reader.at // _ALIGNMENT) * _ALIGNMENT
    tensors = {name: _tensor(data, start + at, shape, kind) for name, shape, kind, at in listed}
    return GgufModel(facts, tensors)


def _tensor(data: bytes, start: int, shape: tuple[int, ...], kind: int) -> Floats:
    count = int(np.prod(shape))
    if kind in (_F32, _F16):
        form = "<f4" if kind == _F32 else "<f2"
        return np.frombuffer(data, form, count, start).astype(np.float32).reshape(shape)
    if kind == _Q8_0:
        blocks = np.frombuffer(data, [("d", "<f2"), ("q", "i1", 32)], count // 32, start)
        scaled = blocks["d"].astype(np.float32)[:, None] * blocks["q"]
        return np.asarray(scaled, dtype=np.float32).reshape(shape)
    if kind == _Q4_1:
        blocks = np.frombuffer(data, [("d", "<f2"), ("m", "<f2"), ("q", "u1", 16)], count // 32, start)
        nibbles = np.concatenate((blocks["q"] & 15, blocks["q"] >> 4), axis=1).astype(np.float32)
        scaled = blocks["d"].astype(np.float32)[:, None] * nibbles + blocks["m"].astype(np.float32)[:, None]
        return np.asarray(scaled, dtype=np.float32).reshape(shape)
    raise ValueError(f"weights of kind {kind} cannot be read here; use Q4_1, Q8_0, F16 or F32")


def write_adapter(path: Path, tensors: Mapping[str, Floats], alpha: float, facts: Mapping[str, str]) -> None:
    """Write a LoRA adapter in half precision, in the form that llama.cpp loads."""
    told = {"general.architecture": "llama", "general.type": "adapter", "adapter.type": "lora", **facts}
    values = b"".join(_text(key) + struct.pack("<I", _TEXT) + _text(value) for key, value in told.items())
    values += _text("adapter.lora.alpha") + struct.pack("<If", _FLOAT32, alpha)
    listed, data = b"", bytearray()
    for name, tensor in tensors.items():
        rows, columns = tensor.shape
        listed += _text(name) + struct.pack("<IQQIQ", 2, columns, rows, _F16, len(data))
        data += _padded(tensor.astype("<f2").tobytes())
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(told) + 1) + values + listed
    path.write_bytes(_padded(header) + bytes(data))


def _text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNMENT)
