"""What the network has learned to tell of a sentence, with the weights that ship with the package."""

import json
from functools import cache, cached_property
from importlib.resources import files
from math import exp
from pathlib import Path

from voice_gateway.reader.encoder import Floats, load_encoder
from voice_gateway.reader.likelihoods import likelihoods
from voice_gateway.reader.pen import Pen, load_pen
from voice_gateway.reader.word_pieces import read_pieces

PIECES, LABELS = "pieces.txt", "labels.json"


def packaged() -> Path:
    """Where the weights are that ship with the package."""
    return Path(str(files(__package__))) / "trained"


@cache
def sentence_model() -> "SentenceModel":
    """The one that ships; it is loaded with the first sentence."""
    return SentenceModel(packaged())


class SentenceModel:
    """Reads sentences with the weights in a folder."""

    def __init__(self, folder: Path) -> None:
        self.encoder, numbers = load_encoder(folder)
        self.pieces = read_pieces(folder / PIECES)
        labels = json.loads((folder / LABELS).read_text(encoding="utf-8"))
        self._acts, self._verbs = labels["acts"], labels["verbs"]
        self._temperature = labels["temperature"]
        self._act, self._verb = (
            (numbers[f"{name}.weight"], numbers[f"{name}.bias"]) for name in ("act", "verb")
        )
        self._folder = folder

    def read(self, sentence: str) -> tuple[dict[str, float], dict[str, float]]:
        """How likely each act is, which come to one; and how likely each verb is, each by itself."""
        encoded: Floats = self.encoder.encode(self.pieces.cut(sentence)).mean(axis=1)
        logits = [logit / self._temperature for logit in _scores(*self._act, encoded)]
        verbs = {
            verb: 1 / (1 + exp(-score))
            for verb, score in zip(self._verbs, _scores(*self._verb, encoded), strict=True)
        }
        return likelihoods(self._acts, logits), verbs

    @cached_property
    def pen(self) -> Pen:
        """What writes wishes; it is loaded when it is first needed."""
        return load_pen(self._folder)


def _scores(weight: Floats, bias: Floats, encoded: Floats) -> list[float]:
    scores: list[float] = (weight @ encoded + bias).tolist()
    return scores
