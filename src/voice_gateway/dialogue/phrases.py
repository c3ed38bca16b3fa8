"""The words that answers are made of, by their kind."""

from functools import cache
from importlib.resources import files


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    text = files("voice_gateway.dialogue").joinpath("answers.txt").read_text(encoding="utf-8")
    sections: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("["):
            name = line.strip("[] ")
        elif line.strip() and not line.startswith("#"):
            sections.setdefault(name, []).extend(part.strip() for part in line.split(","))
    return {
        name: tuple(sorted(filter(None, found), key=len, reverse=True)) for name, found in sections.items()
    }


def phrases(kind: str) -> tuple[str, ...]:
    """The longest first."""
    return _sections()[kind]


@cache
def idioms() -> tuple[str, ...]:
    """What agrees with a word of refusal in it."""
    refusals = {*phrases("no")}
    return tuple(phrase for phrase in phrases("yes") if {*phrase.split()} & refusals)


@cache
def ordinals() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_sections()[f"ordinal {number}"]) for number in range(1, 6))
