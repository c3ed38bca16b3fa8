"""What a GGUF file says about itself, read from its header without loading the model."""

import hashlib
import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from voice_gateway.errors import ModelError

Scalar = str | int | float | bool

_SCALARS: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING: Final = 8
_ARRAY: Final = 9

# llama.cpp's `llama_ftype`: the number in `general.file_type` and the name people know it by.
_FILE_TYPES: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
    19: "IQ2_XXS", 20: "IQ2_XS", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S",
    27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0",
}  # fmt: skip


@dataclass(frozen=True)
class Metadata:
    """The header of one GGUF file."""

    path: Path
    parameters: int
    """How many weights there are, summed over the tensors."""
    values: dict[str, Scalar] = field(default_factory=dict)
    """Every key that holds one value. Arrays (the vocabulary, mostly) are counted in `arrays` only."""
    arrays: dict[str, int] = field(default_factory=dict)

    def text(self, key: str, default: str = "") -> str:
        value = self.values.get(key)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: int = 0) -> int:
        value = self.values.get(key)
        return value if isinstance(value, int) else default

    @property
    def architecture(self) -> str:
        return self.text("general.architecture", "unknown")

    @property
    def quantization(self) -> str:
        return _FILE_TYPES.get(self.number("general.file_type", -1), "unknown")

    @property
    def context_length(self) -> int:
        return self.number(f"{self.architecture}.context_length")

    @property
    def embedding_length(self) -> int:
        return self.number(f"{self.architecture}.embedding_length")

    @property
    def chat_template(self) -> str:
        return self.text("tokenizer.chat_template")

    @property
    def is_adapter(self) -> bool:
        return self.text("general.type") == "adapter"


class _Reader:
    """Takes values off the front of a mapped file. A length beyond its end is an error."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 0

    def scalar(self, code: str) -> int | float | bool:
        size = struct.calcsize(code)
        value: int | float | bool = struct.unpack("<" + code, self._take(size))[0]
        return value

    def integer(self, code: str) -> int:
        return int(self.scalar(code))

    def string(self) -> str:
        return self._take(self.integer("Q")).decode("utf-8", "replace")

    def value(self, kind: int) -> Scalar:
        if kind == _STRING:
            return self.string()
        if kind not in _SCALARS:
            raise ValueError(f"unknown value type {kind}")
        return self.scalar(_SCALARS[kind])

    def skip_array(self) -> int:
        """Pass over an array and say how long it was: vocabularies are large and nobody here reads them."""
        kind, length = self.integer("I"), self.integer("Q")
        if kind in _SCALARS:
            self._take(struct.calcsize(_SCALARS[kind]) * length)
        elif kind == _STRING:
            for _ in range(length):
                self._take(self.integer("Q"))
        else:
            raise ValueError(f"an array of type {kind}")
        return length

    def _take(self, size: int) -> bytes:
        if self._at + size > len(self._data):
            raise ValueError("the file ends in mid-header")
        taken = self._data[self._at : self._at + size]
        self._at += size
        return taken


def read_gguf(path: Path) -> Metadata:
    """Read the header of a GGUF file, or explain why it is none."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _header(path, _Reader(data), data[:4])
    except FileNotFoundError:
        raise ModelError(
            f"There is no model file at {path}.", fix="Set engine.model to a GGUF file."
        ) from None
    except (OSError, ValueError) as error:
        reason = f"{path} is not a GGUF model: {error}."
        raise ModelError(reason, fix="Use a GGUF file, or leave engine.model unset.") from error


def _header(path: Path, reader: _Reader, magic: bytes) -> Metadata:
    if magic != b"GGUF":
        raise ValueError("it does not begin with GGUF")
    reader.integer("I")
    version = reader.integer("I")
    if version not in (2, 3):
        raise ValueError(f"version {version} is not supported")
    tensors, keys = reader.integer("Q"), reader.integer("Q")
    values: dict[str, Scalar] = {}
    arrays: dict[str, int] = {}
    for _ in range(keys):
        key, kind = reader.string(), reader.integer("I")
        if kind == _ARRAY:
            arrays[key] = reader.skip_array()
        else:
            values[key] = reader.value(kind)
    return Metadata(path, sum(_tensor_sizes(reader, tensors)), values, arrays)


def _tensor_sizes(reader: _Reader, tensors: int) -> Iterator[int]:
    for _ in range(tensors):
        reader.string()
        size = 1
        for _ in range(reader.integer("I")):
            size *= reader.integer("Q")
        reader.integer("I")
        reader.integer("Q")
        yield size


def digest(path: Path) -> str:
    """A name for this very file. The header and the size tell models apart without reading gigabytes."""
    with path.open("rb") as file:
        head = file.read(1 << 20)
    return hashlib.sha256(head + str(path.stat().st_size).encode()).hexdigest()
