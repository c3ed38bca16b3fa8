"""The network of Whisper: writes down a sound, and tells how likely it is to be any given sentence."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from voice_gateway.voice.audio import RATE, Samples
from voice_gateway.voice.mel import HOP, log_mel
from voice_gateway.voice.take import Take
from voice_gateway.voice.whisper_file import with_learned

if TYPE_CHECKING:
    from ctranslate2 import StorageView
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

WINDOW = 30
"""Seconds that Whisper hears at once, however short the sound is."""

TOKENS, TOKENS_A_SECOND = 12, 8
"""More is not said in any sound; the first are for the shortest."""

LONGEST = 448
"""Tokens of a prompt and what follows it."""

HUB = "Systran/faster-whisper-{}"
"""Where models are that are chosen by their name: tiny, base, small.en, large-v3."""

_FILES = ["config.json", "model.bin", "tokenizer.json", "vocabulary.*"]
_NOTHING_SAID, _UNSURE = 0.6, -1.0
BEHIND = 50
"""Steps of silence behind the sound that are listened to as well, of 20 ms each."""

_AT_ONCE = 16
"""Sentences that are held against the sound at the same time."""

_LEAST = 1e-9


@dataclass(frozen=True)
class WhisperNetwork:
    network: "Network"
    words: "Tokenizer"
    at_home: bool = False
    """Whether it has learned to listen no longer than there is sound, a small part of the half minute. Then
    it can also tell how likely sentences are."""

    def take(self, samples: Samples, before: str | None, language: str, most: int) -> Take:
        """What may be said in at most half a minute, as if it followed these words."""
        heard = log_mel(np.pad(samples, (0, HOP)), self.network.n_mels)[:, :-1]
        understood = self._understood(heard)
        marks = self._marks(language)
        earlier = [self.words.token_to_id("<|startofprev|>"), *self.tokens(before)] if before else []
        prompt = [*earlier, *marks, self.words.token_to_id("<|notimestamps|>")]
        [written] = self.network.generate(
            understood,
            [prompt],
            beam_size=most,
            num_hypotheses=most,
            max_length=min(LONGEST, len(prompt) + TOKENS + TOKENS_A_SECOND * len(samples) // RATE),
            return_scores=True,
            return_no_speech_prob=True,
        )
        tokens, score = written.sequences_ids[0], written.scores[0]
        unsure = score * len(tokens) / (len(tokens) + 1) <= _UNSURE
        if written.no_speech_prob > _NOTHING_SAID and unsure:
            return Take(("",))
        ways = [
            (math.exp(score * len(ids)), self.words.decode(ids).strip())
            for score, ids in zip(written.scores, written.sequences_ids, strict=True)
        ]
        ways.sort(key=lambda way: way[0], reverse=True)
        return Take(
            tuple(text for _, text in ways),
            tuple(chance for chance, _ in ways),
            partial(self._likelihoods, np.array(understood), marks) if self.at_home else None,
        )

    def _understood(self, heard: Samples) -> "StorageView":
        """What is heard, in the whole window or in the sound alone with some silence behind it."""
        from ctranslate2 import StorageView

        columns = WINDOW * RATE // HOP
        if self.at_home:
            columns = min(columns, 2 * (math.ceil(heard.shape[1] / 2) + BEHIND))
        seen = np.zeros((1, self.network.n_mels, columns), np.float32)
        seen[0, :, : heard.shape[1]] = heard[:, :columns]
        return self.network.encode(StorageView.from_array(seen))

    def _likelihoods(self, understood: Any, marks: list[int], sentences: Sequence[str]) -> list[float]:
        """Of each sentence, its tokens one after the other, without any words before it."""
        from ctranslate2 import StorageView

        found: list[float] = []
        for start in range(0, len(sentences), _AT_ONCE):
            tokens = [self.tokens(text) for text in sentences[start : start + _AT_ONCE]]
            same = StorageView.from_array(np.repeat(understood, len(tokens), 0))
            found += [
                sum(math.log(max(_LEAST, chance)) for chance in aligned.text_token_probs)
                for aligned in self.network.align(same, marks, tokens, 1)
            ]
        return found

    def _marks(self, language: str) -> list[int]:
        start = ["<|startoftranscript|>"]
        if self.network.is_multilingual:
            start += [f"<|{language}|>", "<|transcribe|>"]
        return [self._mark(mark) for mark in start]

    def _mark(self, name: str) -> int:
        number = self.words.token_to_id(name)
        if number is None:
            raise ValueError(f"this model knows no {name}")
        return int(number)

    def tokens(self, text: str) -> list[int]:
        ids: list[int] = self.words.encode(f" {text}", add_special_tokens=False).ids
        return ids


def load_network(wanted: str, *, learned: Path | None = None) -> WhisperNetwork:
    """From a folder, or by a name that the hub knows; `learned` is what homes have taught it."""
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

    folder = wanted
    if not Path(wanted).is_dir():
        from huggingface_hub import snapshot_download

        name = wanted if "/" in wanted else HUB.format(wanted)
        folder = snapshot_download(name, allow_patterns=_FILES)
    threads = min(4, os.cpu_count() or 1)
    files = _taught(Path(folder), learned) if learned else None
    network = Network(folder, device="cpu", compute_type="int8", intra_threads=threads, files=files)
    words = Tokenizer.from_file(str(Path(folder, "tokenizer.json")))
    return WhisperNetwork(network, words, at_home=learned is not None)


def _taught(folder: Path, learned: Path) -> dict[str, bytes]:
    """The files of a network with what was learned added to its weights."""
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with np.load(learned) as told:
        return files | {"model.bin": with_learned(files["model.bin"], dict(told))}
