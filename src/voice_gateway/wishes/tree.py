"""What can be wished for: steps on targets, questions, errands about what is kept, when, and only if.

Targets are words as a person said them; which devices they mean is found out against the live home, when the
wish is carried out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from voice_gateway.times import After, At, Clock, For, Span, Until, When
from voice_gateway.wishes.words import Deed, Question, Thing, Verb


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
    """Free text that the verb takes: what to say, what to look up."""
    lasting: Lasting | None = None
    """For how long, or until what is so, after which it goes back."""

    @property
    def ends(self) -> When | Event | None:
        """When it goes back."""
        match self.lasting:
            case For(span):
                return After(span)
            case Until(clock, day):
                return At(clock, day)
        return self.lasting

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
class Errand:
    """One thing to be done to what is kept."""

    thing: Thing
    deed: Deed
    name: str = ""
    """What it is called, or what is to be remembered; "last" and "all" are no names."""
    items: tuple[str, ...] = ()
    span: Span | None = None
    """How long a timer runs, or by how much it is moved."""
    sooner: bool = False
    """It is moved to an earlier time."""
    when: When | None = None
    does: Wish | None = None
    """What a routine comes to."""

    @property
    def tells(self) -> bool:
        """Whether it changes nothing."""
        return self.deed in (Deed.LEFT, Deed.READ)

    @property
    def is_open(self) -> bool:
        """Whether it is not said what, when or for how long, so that the person is asked."""
        if self.deed is Deed.ADD:
            return not self.items
        needs_span = self.thing is Thing.TIMER
        timed = self.thing in (Thing.TIMER, Thing.REMINDER, Thing.ALARM)
        return self.deed is Deed.SET and timed and (self.span if needs_span else self.when) is None


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact of the home: who, and how it must be; or of the time of day."""

    about: str = ""
    state: str = ""
    """ "unlocked", "on", …; empty when a number is compared, or when `about` says it all ("raining")."""
    below: float | None = None
    above: float | None = None
    negated: bool = False
    after: Clock | None = None
    before: Clock | None = None
    """The time of day must be behind the one, or before the other; then it is about nothing else."""

    @property
    def is_of_the_clock(self) -> bool:
        return self.after is not None or self.before is not None

    @property
    def is_of_no_device(self) -> bool:
        """Whether it is told as a whole, and nothing is named that is so: "raining", "everyone leaves"."""
        return not self.state and self.below is None and self.above is None


@dataclass(frozen=True, slots=True)
class Event:
    """The moment at which a fact becomes so."""

    fact: Condition
    always: bool = False
    """Every time, and not only the next."""
    held: Span | None = None
    """It must have been so for so long."""


Lasting = For | Until | Event
Part = Step | Asking | Errand


@dataclass(frozen=True, slots=True)
class Wish:
    """Everything that one sentence asks for, in order."""

    parts: tuple[Part, ...] = ()
    when: When | Event | None = None
    """Now, when there is none."""
    only_if: Condition | None = None
    also: Wish | None = None
    """What is asked for besides, at another time or under another condition."""

    @property
    def groups(self) -> Iterator[Wish]:
        """It, and what is asked for besides, one after the other."""
        yield self
        if self.also:
            yield from self.also.groups

    def each_group(self, change: Callable[[Wish], Wish]) -> Wish:
        """All of it, with each group changed by itself."""
        return replace(change(self), also=self.also and self.also.each_group(change))

    @property
    def all_steps(self) -> Iterator[Step]:
        """Of all groups, and of the routines that it teaches."""
        for group in self.groups:
            yield from group.steps
            for errand in group.errands:
                if errand.does:
                    yield from errand.does.all_steps

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(part for part in self.parts if isinstance(part, Step))

    @property
    def acts(self) -> bool:
        """Whether it would change anything, as opposed to only telling something."""
        return any(
            any(step.verb not in TELLING for step in group.steps)
            or not all(errand.tells for errand in group.errands)
            for group in self.groups
        )

    @property
    def is_for_later(self) -> bool:
        """Whether it is about another time than now, or ends at one."""
        return any(
            group.when
            or any(step.lasting for step in group.steps)
            or any(errand.thing is not Thing.LIST for errand in group.errands)
            or any(asking.question is Question.PLANNED for asking in group.questions)
            for group in self.groups
        )

    @property
    def errands(self) -> tuple[Errand, ...]:
        return tuple(part for part in self.parts if isinstance(part, Errand))

    @property
    def named(self) -> tuple[Step | Asking, ...]:
        """The parts that are about something with a name in the home."""
        return tuple(part for part in self.parts if not isinstance(part, Errand))

    @property
    def facts(self) -> tuple[Condition, ...]:
        """What must be so, and what is waited for, to begin or to end."""
        awaited = (self.when, *(step.lasting for step in self.steps))
        facts = [each.fact for each in awaited if isinstance(each, Event)]
        return (self.only_if, *facts) if self.only_if else tuple(facts)

    @property
    def questions(self) -> tuple[Asking, ...]:
        return tuple(part for part in self.parts if isinstance(part, Asking))


_MOVING = frozenset({Verb.WARMER, Verb.COOLER, Verb.TOGGLE})
TELLING = frozenset({Verb.TIME, Verb.DATE, Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""Verbs that change nothing."""

NOTHING = Wish()
"""Nothing is asked for."""

LEAVE_IT = Wish((Errand(Thing.PLAN, Deed.CANCEL),))
"""Never mind."""

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
