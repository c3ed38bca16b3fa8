"""Whether a sentence says yes or no, whatever was asked and whatever else it says."""

from voice_gateway.dialogue.phrases import idioms, phrases
from voice_gateway.dialogue.words_said import folded, is_only, without, without_phrases

_FEW = 3
"""So many words may stand beside a yes that opens a door: "yes, hurry up"."""


def agreement(said: str) -> tuple[str, int, int]:
    """The words without agreement and refusal, and how many there were of each; "why not" is a yes."""
    said, agreed = without_phrases(said, idioms())
    rest, refused = without(said, "no")
    rest, further = without(rest, "yes")
    return rest, agreed + further, refused


def sounds_like_answer(sentence: str) -> bool:
    """Whether it begins like a yes or a no, and then goes on in words that were not understood."""
    first = folded(sentence).replace(",", " ").split()[:1]
    return bool(first) and (first[0] in phrases("yes") or first[0] in phrases("no"))


def agrees(sentence: str) -> bool:
    """Whether a sentence says yes and nowhere no, whatever else it says."""
    _, agreed, refused = agreement(folded(sentence))
    return bool(agreed) and not refused


def agrees_in_fun(sentence: str) -> bool:
    """Whether it is a yes to somebody who knows the question, and opens no door."""
    return is_only(folded(sentence), "yes in fun")


def agrees_plainly(sentence: str) -> bool:
    """Whether it says yes at once with hardly a word more, and asks nothing.

    Who says yes at a telephone goes on, and "why would I want that" begins with no yes.
    """
    said = folded(sentence)
    rest, agreed, refused = agreement(said)
    few = len(rest.replace(",", " ").split()) <= _FEW
    plain = bool(agreed) and not refused and few and not sentence.rstrip().endswith("?")
    return plain and _begins_with_yes(said)


def _begins_with_yes(said: str) -> bool:
    """Whether nothing but politeness stands before the yes."""
    while said.strip(" ,"):
        said = f"{said.lstrip(' ,')} "
        if any(said.startswith(f"{phrase} ") for phrase in phrases("yes")):
            return True
        polite = next((phrase for phrase in phrases("polite") if said.startswith(f"{phrase} ")), "")
        if not polite:
            return False
        said = said.removeprefix(polite)
    return False


def refuses(sentence: str) -> bool:
    """Whether a sentence says no, and nowhere yes, whatever else it says."""
    _, agreed, refused = agreement(folded(sentence))
    return bool(refused) and not agreed


def is_stray_yes(sentence: str) -> bool:
    """Whether it begins with a plain yes: where nothing was asked, that agrees to nothing."""
    first = folded(sentence).replace(",", " ").split()[:1]
    return bool(first) and first[0] in ("yes", "yeah", "yep", "yup", "aye")
