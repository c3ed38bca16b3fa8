"""The word that wakes the assistant."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from voice_gateway.errors import SettingsError
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import not_installed

if TYPE_CHECKING:
    from pymicro_wakeword import MicroWakeWord


class WakeWord(Protocol):
    """Listens to frames for one phrase."""

    phrase: str
    """How it is spoken: "Hey Jarvis"."""

    cutoff: float
    """From which certainty on it counts as heard."""

    def hear(self, frame: bytes) -> float:
        """How certain it is, from 0 to 1, that the phrase has just ended."""

    def reset(self) -> None:
        """Forget what was heard."""


class MicroWake:
    """microWakeWord: tiny models made for microcontrollers, under one percent of a core."""

    def __init__(self, name: str, cutoff: float | None = None) -> None:
        """`name` is one of the built-in models, or the .json file of another."""
        try:
            from pymicro_wakeword import MicroWakeWordFeatures
        except ImportError:
            raise not_installed("pymicro-wakeword") from None
        self._model = _model(name)
        self._features = MicroWakeWordFeatures()
        self.phrase = self._model.wake_word
        self.cutoff = cutoff or self._model.probability_cutoff

    def hear(self, frame: bytes) -> float:
        certainty = 0.0
        for features in self._features.process_streaming(frame):
            certainty = max(certainty, self._model.process_streaming_prob(features) or 0.0)
        return certainty

    def reset(self) -> None:
        self._model.reset()
        self._features.reset()


def certainty(wake: WakeWord, sound: Sound) -> float:
    """How much a whole sound is like the wake word, at its best moment."""
    wake.reset()
    best = max((wake.hear(frame) for frame in sound.frames()), default=0.0)
    wake.reset()
    return best


def _model(name: str) -> "MicroWakeWord":
    from pymicro_wakeword import MicroWakeWord, Model

    if name in [model.value for model in Model]:
        return MicroWakeWord.from_builtin(Model(name))
    file = Path(name).expanduser()
    try:
        return MicroWakeWord.from_config(file)
    except (OSError, ValueError, KeyError) as error:
        known = ", ".join(model.value for model in Model)
        raise SettingsError(
            f"The wake word “{name}” cannot be used: {error}.",
            fix=f"Set voice.wake_word to {known}, or to the .json file of a microWakeWord model.",
        ) from None
