"""An answer that is limited to some of what was asked about: "only the north one"."""

from collections.abc import Sequence
from dataclasses import replace

from voice_gateway.devices.words import roots
from voice_gateway.dialogue.phrases import phrases
from voice_gateway.dialogue.state import AwaitingYes, Waiting
from voice_gateway.dialogue.words_said import folded, without, without_phrases
from voice_gateway.wishes import Wish

_ONE = frozenset({"but", "one", "it", "them", "that"})
_ALONE = tuple(
    phrase for phrase in phrases("only") if phrase not in ("but", "not the other", "not the others")
)


def limited(sentence: str, waiting: Waiting) -> Wish | None:
    """What is left of the wish that was asked about; None where it is left whole, or refused."""
    wish = waiting.wish if isinstance(waiting, AwaitingYes) and len(waiting.asked) < 2 else None
    if wish is None or wish.parts != wish.steps:
        return None
    meant = _meant(sentence, [step.target.words for step in wish.steps])
    return replace(wish, parts=tuple(wish.parts[at] for at in meant)) if meant else None


def _meant(sentence: str, names: Sequence[str]) -> list[int]:
    """Which of several things are meant alone.

    What stands behind a comma may be a reason: "only the north one, there's a goat at the south".
    """
    said, _ = without(folded(sentence), "yes")
    first = next((clause for clause in said.split(",") if clause.strip()), "")
    left, alone = without_phrases(f" {first.strip()} ", _ALONE)
    words = {*roots(without(left, "polite")[0])} - _ONE
    named = [{*roots(name)} for name in names]
    if not alone or not words or not words <= set[str]().union(*named):
        return []
    own = words - set[str].intersection(*named)
    meant = [at for at, name in enumerate(named) if own and words <= name]
    return meant if len(meant) < len(names) else []
