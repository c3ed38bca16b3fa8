"""Transcription by Moonshine: several times quicker than Whisper on short commands, and less exact."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from voice_gateway.installation import how_to_add
from voice_gateway.voice.audio import RATE, Sound, silence
from voice_gateway.voice.errors import EngineError
from voice_gateway.voice.take import Take

if TYPE_CHECKING:
    from moonshine_voice import Transcriber as Engine

BEFORE, AFTER = silence(0.2), silence(0.3)
"""The model loses words that touch the edge of the sound."""


class Moonshine:
    """Moonshine tiny.en. Its cost follows the length of the speech."""

    name = "Moonshine tiny.en"

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def load(self) -> None:
        self._loaded()

    def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        """The words; Moonshine cannot be told which names are likely."""
        padded = Sound(BEFORE.data + sound.at(RATE).data + AFTER.data)
        transcript = self._loaded().transcribe_without_streaming(padded.samples().tolist(), RATE)
        return " ".join(line.text.strip() for line in transcript.lines)

    def listen(self, sound: Sound, names: Sequence[str] = ()) -> Take:
        """Moonshine knows only one way, and not how likely it is."""
        return Take((self.transcribe(sound, names),))

    def _loaded(self) -> "Engine":
        if self._engine is None:
            try:
                import moonshine_voice
            except ImportError:
                raise EngineError(
                    "Moonshine is not installed.", fix=f"Install it: {how_to_add('moonshine')}"
                ) from None
            weights = Path(moonshine_voice.__file__).parent / "assets" / "tiny-en"
            if not weights.is_dir():
                raise EngineError(
                    "This version of moonshine-voice comes without a model.",
                    fix="Install the one that has it: pip install moonshine-voice==0.1.0",
                )
            self._engine = moonshine_voice.Transcriber(
                weights, moonshine_voice.ModelArch.TINY, options={"vad_threshold": "0.0"}
            )
        return self._engine
