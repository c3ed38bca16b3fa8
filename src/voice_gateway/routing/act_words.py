"""Words by what they do in the grammar of a sentence, as they are written in `act_words.txt`."""

from functools import cache

from voice_gateway.routing.lexicon import written_sections

FLAGS = (
    "quote", "past", "modal", "future", "negation", "condition", "later", "first", "second", "third",
    "reporting", "mood",
)  # fmt: skip
"""Sections whose presence in a sentence, wherever it is, says something about its act."""


@cache
def sections() -> dict[str, tuple[str, ...]]:
    """The words of every section."""
    return {name: tuple(text.split()) for name, text in written_sections("act_words.txt").items()}


@cache
def openings() -> frozenset[str]:
    """Words that people say before the sentence proper begins."""
    return frozenset(sections()["opening"])


@cache
def flags() -> dict[str, tuple[str, ...]]:
    """The flags that a word raises."""
    found: dict[str, tuple[str, ...]] = {}
    for flag in FLAGS:
        for word in sections()[flag]:
            found[word] = (*found.get(word, ()), flag)
    return found


@cache
def kept() -> frozenset[str]:
    """Words that stay themselves in the shape of a sentence."""
    return frozenset(sections()["kept"])


@cache
def verb_forms() -> dict[str, str]:
    """What a form of a verb shows: `!do` (as in a command), `!did`, `!doing` or `!does`."""
    found: dict[str, str] = {}
    for verb in sections()["verb"]:
        stem = verb[:-1] if verb.endswith("e") else verb
        # "dim" doubles its last letter; a form that does not exist is simply never said.
        for doubled in (stem, stem + stem[-1]):
            found.setdefault(f"{doubled}ed", "!did")
            found.setdefault(f"{doubled}ing", "!doing")
        found.setdefault(f"{verb}es" if verb.endswith(("sh", "ch", "ss", "x")) else f"{verb}s", "!does")
    for forms in sections()["irregular"]:
        for past in forms.split(":")[1:]:
            found[past] = "!did"
    for verb in sections()["verb"]:
        # "shut" and "put" are both; a command is what they mostly are, and the words around them tell.
        found[verb] = "!do"
    return found
