"""What was said before a sentence: read from one line of words into what the gateway would remember of it."""

import re
from dataclasses import dataclass, field
from typing import Final

from voice_gateway.devices.words import roots
from voice_gateway.fast_path import KeptNames
from voice_gateway.measuring.sentences.naming import THINGS
from voice_gateway.measuring.sentences.told import as_commands, not_found

_SPEAKER: Final = re.compile(r"(?:\s[-–]\s*)?\b(person|user|assistant):\s*", re.I)
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
_LEAD: Final = re.compile(
    r"(?:.*\b(?:you want (?:me )?to|you like(?: me)?(?: to)?|(?:shall|should|can|may) i(?: really)?|"
    r"did you mean(?: to)?|you asked (?:me )?(?:to|for)|i can|just checking|really))\b:?\s+|^so,?\s+",
    re.I,
)
"""What leads to the deed that a question asks about."""

_WHICH: Final = re.compile(
    r"^(?:which\b[\w' ]*[,:]|which(?: one)?(?: do you mean)?\b|(?:do|did) you (?:mean|want)\b[\s,:]*|"
    r"from left to right:?|there (?:is|are)(?: \w+:)?|i (?:also )?have|on (?=the\b))\s*",
    re.I,
)
_WHICH_ONE: Final = re.compile(r"which (?!one\b)([\w' ]+?)(?: (?:should|shall|do) [\w' ]+)?[,:]", re.I)
_NO_OPTION: Final = frozenset({"", "both", "all", "neither", "none", "all of them", "also"})
_TAIL: Final = re.compile(r",? (?:are you sure|is that right|as well|now)\?$", re.I)
_SORT: Final = re.compile(r"^(activate|start|run) the (?:scene|routine) ", re.I)
_IT: Final = re.compile(r"\b(?:it|them|him|her)\b", re.I)
_ABOUT: Final = re.compile(r"^((?:the |your )?[\w' ]+?) (?:is|are|has|have|hasn't|haven't|was|were)\b", re.I)
_SHOULD: Final = re.compile(r"^which (?P<what>[\w' ]+?) should i (?P<do>\w+)\b", re.I)
_OR: Final = re.compile(r"\s*,\s*(?:and |or )?|\s+or\s+|\s+and\s+")
_RINGING: Final = ("timer", "alarm", "reminder")
_RINGS: Final = re.compile(
    r"\b(?:ringing|beeping|sounding|going off|buzzing|just rang|time's up)\b|\btimer is done\b|\(repeating\)"
    r"|^reminder:|\bgood morning\b",
    re.I,
)
_SPEAKS: Final = re.compile(
    r"\b(?:reading(?! (?:lamp|light|nook|room))|listing|telling|reciting|singing)\b", re.I
)
_KEPT: Final = re.compile(
    r"\b(?:a|an|your|the) (?P<name>(?:(?!timer|reminder|\ba\b|\bthe\b)[\w' ])+?) (?P<kind>timer|reminder)\b",
    re.I,
)
_ROUTINE: Final = re.compile(
    r"\b(?:routine|scene) (?:named|called) (?P<name>[\w' ]+?)(?= exists|[.,]|$)", re.I
)


