"""What homes have taught Whisper is added to the weights that it has, and to nothing else."""

import struct
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.whisper import LEARNED, packaged_model
from voice_gateway.voice.whisper_file import variables, with_learned

HALF = 4
"""What the file calls numbers of sixteen bits."""


def file_of(**matrices: NDArray[np.float16]) -> bytes:
    """Weights as CTranslate2 writes them."""
    written = struct.pack("<I", 6) + text("WhisperSpec") + struct.pack("<II", 3, len(matrices))
    for name, each in matrices.items():
        shape = struct.pack(f"<B{each.ndim}I", each.ndim, *each.shape)
        written += text(name) + shape + struct.pack("<BI", HALF, each.nbytes) + each.tobytes()
    return written + struct.pack("<I", 0)


def text(words: str) -> bytes:
    return struct.pack("<H", len(words) + 1) + words.encode() + b"\0"


def test_what_was_learned_is_added_to_its_matrix_alone() -> None:
    first, other = np.ones((3, 2), np.float16), np.zeros((2, 2), np.float16)
    out, into = np.array([[1], [0], [2]], np.float16), np.array([[0.5, -0.5]], np.float16)
    taught = with_learned(file_of(first=first, other=other), {"first.out": out, "first.into": into})
    found = {each.name: each.of(taught) for each in variables(taught)}
    assert found["first"].tolist() == [[1.5, 0.5], [1, 1], [2, 0]]
    assert found["other"].tolist() == other.tolist()


def test_what_another_network_learned_is_refused() -> None:
    thin = np.ones((2, 1), np.float16)
    with pytest.raises(KeyError):
        with_learned(file_of(first=thin), {"second.out": thin, "second.into": thin.T})


def test_all_that_was_learned_fits_the_packaged_weights() -> None:
    need_voice()
    shapes = {each.name: each.shape for each in variables(Path(packaged_model(), "model.bin").read_bytes())}
    with np.load(LEARNED) as learned:
        names = {name.rpartition(".")[0] for name in learned.files}
        assert len(names) == 4 * (4 + 7), "the matrices of four layers that hear and of four that write"
        for name in names:
            assert (len(learned[f"{name}.out"]), learned[f"{name}.into"].shape[1]) == shapes[name]


@pytest.mark.parametrize("pause", [0.7, 2.0])
async def test_what_is_said_behind_a_long_pause_is_heard_as_well(pause: float) -> None:
    need_voice()
    first, then = spoken("turn off the lamp", "rms").data, spoken("and the radio", "rms").data
    heard = await shared_transcriber().transcribe(Sound(first + silence(pause).data + then))
    assert "lamp" in heard.lower()
    assert "radio" in heard.lower()
