"""An answer that broke off is not passed off as a whole one."""

import re
from typing import Final

UNFINISHED: Final = "I could not finish that."

_WHOLE: Final = re.compile(r".*(?:[.!?…]['\"”’)]*(?=\s|\Z))", re.S)


def whole_sentences(text: str) -> str:
    """The text up to its last full stop."""
    match = _WHOLE.match(text.strip())
    return match[0] if match else ""


def finished(text: str) -> str:
    """The whole sentences of an answer that broke off, or what there is of the first, and an honest end."""
    return f"{whole_sentences(text) or text.rstrip(' ,;:-–—') + ' …'} {UNFINISHED}"
