"""Whether words are a whole sentence, so that nobody has to wait for the end of the silence."""

import re

_DANGLING = frozenset(
    re.findall(
        r"\S+",
        """a an and any are as at be because but by can could did do does for from had has have her his how if
        into is it's its like make my of or our please put set should some tell than that the their then these
        this those to turn switch um uh was what what's when where which who whose why will with would""",
    )
)
"""Words after which more is to come."""


def is_complete(text: str) -> bool:
    """Whether the speaker has likely finished."""
    words = re.findall(r"[\w'’%°]+", text.lower())
    if len(words) < 2 or words[-1].replace("’", "'") in _DANGLING:
        return False
    return not text.rstrip().endswith((",", "-", "–", "…", "..."))
