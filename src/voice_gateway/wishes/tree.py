"""What can be wished for: steps on targets, questions about them, when, and only if.

Targets are words as a person said them; which devices they mean is found out against the live home, when the
wish is carried out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Verb(StrEnum):
    """What is to be done. The value is the word of the text form."""

    ON = "on"
    OFF = "off"
    TOGGLE = "toggle"
    OPEN = "open"
    CLOSE = "close"
    LOCK = "lock"
    UNLOCK = "unlock"
    START = "start"
    STOP = "stop"
    SET = "set"
    """A number without a unit: degrees for a thermostat, percent for a lamp."""
    LEVEL = "level"
    TEMPERATURE = "temp"
    WARMER = "warmer"
    COOLER = "cooler"
    SPEED = "speed"
    MODE = "mode"
    COLOR = "color"
    WHITE = "white"
    VOLUME = "volume"
    MUTE = "mute"
    UNMUTE = "unmute"
    SOURCE = "source"
    PLAY = "play"
    PAUSE = "pause"
    RESUME = "resume"
    NEXT = "next"
    PREVIOUS = "previous"
    DOCK = "dock"
    ACTIVATE = "activate"
    ANNOUNCE = "announce"
    TIMER = "timer"
    REMIND = "remind"
    ALARM = "alarm"
    LIST = "list"
    ROUTINE = "routine"
    CANCEL = "cancel"
    UNDO = "undo"
    TIME = "time"
    DATE = "date"
    SEARCH = "web"
    WEATHER = "weather"
    CALCULATE = "calc"


class Question(StrEnum):
    """What is asked about the home."""

    READ = "read"
    COUNT = "count"
    WHICH = "which"
    ANY = "any"
    ALL = "all"
    MOST = "most"
    """The warmest, the fullest, …: the word stands in `state`."""
    LIST = "list"
    """Which devices there are."""
    FIND = "find"
    """Whether a device is there and answers."""
    DETAIL = "detail"
    HEALTH = "health"
    WHY = "why"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class Target:
    """A device, a room, a group, in a person's words."""

    name: str = ""
    but: tuple[str, ...] = ()
    """What is left out of it."""

    @property
    def words(self) -> str:
        """In one phrase, as the resolver reads it."""
        return " except ".join([self.name, " and ".join(self.but)]) if self.but else self.name


@dataclass(frozen=True, slots=True)
class Value:
    """How much: a number, by how much more or less, how many times as much, or a word."""

    number: float | None = None
    by: bool = False
    """The number is added to what is there."""
    times: bool = False
    """What is there is multiplied by the number."""
    fahrenheit: bool = False
    word: str = ""
    """ "blue", "up", "low", "eco"; blanks are written as hyphens."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to be done."""

    verb: Verb
    target: Target = Target()
    value: Value | None = None
    words: str = ""
    """Free text that the verb takes: what to remind of, what to look up."""
    lasting: str = ""
    """For how long, after which it goes back: "5m"."""

    @property
    def moves(self) -> bool:
        """Whether it goes on from where things are, so that doing it again does more."""
        value = self.value or Value()
        return value.by or value.times or value.word in ("up", "down") or self.verb in _MOVING


@dataclass(frozen=True, slots=True)
class Asking:
    """One thing to be told."""

    question: Question
    target: Target = Target()
    state: str = ""
    """The state or quantity that is asked for: "on", "unlocked", "warmest"."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact of the home: who, and how it must be."""

    about: str
    state: str = ""
    """ "unlocked", "on", …; empty when a number is compared, or when `about` says it all ("raining")."""
    below: float | None = None
    above: float | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """Everything that one sentence asks for, in order."""

    parts: tuple[Step | Asking, ...] = ()
    when: str = ""
    """ "in 10m", "at 18:30", "when front door opens"; empty for now."""
    only_if: Condition | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(part for part in self.parts if isinstance(part, Step))

    @property
    def acts(self) -> bool:
        """Whether it would change anything, as opposed to only telling something."""
        return any(step.verb not in TELLING for step in self.steps)

    @property
    def is_for_later(self) -> bool:
        """Whether it is, or ends, at another time than now."""
        return bool(self.when) or any(step.lasting or step.verb in PLANNING for step in self.steps)

    @property
    def questions(self) -> tuple[Asking, ...]:
        return tuple(part for part in self.parts if isinstance(part, Asking))


_MOVING = frozenset({Verb.WARMER, Verb.COOLER, Verb.TOGGLE})
TELLING = frozenset({Verb.TIME, Verb.DATE, Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""Verbs that change nothing."""

PLANNING = frozenset({Verb.TIMER, Verb.REMIND, Verb.ALARM, Verb.ROUTINE})
"""Verbs that are about another time by themselves."""

NOTHING = Wish()
"""Nothing is asked for."""

UNNAMED = frozenset(
    {"it", "that", "this", "them", "those", "these", "one", "that one", "this one", "him", "her", "they"}
)
"""What names nothing by itself, where nothing was spoken of before."""

POINTING = re.compile(
    r"\b(?:both|all|each|one|two|three|four|\d) of (?:them|those|these)\b|\b(?:them|those) (?:both|all)\b"
)
"""Such words name nothing by themselves, and never everything."""

WHAT = "Which device do you mean? Please say its name."
WHERE = "I don't know which room that is from here. Please say its name."
