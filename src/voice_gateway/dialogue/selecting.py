"""Which of the things that a question offers are picked by what is said: one grammar for all such answers.

A clause names some of them by their names, by what they are like, by where they are, by their place in the
question or by how they are right now; or all, or so many. What stands behind "but not" is left out. Every
word must be explained, and what fits several where one is meant picks none of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from voice_gateway.devices.words import words
from voice_gateway.dialogue.phrases import ordinals, picking, quality
from voice_gateway.dialogue.words_said import roots_of, without, without_phrases
from voice_gateway.wishes.choice import Option

HERE: Final = "here"
OTHER: Final = "other"
"""How what was not spoken to last is told from what was."""

Now = Mapping[str, frozenset[str]]
"""Of each device, by its id, words for how it is at this moment: `HERE`, `OTHER`, "on", "open"."""

_GRADED: Final = re.compile(r"\b(?:not (?:so|as|that|very|too|quite)|less|least) (?=\w)")
_LESS: Final = "less_"
_IS_NOW: Final = re.compile(
    r"\b(?:that|which|whichever|who|one|ones)(?:'s| is| are)?(?: (?:one|ones)(?:'s| is| are))?"
    r"(?: (?:already|still|now))?"
    r" (?P<state>on|off|open|closed|shut|locked|unlocked|playing|running)(?=\s*(?:,|please\b|$))"
)
_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "both": 2, "pair": 2, "couple": 2}
_MANY: Final = "|".join([*_NUMBERS, "[1-5]"])
_COUNTED: Final = re.compile(
    rf"\b(?:the|these|those|all|any|just|only) (?P<some>(?!one\b){_MANY})(?= |$)"
    rf"|\b(?P<of>{_MANY}) (?=of|in|on|at|by|with|near|from|ones\b)"
    r"|\b(?:just|only) (?P<single>one)(?= |$)|\b(?P<both>both|pair)\b"
)
_FIRST_FEW: Final = re.compile(rf"\b(?P<end>first|last) (?P<many>{_MANY})(?= |$)")
_OF_SO_MANY: Final = re.compile(
    rf"(?<!all)(?<!both)(?<!any)(?<!one) (?:out )?of (?:the|these|those) (?:{_MANY})(?= |$)"
)
""" "The bigger of the two" is one."""
_ONE: Final = re.compile(r"\bone\b")
_OR: Final = re.compile(r"\bor\b")
_PLACES: Final = frozenset({"room", "floor"})
"""Behind these, "one" is no number: "the living room one"."""
_NUMBERED: Final = frozenset({"number", "option", "letter", "choice", "answer"})


@dataclass(frozen=True)
class _Clause:
    """What one clause says."""

    ids: frozenset[str] | None = None
    """Those that it names; None where it names none."""

    spares: bool = False
    every: bool = False
    any: bool = False
    other: bool = False
    """It speaks of what was not left out."""

    count: int | None = None
    clear: bool = True
    """Whether each of its words is explained, and it fits as many as it speaks of."""


@dataclass(frozen=True)
class Selecting:
    """Reads answers to one question."""

    options: Sequence[Option]
    now: Now = field(default_factory=dict)

    def read(self, said: str, *, loosely: bool = False) -> tuple[str, ...]:
        """Those that are picked, by id, in the order of the question; none where that is not clear.

        `said` is as `folded` leaves it. `loosely`, words that nothing explains are skipped beside a name.
        """
        said = _IS_NOW.sub(r" is_\g<state>", _GRADED.sub(_LESS, said))
        clauses = [self._clause(each, spares=spares, loosely=loosely) for each, spares in _clauses(said)]
        if not clauses or not all(clause.clear for clause in clauses):
            return ()
        named = [clause for clause in clauses if clause.ids is not None and not clause.spares]
        spared = {one for clause in clauses if clause.spares for one in clause.ids or ()}
        counts = {clause.count for clause in clauses if clause.count is not None}
        picks_any = any(clause.any for clause in clauses)
        if any(clause.other for clause in clauses) and (named or not spared):
            return ()  # other than what?
        if named:
            found = {one for clause in named for one in clause.ids or ()}
        elif spared or counts - {1} or picks_any or any(clause.every for clause in clauses):
            found = {option.device_id for option in self.options}
        else:
            return ()
        whole = any(clause.every or clause.count for clause in clauses)
        left = [option.device_id for option in self.options if option.device_id in found - spared]
        if picks_any or (_OR.search(said) and len(named) > 1):
            return self._any_of(left) if picks_any else ()
        if not named and not whole and len(left) > 1:
            return ()  # "not the hall one" leaves open which of several others is meant
        return tuple(left) if all(count == len(left) for count in counts) else ()

    def _any_of(self, left: Sequence[str]) -> tuple[str, ...]:
        """Whoever does not mind gets what is near, or what was named first."""
        here = [one for one in left if HERE in self.now.get(one, ())]
        return tuple((here if len(here) == 1 else left)[:1])

    def _clause(self, text: str, *, spares: bool, loosely: bool) -> _Clause:
        if few := _FIRST_FEW.search(text):
            many = _number(few["many"])
            some = self._all[:many] if few["end"] == "first" else self._all[-many:]
            rest = text[: few.start()] + text[few.end() :]
            return _Clause(frozenset(some), spares, clear=not self._unexplained(rest.split()))
        text, picks_any = _stripped(_OF_SO_MANY.sub(" ", text), "any")
        counted = None if picks_any else _COUNTED.search(text)
        count = _number(next(filter(None, counted.groups()))) if counted else None
        if counted:
            text = f"{text[: counted.start()]} {text[counted.end() :]}"
        text, every = _stripped(text, "every")
        if every:  # "every one of them" speaks of no number
            text, count = _ONE.sub(" ", text), None if count == 1 else count
        plain, here = _stripped(text, "here")
        tokens = text.split()
        if other := self._speaks_of_others(tokens):
            tokens = [token for token in tokens if token not in picking("other")]
        found = [self._having(tokens, at) for at in range(len(tokens))]
        named = [each for each in found if each is not None]
        if here and not named and not every:
            ids = frozenset(one for one in self._all if HERE in self.now.get(one, ()))
            clear = len(ids) == 1 and not self._unexplained(plain.split())
            return _Clause(ids, spares, clear=clear)
        unknown = self._unexplained(
            [token for token, each in zip(tokens, found, strict=True) if each is None] if not here
            else [token for token in plain.split() if self._having([token], 0) is None]
        )  # fmt: skip
        # A word for how something is now, or for another one, is never skipped.
        skips = loosely and not any(each.startswith("is_") or each in picking("other") for each in unknown)
        if not named:
            idle = skips and not (every or picks_any or count)
            clear = (other or not spares) and (idle or not unknown)
            return _Clause(None, spares, every, picks_any, other, count, clear)
        ids = frozenset.intersection(*named)
        several = every or picks_any or count is not None or _is_plural(tokens)
        fits = bool(ids) and (several or len(ids) == 1) and (count in (None, len(ids)))
        return _Clause(ids, spares, every, picks_any, other, None, clear=fits and (skips or not unknown))

    def _speaks_of_others(self, tokens: Sequence[str]) -> bool:
        """Whether the other one is meant, and nothing but the answer itself can say than which."""
        known = any(OTHER in self.now.get(one, ()) for one in self._all)
        return not known and any(token in picking("other") for token in tokens)

    @property
    def _all(self) -> tuple[str, ...]:
        return tuple(option.device_id for option in self.options)

    @property
    def _shared(self) -> frozenset[str]:
        return frozenset.intersection(*(option.words for option in self.options))

    def _having(self, tokens: Sequence[str], at: int) -> frozenset[str] | None:
        """Those that a word speaks of; None where it tells none of them from another."""
        token, alone = tokens[at], len(tokens) == 1
        if token.startswith("is_") or token in picking("other"):
            state = OTHER if token in picking("other") else token.removeprefix("is_")
            return frozenset(one for one in self._all if state in self.now.get(one, ())) or None
        less, word = token.startswith(_LESS), token.removeprefix(_LESS)
        before = tokens[at - 1] if at else ""
        numbered = before in _NUMBERED or bool(roots_of(before) & self._shared - _PLACES)
        if word in ("one", "1") and not (alone or numbered):
            return None
        return self._less(word) if less else self._like(word, alone=numbered or (alone and word != "a"))

    def _like(self, word: str, *, alone: bool) -> frozenset[str] | None:
        """Those that are called so or are so, the one at this place, or all that are not the opposite."""
        same, opposite = quality(word)
        ordinal = word not in _NUMBERS and not word.isdigit()
        if (
            ordinal
            and word not in picking("middle")
            and len(word) > 1
            and (place := self._place(word, alone=alone)) is not None
        ):
            return frozenset({place})  # the second one may be on the first floor
        for wanted in (roots_of(word), same):
            if (ids := self._with(wanted - self._shared)) and len(ids) < len(self.options):
                return ids
        if (place := self._place(word, alone=alone)) is not None:
            return frozenset({place})
        others = self._with(opposite - self._shared)
        return frozenset(self._all) - others if 0 < len(others) < len(self.options) else None

    def _less(self, word: str) -> frozenset[str] | None:
        same, opposite = quality(word)
        ids = self._with(opposite) or frozenset(self._all) - self._with(same | roots_of(word))
        return ids if 0 < len(ids) < len(self.options) else None

    def _with(self, wanted: frozenset[str]) -> frozenset[str]:
        return frozenset(option.device_id for option in self.options if option.words & wanted)

    def _place(self, word: str, *, alone: bool) -> str | None:
        """The one at this place in the question, which may be told by a letter."""
        ids = self._all
        for place, said_so in enumerate(ordinals()):
            if word in said_so:
                return ids[place] if place < len(ids) else None
        if word in picking("last"):
            return ids[-1]
        if word in picking("middle") and len(ids) % 2:
            return ids[len(ids) // 2]
        letter = ord(word) - ord("a") if len(word) == 1 and alone else -1
        return ids[letter] if 0 <= letter < len(ids) else None

    def _unexplained(self, tokens: Sequence[str]) -> list[str]:
        rest = f" {' '.join(tokens)} "
        for kind in ("choosing", "polite", "yes"):
            rest, _ = without(rest, kind)
        rest, _ = without_phrases(rest, picking("empty"))
        return [word for word in rest.split() if roots_of(word) - self._shared]


def _clauses(said: str) -> Iterator[tuple[str, bool]]:
    """Each clause, and whether what it names is left out, as is what an "and" joins to it."""
    leaving = "|".join(map(re.escape, picking("not")))
    joint = re.compile(rf"\s*,\s*(?:and |or )?|\s+(?:and|plus|or)\s+|\s+(?=(?:{leaving}) )")
    start, spares, joined = 0, False, False
    text = said.strip()
    for at in (*joint.finditer(text), None):
        clause, is_left_out = _stripped(text[start : at.start() if at else None], "not", at_start=True)
        spares = is_left_out or (spares and joined)
        if clause.strip():
            yield clause, spares
        start, joined = (at.end(), at[0].strip() in ("and", "or", "plus")) if at else (start, joined)


def _stripped(text: str, kind: str, *, at_start: bool = False) -> tuple[str, bool]:
    """The text without the words of a kind, and whether there were any."""
    phrases = "|".join(map(re.escape, picking(kind)))
    rest, found = re.subn(rf"{'^' if at_start else ''}\s*(?<![\w'])(?:{phrases})(?![\w'])", " ", text)
    return rest, bool(found)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def _is_plural(tokens: Sequence[str]) -> bool:
    return any(word.plural or word.root == "ones" for token in tokens for word in words(token))
