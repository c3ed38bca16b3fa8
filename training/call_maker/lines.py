"""Wish lines for what is drawn: a verb, a name as it was said, a number. One way to write each."""

import re

from training.call_maker.names import bank
from voice_gateway.wishes import Asking, Question, Step, Target, Value, Verb, Wish, write_wish

_ARTICLES = frozenset({"the", "a", "an", "my", "our", "please"})
_ALL = re.compile(r"(?:all of|every one of|each of|all|both|every single|every|each) (?=\S)")
_EXCEPT = re.compile(r" (?:except for|except|but) (?=\S)")
_PLACED = re.compile(r"(?P<what>.+?) (?P<joint>in|of|from|on) (?P<place>.+)")
_OUTER = ("upstairs", "downstairs", "outside")
_AFTER = ("everything",)
_SINGULAR = (
    "light",
    "lamp",
    "blind",
    "door",
    "plug",
    "switch",
    "fan",
    "shutter",
    "curtain",
    "window",
    "lock",
)

_GRADED = {"dim": "down", "brighten": "up"}
_MODES = frozenset({"heat", "cool", "auto", "eco"})
_QUESTIONS = frozenset(str(question) for question in Question)
STATES = {
    "on": "on", "off": "off", "open": "open", "opened": "open", "closed": "closed", "shut": "closed",
    "close": "closed", "locked": "locked", "lock": "locked", "unlocked": "unlocked", "unlock": "unlocked",
    "running": "running", "empty": "empty", "occupied": "occupied", "secure": "locked",
}  # fmt: skip
"""Words that ask for a certain state, and the state that is written."""


def copied(phrase: str) -> str:
    """A name as it is written: as it was said, without articles, and the place in front."""
    text = " ".join(word for word in phrase.lower().split() if word not in _ARTICLES)
    named = (_EXCEPT.split(each) for each in re.split(r" (?:and|plus) ", text))
    return " and ".join(" except ".join(_placed(part.strip()) for part in parts) for parts in named)


def _placed(text: str) -> str:
    """“all lights in kitchen” as “kitchen lights”, “everything in kitchen” as “everything kitchen”."""
    every = re.match(r"(?:every|each)(?: single)? ", text)
    text = _ALL.sub("", text, count=1) if _ALL.match(text) else text
    words = text.split()
    if every and words[0] in _SINGULAR:
        text = " ".join([f"{words[0]}es" if words[0].endswith("ch") else f"{words[0]}s", *words[1:]])
    what, place = text, ""
    if (match := _PLACED.fullmatch(text)) and (match["joint"] in ("in", "on") or _is_place(match["place"])):
        what, place = match["what"], match["place"]
    elif len(words) > 1 and words[-1] in _OUTER:
        what, place = " ".join(words[:-1]), words[-1]
    return f"{what} {place}".strip() if what in _AFTER or place == "here" else f"{place} {what}".strip()


def _is_place(text: str) -> bool:
    return text.endswith("room") or any(text in bank("rooms", held_out) for held_out in (True, False))


def line(verb: str, name: str = "", value: float | None = None, *, word: str = "", state: str = "") -> str:
    """The line for one verb on one name; what `copied` made of several names is several steps."""
    return write_wish(Wish(tuple(_part(verb, each, value, word, state) for each in name.split(" and "))))


def joined(*lines: str) -> str:
    return "; ".join(lines)


def asked_state(text: str) -> str:
    """The one state that a question asks for; nothing when it asks for none, or for more than one."""
    text = re.sub(r"\bcheck on\b|\bhow far open\b", "", text)
    found = {STATES[word] for word in text.split() if word in STATES}
    return found.pop() if len(found) == 1 else ""


def _part(verb: str, name: str, value: float | None, word: str, state: str) -> Step | Asking:
    first, *but = name.split(" except ")
    target = Target(first.strip(), tuple(but))
    if verb in _QUESTIONS and verb not in ("list",):
        return Asking(Question(verb), target, state)
    if verb == "list":
        return Asking(Question.LIST, target)
    if verb in _GRADED:
        return Step(Verb.LEVEL, target, Value(word=_GRADED[verb]))
    if verb in _MODES:
        return Step(Verb.MODE, target, Value(word=verb))
    amount = Value(word=word) if word else None if value is None else Value(value)
    return Step(Verb(verb), target, amount)
