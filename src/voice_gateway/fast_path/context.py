"""What a sentence may point back to."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from voice_gateway.fast_path.made import made_by
from voice_gateway.wishes import Asking, Question, Step, Target, Thing, Wish

_KEPT = frozenset({"timers", "alarms", "reminders"})
_AND = re.compile(r"\s*(?:,|\band\b)\s*(?:the\s+)?")


@dataclass(frozen=True)
class KeptNames:
    """What everything that is kept goes by, in lower case."""

    timers: frozenset[str] = frozenset()
    reminders: frozenset[str] = frozenset()
    routines: frozenset[str] = frozenset()
    listed: frozenset[tuple[str, str]] = frozenset()
    """Every list with every thing on it."""

    def list_with(self, items: Collection[str]) -> str:
        """The one list on which all of these are; nothing where there is none, or several."""
        holding = [name for name in {name for name, _ in self.listed} if items and self.has(name, items)]
        return holding[0] if len(holding) == 1 else ""

    def has(self, name: str, items: Collection[str]) -> bool:
        """Whether each of these is on a list, in full or by some of its words: "book" of "book for dad"."""
        there = [item for on, item in self.listed if on == name]
        return all(item in there or any(_is_part(item, each) for each in there) for item in items)

    def thing(self, name: str) -> Thing | None:
        """What is called so."""
        for thing, names in (
            (Thing.ROUTINE, self.routines), (Thing.TIMER, self.timers), (Thing.REMINDER, self.reminders),
        ):  # fmt: skip
            if name in names or (thing is Thing.REMINDER and any(_is_part(name, each) for each in names)):
                return thing
        return None


def _is_part(name: str, words: str) -> bool:
    """Whether every word of a name stands in what is to be remembered."""
    return bool(name) and {*name.split()} <= {*words.split()}


@dataclass(frozen=True)
class Context:
    """The last wish of the conversation, as it was carried out or answered."""

    last: Wish | None = None
    room: str = ""
    """Where it is said."""

    recent: tuple[Wish, ...] = ()
    """The last wishes of the conversation, the latest at the end."""

    kept: KeptNames = KeptNames()
    now: datetime | None = None
    """The present in the home's time zone; the machine's own where nobody says."""

    topic: str = ""
    """The one device that the sentence before spoke of and asked nothing of: "the back door is open"."""

    left_no_plan: bool = False
    """Whether nothing waits of what was spoken of last: it was taken back since, or came to nothing."""

    @property
    def present(self) -> datetime:
        return self.now or datetime.now().astimezone()

    @property
    def parts(self) -> tuple[Step | Asking, ...]:
        return tuple(part for part in self.last.named if not _of_a_kind(part)) if self.last else ()

    @property
    def made_last(self) -> Wish | None:
        """The last wish; where that only told of what is kept or changed it, the one that made it."""
        if self.last and self.recent[-1:] == (self.last,) and (made := made_by(self.recent)):
            return made
        if self.last is None or not self.last.errands or not all(each.tells for each in self.last.errands):
            return self.last
        things = {errand.thing for errand in self.last.errands}
        for wish in reversed(self.recent):
            if any(errand.thing in things and not errand.tells for errand in wish.errands):
                return wish
        return self.last

    @property
    def name(self) -> str:
        """What "it" and "them" stand for: what the last wish was about, if that is clear."""
        return " and ".join(_names(self.last) if self.last else ())

    def several(self, count: int | None = None) -> list[str]:
        """The last so many things that were spoken of, in order, or none when there were fewer.

        Without a number, all that were told the same thing one after another.
        """
        if count is not None:
            names = list(dict.fromkeys(name for wish in self.recent for name in _names(wish)))
            return names[-count:] if len(names) >= count else []
        alike: list[Wish] = []
        for wish in reversed(self.recent):
            if alike and _verbs(wish) != _verbs(alike[-1]):
                break
            alike.append(wish)
        return list(dict.fromkeys(name for wish in reversed(alike) for name in _names(wish)))


def completes(wish: Wish, last: Wish | None) -> bool:
    """Whether it says what the last one left open, and was asked for: when, how long, what."""
    new, old = (each.errands[-1] if each and each.errands else None for each in (wish, last))
    if new is None or old is None or len(wish.parts) != 1 or (new.thing, new.deed) != (old.thing, old.deed):
        return False
    return old.is_open and not new.is_open and new.name == old.name


def each_name(target: Target) -> list[str]:
    """The things that a target names, each by itself."""
    return [name for name in ([target.words] if target.but else _AND.split(target.name)) if name]


def _names(wish: Wish) -> list[str]:
    targets = dict.fromkeys(part.target for part in wish.named if part.target.name and not _of_a_kind(part))
    return [name for target in targets for name in each_name(target)]


def _of_a_kind(part: Step | Asking) -> bool:
    """Whether it asks for what is kept of a kind, which is nothing of the home: an alarm is no siren."""
    return isinstance(part, Asking) and part.question is Question.PLANNED and part.target.name in _KEPT


def _verbs(wish: Wish) -> list[str]:
    return [part.verb if isinstance(part, Step) else part.question for part in wish.named]
