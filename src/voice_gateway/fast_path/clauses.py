"""Reads a clause about devices: what is to be done, to what, and how much."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from voice_gateway.devices.census import IN_STATE
from voice_gateway.fast_path.template import templates
from voice_gateway.wishes import Step, Target, Value, Verb, Wish
from voice_gateway.wishes.verbs import GRADES, PERHAPS_VALUED, VALUED

STARTS = (
    "turn", "switch", "set", "put", "lock", "unlock", "open", "close", "shut", "dim", "brighten", "raise",
    "lower", "start", "stop", "make", "activate", "toggle", "change", "heat", "cool", "power", "kill",
    "pull", "halve", "double", "knock", "pop", "stick", "run",
)  # fmt: skip
"""Words that begin a command."""

_QUESTION = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|am|what|what's|which|who|whose|how|how's|why|when|where|should"
    r"|shall|may|must|tell me)\b"
)
_LATER = re.compile(
    r"""\b(?:
        in\ (?:a\ |an\ |\d+\ )?(?:few\ |couple\ of\ )?(?:seconds?|minutes?|hours?|while|moment|days?|weeks?)
      | at\ \d+(?::\d+)?(?:\ ?[ap]m|\ o'clock)$ | at\ (?:noon|midnight|sunset|sunrise|dusk|dawn|bedtime)
      | for\ \d+\ (?:seconds?|minutes?|hours?)
      | (?:every|each)\ (?:day|night|morning|evening|hour|minute|week|\w+day)
      | as\ soon\ as | by\ the\ time | the\ (?:moment|minute|instant)
      | in\ the\ (?:morning|evening|afternoon) | first\ thing
      | tomorrow | tonight | later | when | whenever | until | till | after(?!\ (?:that|all)\b) | before
      | (?<!at\ )once(?!\ more\b) | while | soon
      | (?:next|every|each|any)\ time
    )\b""",
    re.X,
)
_NOT_NOW = re.compile(
    r"\b(?:if|unless|don't|do not|never|(?<!but )not|instead|because|why|or|would|might|should)\b"
)
NOBODY = re.compile(rf"\b(?:nobody|no one) (?:{'|'.join(STARTS)})\b")
"""A command that none is to follow: "nobody open the gate"."""

_FINITE = re.compile(
    r"\b(?:is|isn't|are|aren't|was|wasn't|were|has|had|have|been|be|am|will|won't|went|came|got|says?|said"
    r"|i|we|he|she|they|you|who|that's|it's|there's)\b"
)
"""Words of a whole sentence: what they stand in is no name, unless a device is called just so."""

_BROKEN_OFF = re.compile(
    r"(?:,|\b(?:to|at|by|of|and|then|the|from|for|with|that|which|who))$"
    r"|^(?:(?:to|at|by|of|from|with|no|not|neither|nor)\b|(?:it|them|him|her)\s)"
)
_HAS_VERB = re.compile(
    r"^(?:lock|unlock|turn|open|close|shut|set|put|dim|switch|make) (?:the|all|my|our|it|them|that|off|on)\b|"
    r"^(?:on|off)\b|(?:^|\s)(?:on|off)(?:$|\s+in\b|\s*(?:,|\s(?:and|then)\b))"
    rf"|(?:,|\b(?:and|then))\s+(?:{'|'.join(STARTS)})(?:\s|$)|^(?:{'|'.join(STARTS)})$"
)
_ARTICLE = re.compile(r"^(?:just\s+|only\s+)?(?:(?:all|both)\s+of\s+)?(?:the|my|our|that|this)\s+")
_EXCEPT = re.compile(
    r"(?:(?:\s*,)?\s+(?:(?:all |everything )?except(?: for)?|with the exception of"
    r"|but not|but no(?= the )|but for|apart from|other than|besides"
    r"|bar(?= the | my | our )|save for|excluding|without)"
    r"|(?:\s*,\s*(?:(?:but|and|only|just) )*|\s+(?:(?:but|and|only|just) )+)"
    r"(?:leav(?:e|ing)|keep(?:ing)?|spar(?:e(?! (?:bed)?rooms?\b)|ing))(?: only| just)?"
    rf"|(?:\s*,)?\s+but(?! (?:{'|'.join(STARTS)}) ))\s+(?:the |my |our )?"
)
_LEFT_ALONE = re.compile(
    r"\s+(?:on|off|going|running|alone|lit|burning|dark|open|closed|shut|up|down|be|please|as is"
    r"|(?:as|how|the way) (?:it|they) (?:is|are|was|were))$"
)
"""How what is left out is left: "but keep the chandelier going"."""

_ONES = re.compile(r"\b(?:the )?(?:ones?|1) (?:in|on|at|from) (?:the |my |our )?")
"""Of what is left out, only where it is was said: "the ones in the kitchen"."""

_ENDS_CLAUSE = re.compile(r"\b(?:on|off|up|down|open|closed|shut|out|percent|degrees)$")
_STATED = re.compile(f" {IN_STATE}")
_ANYWAY = {
    Verb.OFF: ("on", "running", "lit"),
    Verb.ON: ("off",),
    Verb.CLOSE: ("open", "up"),
    Verb.OPEN: ("closed", "shut", "down"),
    Verb.LOCK: ("unlocked",),
    Verb.UNLOCK: ("locked",),
}
"""The states in which something must be to be changed at all: only what is on can be turned off."""
_GROUP = re.compile(r"(?:all|any|every|everything|each|both)\b|(?:[\w']+ )*\w+s\b")
_SWITCHED = re.compile(r"\b(?:and|then|but) (?:on|off|open|closed?|up|down)\b")
_PAIRS = re.compile(r"\bpairs? of ")
_TWO = re.compile(r"^(?:2|two) (?=(?:[\w']+ )*\w+s\b)")
_WHOLE = {Verb.LOCK: "all locks"}
"""What is meant when nothing is named: "lock up"."""

_AMOUNTS = {"half": 50.0, "full": 100.0, "max": 100.0, "maximum": 100.0, "min": 1.0, "minimum": 1.0}


def is_for_later(text: str) -> bool:
    """Whether the sentence speaks of another time than now."""
    return bool(_LATER.search(text))


def read_clause(text: str, sentences: str = "commands") -> Iterator[Step]:
    """Every way to read a clause as a command for now, the likeliest first; none for questions."""
    if any(ruled_out.search(text) for ruled_out in (_LATER, _NOT_NOW, NOBODY)) or _QUESTION.match(text):
        return
    head, *but = _EXCEPT.split(text, maxsplit=1)
    if but and _ENDS_CLAUSE.search(head):
        # "All blinds shut except the north one": the exception comes behind the verb.
        for step in read_clause(head):
            yield replace(step, target=replace(step.target, but=(*step.target.but, *_spared(but))))
    for template in templates(sentences):
        if (slots := template.match(text)) is not None:
            yield step_of(template.meaning, slots)


def spared_in(text: str) -> tuple[str, ...]:
    """What a sentence leaves out: "chandelier on" of "all lights off but keep the chandelier on"."""
    _, *rest = re.split(
        rf"{_EXCEPT.pattern}|(?:\s*,)?\s+not\s+(?!that\b|this\b|it\b)(?:the |my |our )?", f" {text}"
    )
    return tuple(re.split(r"\s*(?:,|;|\bthen\b)\s*", part)[0] for part in rest)


def keeps_the_states(wish: Wish, said: str) -> bool:
    """Whether what was said only of things in some state is done only to those, each time it was said."""
    return all(
        any(stated["state"] in _ANYWAY.get(step.verb, ()) or is_stated(step) for step in wish.steps)
        for stated in _STATED.finditer(said)
    )


def is_stated(step: Step) -> bool:
    """Whether it is only for what is in some state."""
    return bool(_STATED.search(step.target.name))


def without_state(spared: str) -> str:
    """The name of what is left out, without how it is left."""
    return _LEFT_ALONE.sub("", spared)


def is_name(target: str) -> bool:
    """Whether the words can be a name, and not a part of some sentence."""
    broken_off = _BROKEN_OFF.search(target)
    target, stated = _STATED.subn("", target)
    return (
        stated < 2 and bool(target) and not (broken_off or _FINITE.search(target) or _HAS_VERB.search(target))
    )


def target_of(slots: dict[str, str]) -> str:
    """The device, room or group that was named, with the place that may stand apart from it."""
    if slots.get("where", "").startswith(",") or _SWITCHED.search(slots.get("where", "")):
        return ""  # what stands behind a comma, or has a verb of its own, is no place
    return _ARTICLE.sub("", " ".join(slots[name] for name in ("target", "where") if name in slots))


def amount_of(slots: dict[str, str]) -> float | None:
    return float(slots["value"]) if "value" in slots else _AMOUNTS.get(slots.get("amount", ""))


def step_of(meaning: str, slots: dict[str, str]) -> Step:
    """What the words of a template say: a verb, perhaps with its value, and what was in its slots."""
    word, _, fixed = meaning.partition(" ")
    verb = Verb(word)
    value = _value(verb, fixed, slots)
    named = _TWO.sub("both ", _PAIRS.sub("", target_of(slots))) or _WHOLE.get(verb, "")
    stated = _STATED.search(named)
    anyway = bool(stated and stated["state"] in _ANYWAY.get(verb, ()) and _GROUP.match(named))
    name, *but = _EXCEPT.split(_STATED.sub("", named) if anyway else named, maxsplit=1)
    return Step(verb, Target(name.strip(" ,"), _spared(but)), value)


def _spared(but: Iterable[str]) -> tuple[str, ...]:
    return tuple(without_state(_ONES.sub("", each.removesuffix(" ,"))) for each in but)


def _value(verb: Verb, fixed: str, slots: dict[str, str]) -> Value | None:
    if verb not in VALUED | PERHAPS_VALUED:
        return None
    number = amount_of(slots)
    fixed_word = fixed if verb in (Verb.ARM, Verb.COLOR) else ""
    if chosen := slots.get("colour") or slots.get("word") or slots.get("arming") or fixed_word:
        at = f"-at-{number:g}%" if number is not None else ""
        return Value(word=f"{chosen.strip().replace(' ', '-')}{at}")
    if fixed in ("+", "-") and number is not None:
        return Value(number if fixed == "+" else -number, by=True)
    if fixed.startswith("x"):
        return Value(float(fixed[1:] or number or 1), times=True)
    word = fixed or slots.get("grade") or slots.get("mode") or ""
    if word and (verb is Verb.MODE or word in GRADES):
        return Value(word=word)
    return None if number is None else Value(number, fahrenheit="fahrenheit" in slots)
