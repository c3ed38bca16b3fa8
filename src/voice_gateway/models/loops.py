"""Small models get stuck and say the same sentence again and again; it is said once."""

import re

_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*|[.!?\n]+")


def sentences(text: str) -> list[str]:
    """The text in pieces that end where a sentence ends; joined, they are the text again."""
    return _SENTENCE.findall(text)


def without_loops(text: str) -> str:
    """The text up to the first sentence that was said before."""
    kept: list[str] = []
    for sentence in sentences(text):
        if _fold(sentence) and _fold(sentence) in {_fold(earlier) for earlier in kept}:
            break
        kept.append(sentence)
    return "".join(kept).strip()


def may_repeat(text: str) -> bool:
    """Whether a sentence was said twice, or the last one begins like one that was said before."""
    *earlier, last = _folded(text) or [""]
    return repeats(text) or any(sentence.startswith(last) for sentence in earlier)


def repeats(text: str) -> bool:
    """Whether a finished sentence was said before."""
    said = _folded(text)
    if not text.rstrip().endswith((".", "!", "?")):
        said = said[:-1]
    return len(said) > len(set(said))


def _folded(text: str) -> list[str]:
    return [folded for sentence in sentences(text) if (folded := _fold(sentence))]


def _fold(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.casefold()))