@dataclass(frozen=True)
class Before:
    """The sentence of the person, what the assistant said to it, and what is kept."""

    said: str = ""
    told: tuple[str, ...] = ()
    """The assistant's sentences."""

    kept: KeptNames = field(default_factory=KeptNames)

    @property
    def sounding(self) -> str | None:
        """What rings: a timer, an alarm, a reminder; empty where something is being said; else None."""
        told = " ".join(self.told)
        if rings := _RINGS.search(told):
            named = _KEPT.search(told)
            kind = next((kind for kind in _RINGING if kind in rings.string.lower()), "")
            return f"{named['name'].lower()} {kind}" if named else kind
        speaks = _SPEAKS.search(told) or (told and not re.search(r"[.?!)\"']$", told) and len(self.told) < 3)
        return "" if speaks and not self.said else None

    @property
    def question(self) -> str:
        """The question that waits for an answer; empty when nothing was asked."""
        asked = [sentence for sentence in self.told if sentence.endswith("?")]
        return asked[-1] if asked else ""

    @property
    def options(self) -> tuple[str, ...]:
        """What the question offers for a choice; nothing when it is to be answered with yes or no."""
        question = self.question
        listed = question
        if re.fullmatch(r"which(?: \w+)?\?", question, re.I) and len(self.told) > 1:
            at = self.told.index(question)
            listed = self.told[at - 1 if at else 1]
        elif not re.search(r"\bor\b|^which\b", question, re.I):
            return ()
        names = [_bare(each) for each in _OR.split(_WHICH.sub("", listed).strip(" .?"))]
        names = [name for name in names if name not in _NO_OPTION]
        which = _WHICH_ONE.match(question)
        return _with_nouns(names, which[1] if which else "") if len(names) > 1 else ()

    @property
    def asked_about(self) -> tuple[str, ...]:
        """What is to be agreed to, as a command, in the words of the question or of what led to it."""
        told = sorted(self.told, key=lambda each: each != self.question)
        deeds = [_TAIL.sub("", _LEAD.sub("", each)).strip(" .?") for each in told]
        deeds = [_SORT.sub(r"\1 ", _IT.sub(self._subject, deed)) for deed in deeds]
        return tuple(each for each in (*deeds, self.said) if each)

    def _subject(self, it: re.Match[str]) -> str:
        """What “it” is in a question: what the assistant spoke of before."""
        about = next(filter(None, map(_ABOUT.match, self.told)), None)
        return about[1].lower() if about else it[0]

    @property
    def asked_for(self) -> tuple[str, ...]:
        """What was asked for last, as a command: in the person's words, or by what is told of it."""
        which = _SHOULD.match(self.question)
        offered = f"{which['do']} {which['what']}" if which else ""
        missed = (f"{do} the {name}" for name, do in map(not_found, self.told) if name and do)
        return tuple(each for each in (self.said, offered, *missed, *self.done) if each)

    @property
    def done(self) -> tuple[str, ...]:
        """What the assistant tells that it has done or will do, as commands."""
        return tuple(command for told in self.told for command in as_commands(told))

    @property
    def unknown(self) -> str:
        """What the assistant has heard and does not know."""
        return next((name for name, _ in map(not_found, self.told) if name), "")


def read_before(context: str) -> Before:
    """What a `context` says; who speaks is told by “Person:” and “Assistant:”, or it is the assistant."""
    first, *rest = _SPEAKER.split(context)
    said, told = "", first
    for who, words in zip(rest[::2], rest[1::2], strict=True):
        if who.lower() in ("person", "user"):
            said, told = words.strip(), ""
        else:
            told = words
    if not rest and " — " in first:
        said, _, told = first.partition(" — ")
    kept = KeptNames(_named(context, "timer"), _named(context, "reminder"), _routines(context))
    sentences = tuple(each.strip() for each in _SENTENCE.split(told.strip()) if each.strip())
    return Before(said.strip(), sentences, kept)


def _named(context: str, kind: str) -> frozenset[str]:
    found = _KEPT.finditer(context)
    return frozenset(match["name"].lower() for match in found if match["kind"].lower() == kind)


def _routines(context: str) -> frozenset[str]:
    return frozenset(match["name"].lower() for match in _ROUTINE.finditer(context))


def _bare(name: str) -> str:
    return re.sub(r"^(?:the|an?|your)\s+", "", name.strip(" .?:"), flags=re.I).lower()


def _with_nouns(names: list[str], asked_of: str) -> tuple[str, ...]:
    """ "Attic, dormer or bathroom window?": each with the noun of the last; or that of "which light"."""
    _, _, noun = names[-1].partition(" ")
    noun = noun if {*roots(noun)} & THINGS else asked_of
    bare = [" " not in name and not {*roots(name)} & THINGS for name in names]
    return tuple(f"{name} {noun}".strip() if takes else name for name, takes in zip(names, bare, strict=True))
