"""The words that answers are made of, by their kind."""

from functools import cache

from voice_gateway import languages


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(sorted(map(str.strip, ",".join(lines).split(",")), key=len, reverse=True))
        for name, lines in languages.sections("dialogue/answers").items()
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
