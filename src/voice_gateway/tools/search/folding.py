"""Queries that differ in spelling only are the same query."""

import re
import unicodedata

_NOT_A_WORD = re.compile(r"[^\w+#]+")


def folded(text: str) -> str:
    """Lower case, without accents and punctuation, one space between words; "C++" is not "C"."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NOT_A_WORD.sub(" ", plain.replace("’", "'").replace("'", "").casefold()).strip()
