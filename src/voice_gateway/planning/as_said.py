"""Words of a wish as the person said them: wishes are in lower case, and names are not."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_BEGINS: Final = re.compile(r"(?:^|[.!?:]\s+)\W*$")
_OWN: Final = re.compile(r"i(?:['’]\w+)?", re.I)
_TO_SOMEBODY: Final = re.compile(r"(?P<who>[\w'’-]+(?: [\w'’-]+)?) (?:to|that) .+", re.I)


def as_said(words: str, sentence: str) -> str:
    """With a capital letter where the sentence has one that is no mere beginning: "call Margaret"."""
    said = list(_WORD.finditer(sentence))
    names = {
        word[0].lower(): word[0]
        for word in said
        if word[0][0].isupper()
        and not _BEGINS.search(sentence[: word.start()])
        and not _OWN.fullmatch(word[0])
    }
    if 2 * len(names) > len(said):
        return words  # who writes every word so names nobody by it
    return _WORD.sub(lambda word: names.get(word[0].lower(), word[0]), words)


def reminder_as_said(words: str, sentence: str) -> str:
    """What to be reminded of; whoever else is to be told is reminded by the person: "remind Tom to …"."""
    told = as_said(words, sentence)
    somebody = _TO_SOMEBODY.fullmatch(told)
    others = somebody and f"remind {somebody['who']} ".lower() in f"{sentence.lower()} "
    return f"remind {told}" if others else told
