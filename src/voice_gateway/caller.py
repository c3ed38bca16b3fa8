"""Who says a sentence, as far as the way in can tell."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Caller:
    """A person, unless the way in says otherwise."""

    name: str = ""
    """Tells those apart who come to the same conversation; a question is answered by whom it was put to."""

    no_yes: str = ""
    """Why a yes does not count from here, and where it would, in words; empty for a person."""


PERSON = Caller()
