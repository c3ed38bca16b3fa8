"""The trained classifier: a linear model over words, letters and the names of the home."""

from functools import cache
from typing import TYPE_CHECKING

from voice_gateway.routing.current import asks_about_now
from voice_gateway.routing.features import features
from voice_gateway.routing.home_words import Gazetteer, HomeWords
from voice_gateway.routing.intent import Classification, Intent
from voice_gateway.routing.wording import is_question

if TYPE_CHECKING:
    from voice_gateway.routing.weights import Weights

_WITH_TOOLS = ("device", "datetime", "volume", "search")
"""Labels that bind tools. The others, `general` and `other`, stand together against them: both bind none."""

_SURE_OF_NOW = 0.7
"""How often a question that depends on the date, and that the model took for general, is one to look up."""

_SURE_OF_QUESTIONS = 0.9
"""A question is refused only when it is surely about something out of reach: a model may know the rest."""


class MicroRouter:
    """Decides in well under a millisecond what kind of sentence this is, and how sure that is."""

    def __init__(self, home: HomeWords | None = None) -> None:
        self._gazetteer = Gazetteer(home or HomeWords())

    def follow(self, home: HomeWords) -> None:
        """From now on these are the names of the home."""
        self._gazetteer = Gazetteer(home)

    def classify(self, text: str) -> Classification:
        weights = _weights()
        scores = weights.probabilities(features(text, self._gazetteer))
        chosen = max(_WITH_TOOLS, key=lambda label: scores[label] * weights.favour[label])
        nothing = scores["general"] + scores["other"]
        if scores[chosen] * weights.favour[chosen] > nothing:
            close = _close(scores, chosen, weights)
            return Classification(Intent(chosen), scores[chosen], close, scores=scores)
        sure = _SURE_OF_QUESTIONS if is_question(text) else weights.unsupported_from
        unsupported = scores["other"] > max(scores["general"], sure)
        if not unsupported and asks_about_now(text):
            return Classification(
                Intent.SEARCH, _SURE_OF_NOW, _close(scores, "search", weights), scores=scores
            )
        return Classification(Intent.GENERAL, nothing, _close(scores, "", weights), unsupported, scores)


def _close(scores: dict[str, float], chosen: str, weights: "Weights") -> tuple[Intent, ...]:
    """The other intents whose tools are worth binding as well, the likeliest first."""
    near = [
        label
        for label in _WITH_TOOLS
        if label != chosen and scores[label] * weights.favour[label] >= weights.close_from
    ]
    return tuple(Intent(label) for label in sorted(near, key=lambda label: -scores[label]))


@cache
def _weights() -> "Weights":
    # NumPy and the weights are loaded with the first sentence, so that --help stays quick.
    from voice_gateway.routing.weights import load

    return load()
