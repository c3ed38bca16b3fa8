"""Hears from how something is said whether the speaker has finished: smart-turn, a small network (BSD-2)."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import RATE, Sound
from voice_gateway.voice.errors import EngineError
from voice_gateway.voice.mel import log_mel

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

HEARD = 8 * RATE
"""Samples that are listened to: the last seconds. Less is filled with silence before it."""

FINISHED = 0.5
"""From which likelihood on the speaker has finished."""

WEIGHTS = "audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx"
"""Inside pipecat-ai, of which nothing else is used: it is installed without what it depends on."""


class TurnEnd:
    """Asked once in each pause, beside the transcriber."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights
        self._network: InferenceSession | None = None

    def finished(self, sound: Sound) -> bool:
        return self.likelihood(sound) >= FINISHED

    def likelihood(self, sound: Sound) -> float:
        """How likely it is that nothing more will be said."""
        heard = sound.at(RATE).samples()[-HEARD:]
        heard = np.pad(heard, (HEARD - len(heard), 0))
        heard = (heard - heard.mean()) / np.sqrt(heard.var() + 1e-7)
        [[likelihood]] = self._loaded().run(None, {"input_features": log_mel(heard)[None]})[0]
        return float(likelihood)

    def load(self) -> None:
        self._loaded()

    def _loaded(self) -> "InferenceSession":
        if self._network is None:
            from onnxruntime import InferenceSession, SessionOptions

            options = SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            self._network = InferenceSession(str(self._weights), options, providers=["CPUExecutionProvider"])
        return self._network


def choose_turn_end(settings: VoiceSettings) -> TurnEnd | None:
    """None where it is not wanted: then words and silence decide by themselves."""
    if not settings.turn_end:
        return None
    package = find_spec("pipecat")
    folders = (package.submodule_search_locations if package else None) or [""]
    weights = Path(folders[0], WEIGHTS)
    if not weights.is_file():
        raise EngineError(
            "What hears the end of a sentence is not installed.",
            fix="Install it: pip install --no-deps pipecat-ai==1.14.0, or set voice.turn_end to false.",
        )
    return TurnEnd(weights)
