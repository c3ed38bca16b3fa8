"""The weights of a Whisper in CTranslate2's file, and what homes have taught it added to them."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_KINDS = (np.float32, np.int8, np.int16, np.int32, np.float16)
"""What numbers are made of, by the number that the file has for each."""

Learned = Mapping[str, NDArray[np.float16]]
"""Of each matrix two thin ones, `NAME.out` and `NAME.into`, whose product is added to it."""


@dataclass(frozen=True)
class Variable:
    """Numbers in the file, and where they begin."""

    name: str
    begin: int
    shape: tuple[int, ...]
    kind: type

    def of(self, file: bytes | bytearray) -> NDArray[Any]:
        """The numbers themselves; those of a `bytearray` may be changed."""
        count = int(np.prod(self.shape, dtype=int))
        return np.frombuffer(file, self.kind, count, self.begin).reshape(self.shape)


def variables(file: bytes) -> Iterator[Variable]:
    """All that are in the file."""
    place = struct.calcsize("<I")
    _, place = _text(file, place)
    _, count = struct.unpack_from("<II", file, place)
    place += struct.calcsize("<II")
    for _ in range(count):
        name, place = _text(file, place)
        (rank,) = struct.unpack_from("<B", file, place)
        *shape, kind, size = struct.unpack_from(f"<{rank}IBI", file, place + 1)
        place += 1 + struct.calcsize(f"<{rank}IBI")
        yield Variable(name, place, tuple(shape), _KINDS[kind])
        place += size


def with_learned(file: bytes, learned: Learned) -> bytes:
    """The file with what was learned added. Raises `KeyError` for another network than that which learned."""
    changed = bytearray(file)
    found = {variable.name: variable for variable in variables(file)}
    for name in {name.rpartition(".")[0] for name in learned}:
        matrix = found[name].of(changed)
        matrix += learned[f"{name}.out"].astype(np.float32) @ learned[f"{name}.into"].astype(np.float32)
    return bytes(changed)


def _text(file: bytes, place: int) -> tuple[str, int]:
    """A text and where it ends; it is led by its length and closed by a zero."""
    (length,) = struct.unpack_from("<H", file, place)
    begin = place + struct.calcsize("<H")
    return file[begin : begin + length - 1].decode(), begin + length
