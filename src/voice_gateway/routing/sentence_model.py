"""What the encoder has learned to tell of a sentence: its act, and the things that it asks for."""

import json
from importlib.resources import files
from math import exp
from pathlib import Path

from voice_gateway.routing.encoder import Floats, load_encoder
from voice_gateway.routing.weights import likelihoods
from voice_gateway.routing.word_pieces import WordPieces

PIECES, LABELS = "pieces.txt", "labels.json"


def packaged() -> Path:
    """Where the weights are that ship with the package."""
    return Path(str(files(__package__))) / "trained" / "acts"


class SentenceModel:
    """Reads sentences with the weights in a folder."""

    def __init__(self, folder: Path) -> None:
        self._encoder, numbers = load_encoder(folder)
        pieces = (folder / PIECES).read_text(encoding="utf-8").splitlines()
        self._pieces = WordPieces({piece: number for number, piece in enumerate(pieces)})
        labels = json.loads((folder / LABELS).read_text(encoding="utf-8"))
        self._acts, self._verbs = labels["acts"], labels["verbs"]
        self._temperature = labels["temperature"]
        self._act, self._verb = (
            (numbers[f"{name}.weight"], numbers[f"{name}.bias"]) for name in ("act", "verb")
        )

    def read(self, sentence: str) -> tuple[dict[str, float], dict[str, float]]:
        """How likely each act is, which come to one; and how likely each verb is, each by itself."""
        encoded = self._encoder.encode(self._pieces.cut(sentence))
        logits = [logit / self._temperature for logit in _scores(*self._act, encoded)]
        verbs = {
            verb: 1 / (1 + exp(-score))
            for verb, score in zip(self._verbs, _scores(*self._verb, encoded), strict=True)
        }
        return likelihoods(self._acts, logits), verbs


def _scores(weight: Floats, bias: Floats, encoded: Floats) -> list[float]:
    scores: list[float] = (weight @ encoded + bias).tolist()
    return scores
