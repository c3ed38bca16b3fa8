"""The words that answers are made of, by their kind."""

from functools import cache

from voice_gateway import languages


@cache
def _sections(file: str) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(sorted(map(str.strip, ",".join(lines).split(",")), key=len, reverse=True))
        for name, lines in languages.sections(file).items()
    }


def phrases(kind: str) -> tuple[str, ...]:
    """The longest first."""
    return _sections("dialogue/answers")[kind]


@cache
def idioms() -> tuple[str, ...]:
    """What agrees with a word of refusal in it."""
    refusals = {*phrases("no")}
    return tuple(phrase for phrase in phrases("yes") if {*phrase.split()} & refusals)


@cache
def ordinals() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(phrases(f"ordinal {number}")) for number in range(1, 6))


def picking(kind: str) -> tuple[str, ...]:
    """The words by which people pick, the longest first."""
    return _sections("dialogue/selecting")[kind]


@cache
def _qualities() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for line in languages.sections("dialogue/selecting")["qualities"]:
        sides = [frozenset(map(str.strip, side.split(","))) for side in line.split("|")]
        for side, other in ((0, 1), (1, 0)):
            alike = sides[side] if side < len(sides) else frozenset[str]()
            opposed = sides[other] if other < len(sides) else frozenset[str]()
            for word in (form for each in alike for form in _forms(each)):
                same, opposite = found.get(word, (frozenset[str](), frozenset[str]()))
                found[word] = same | alike, opposite | opposed
    return found


def quality(word: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that say the same of a thing, and the opposite ones; none where it is no quality."""
    return _qualities().get(word, (frozenset(), frozenset()))


def _forms(word: str) -> tuple[str, ...]:
    """ "Big", "bigger", "biggest"."""
    stem = word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
    doubled = stem + stem[-1] if len(word) <= 4 and stem[-1] in "gdtnm" else stem
    return (word, f"{stem}er", f"{stem}est", f"{doubled}er", f"{doubled}est")
