"""Draws examples of every kind, in the shares in which they are taught. The same seed draws the same ones."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from training.call_maker.answers import draw_answer
from training.call_maker.example import Example
from training.call_maker.follow_ups import follow_up
from training.call_maker.home_wishes import FILE, HomeWishes
from training.call_maker.homes import InventedHome, invent_home
from training.call_maker.lines import joined
from training.call_maker.resolved import read_or_none
from training.call_maker.sayings import Said
from training.call_maker.slots import Slots
from training.call_maker.spoken import misheard, misheard_line, slips, with_filler
from training.call_maker.templates import SENTENCES, choices, draw, fill
from training.call_maker.tiers import tier_follow_up, tier_wish
from training.routing.grammar import Grammar
from voice_gateway.call_maker.prompt import spoken
from voice_gateway.wishes import write_wish

PER_HOME = 12
PLANS = SENTENCES / "plans.txt"
_TIMES = ("minutes", "hours", "span", "clock", "morning", "evening", "day", "degrees")

_SHARES = {
    "wish": 42, "named talk": 24, "two": 6, "follow up": 9, "talk": 12, "time": 3, "volume": 4, "web": 4,
    "plan": 9, "answer": 5,
}  # fmt: skip
_JOINTS = (" and ", " and ", " and then ", " then ", " and also ", " after that ")
_WISHED = re.compile(
    r"\b(?:subtract|plus|times|divided?|square root|percent of|multiply|sunrise|sunset|my)\b"
)
"""What the general sentences of the router hold that can be wished for: sums, and what is one's own."""
_ASKED = 0.35
"""How often a question ends in a question mark."""


class Examples:
    """Draws examples and keeps the homes they speak of.

    With `held_out`, homes and names are such as are never taught; with `new_phrasing`, sentences are too.
    """

    def __init__(self, seed: int, *, held_out: bool = False, new_phrasing: bool = False) -> None:
        self._random = Random(seed)
        self._held_out = held_out
        self._new = new_phrasing
        self._wishes = HomeWishes(self._random, new_phrasing=new_phrasing)
        self._slots = Slots(self._random, held_out=held_out)
        self._talk = self._talking(Grammar(seed))
        self.homes: list[InventedHome] = []
        self._left = 0

    def draw(self, count: int) -> list[Example]:
        """Different examples of all kinds."""
        found: dict[tuple[str, str], Example] = {}
        kinds: dict[str, Callable[[], Example | None]] = {
            "wish": self._wish,
            "named talk": self._named_talk,
            "two": self._two,
            "follow up": self._follow_up,
            "talk": lambda: Example(spoken(next(self._talk)), "none", "talk"),
            "time": lambda: self._tier("time"),
            "volume": lambda: self._tier("volume"),
            "web": lambda: self._tier("web"),
            "plan": self._plan,
            "answer": lambda: draw_answer(
                self._random, held_out=self._held_out, new_phrasing=self._new
            ),
        }  # fmt: skip
        while len(found) < count:
            kind = self._random.choices(tuple(_SHARES), tuple(_SHARES.values()))[0]
            if example := kinds[kind]():
                found.setdefault((str(example.turns), example.user), example)
        return list(found.values())

    @property
    def _home(self) -> InventedHome:
        if self._left == 0 or not self.homes:
            self.homes.append(invent_home(self._random, held_out=self._held_out))
            self._left = PER_HOME
        self._left -= 1
        return self.homes[-1]

    def _wish(self) -> Example | None:
        home = self._home
        said = self._wishes.wish(home)
        return self._in_home(self._dressed(said), home) if said else None

    def _two(self) -> Example | None:
        home = self._home
        first, second = self._wishes.wish(home), self._wishes.wish(home)
        if not first or not second or " and " in first.text + second.text or first.line == second.line:
            return None
        text = first.text + self._random.choice(_JOINTS) + second.text
        said = Said(text, joined(first.line, second.line), "two", first.verb)
        return self._in_home(self._dressed(said), home)

    def _plan(self) -> Example | None:
        """A command with a time or for a while."""
        home = self._home
        said = self._wishes.wish(home)
        if (
            not said
            or said.asks
            or said.kind not in ("single", "group", "room", "absent")
            or ";" in said.line
        ):
            return None
        section = "for" if self._random.random() < 0.25 and said.verb in ("on", "off", "open") else "when"
        templates, weights = choices(PLANS, section, self._new)
        words, _, head = self._random.choices(templates, weights)[0].text.partition(" => ")
        filled = {name: self._slots.fill(name) for name in _TIMES}
        spoken_time = fill(words, {name: told for name, (told, _) in filled.items()}, self._random)
        written = fill(head, {name: wrote for name, (_, wrote) in filled.items()}, self._random)
        if section == "for":
            planned = Said(f"{said.text} {spoken_time}", f"{said.line} {written}", "plan", said.verb)
        else:
            behind = self._random.random() < 0.6
            text = f"{said.text} {spoken_time}" if behind else f"{spoken_time} {said.text}"
            planned = Said(text, f"{written}: {said.line}", "plan", said.verb)
        wish = read_or_none(planned.line)
        return self._in_home(replace(planned, line=write_wish(wish)), home) if wish else None

    def _follow_up(self) -> Example | None:
        if self._random.random() < 0.15:
            after, before = tier_follow_up(self._random, held_out=self._held_out)
            return Example(spoken(after.text), after.line, after.kind, (before,))
        home = self._home
        first = self._wishes.wish(home)
        said = first and follow_up(first, home, self._wishes, self._random, held_out=self._new)
        if not first or not said:
            return None
        return self._in_home(said, home, turns=((spoken(first.text), first.line),))

    def _named_talk(self) -> Example:
        home = self._home
        return self._in_home(self._wishes.talk(home), home)

    def _tier(self, group: str) -> Example:
        said = tier_wish(group, self._random, held_out=self._held_out, new_phrasing=self._new)
        said = self._dressed(said)
        return Example(spoken(self._marked(said)), said.line, said.kind)

    def _in_home(self, said: Said, home: InventedHome, turns: tuple[tuple[str, str], ...] = ()) -> Example:
        meant, said = said.line, self._heard(said)
        clear = "" if said.line == meant else meant
        number = len(self.homes) - 1
        return Example(spoken(self._marked(said)), said.line, said.kind, turns, meant=clear, home=number)

    def _marked(self, said: Said) -> str:
        return f"{said.text}?" if said.asks and self._random.random() < _ASKED else said.text

    def _dressed(self, said: Said) -> Said:
        """The sentence with the politeness that people put around it."""
        text = said.text
        if self._random.random() < 0.33:
            section = "politely before question" if said.asks else "politely before"
            text = f"{draw(FILE, section, {}, self._random, held_out=self._new)} {text}"
        if self._random.random() < 0.18:
            text = f"{text} {draw(FILE, 'politely after', {}, self._random, held_out=self._new)}"
        return replace(said, text=with_filler(text, self._random))

    def _heard(self, said: Said) -> Said:
        """The sentence as it was heard. The wish copies what was heard, where that still means the same."""
        heard = slips(said.text, self._random)
        if not heard or said.line == "none":
            return replace(said, text=misheard(said.text, heard))
        line = misheard_line(said.line, heard)
        # A word of the language, such as a day, is written right however it was heard.
        return replace(said, text=misheard(said.text, heard), line=line) if read_or_none(line) else said

    def _talking(self, grammar: Grammar) -> Iterator[str]:
        while True:
            for sentence in grammar.draw("general", 400):
                if not _WISHED.search(sentence.text):
                    yield sentence.text
