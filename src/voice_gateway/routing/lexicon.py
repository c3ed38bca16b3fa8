"""Words that stand for a class: the router reads "dim the @kind" where a person said "dim the sconces"."""

from functools import cache

from voice_gateway import languages

_COUNTABLE = ("kind", "room")


@cache
def classes() -> dict[str, tuple[str, ...]]:
    """The phrases of each class, as they are written in the lexicon."""
    # A phrase may be broken at the end of a line, so commas alone separate.
    return {
        name: tuple(phrase.strip() for phrase in " ".join(lines).split(","))
        for name, lines in languages.sections("routing/lexicon").items()
    }


@cache
def shape_words() -> frozenset[str]:
    """The words that carry the shape of a sentence."""
    return frozenset(classes()["shape"])


@cache
def phrases() -> tuple[tuple[str, str], ...]:
    """Every phrase with its class; things one can count also in the plural."""
    found: dict[str, str] = {}
    for name, named in classes().items():
        if name == "shape":
            continue
        for phrase in named:
            found.setdefault(phrase, name)
            if name in _COUNTABLE and not phrase.endswith("s"):
                found.setdefault(phrase + ("es" if phrase.endswith("ch") else "s"), name)
    return tuple(found.items())
