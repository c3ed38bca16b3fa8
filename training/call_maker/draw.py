"""Draws examples of every kind, in the shares in which they are taught. The same seed draws the same ones."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from training.call_maker.answers import draw_answer
from training.call_maker.example import Example, codes_line
from training.call_maker.follow_ups import follow_up
from training.call_maker.home_wishes import FILE, HomeWishes
from training.call_maker.homes import InventedHome, invent_home
from training.call_maker.spoken import misheard, misheard_code, slips, with_filler
from training.call_maker.templates import draw
from training.call_maker.tiers import tier_follow_up, tier_wish
from training.call_maker.wishes import Said
from training.routing.grammar import Grammar
from voice_gateway.call_maker.prompt import device_names, spoken

PER_HOME = 12
SHOWN = 0.08
"""How often the names of the home are shown in front of a sentence."""

_SHARES = {
    "wish": 48, "named talk": 13, "two": 7, "follow up": 9, "talk": 9, "time": 5, "volume": 5, "web": 5,
    "other tier": 3, "answer": 5,
}  # fmt: skip
_JOINTS = (" and ", " and ", " and then ", " then ", " and also ", " after that ")


class Examples:
    """Draws examples and keeps the homes they speak of.

    With `held_out`, homes and names are such as are never taught; with `new_phrasing`, sentences are too.
    """

    def __init__(self, seed: int, *, held_out: bool = False, new_phrasing: bool = False) -> None:
        self._random = Random(seed)
        self._held_out = held_out
        self._new = new_phrasing
        self._wishes = HomeWishes(self._random, new_phrasing=new_phrasing)
        self._talk = self._talking(Grammar(seed))
        self.homes: list[InventedHome] = []
        self._left = 0

    def draw(self, count: int) -> list[Example]:
        """Different examples of all kinds."""
        found: dict[tuple[str, str, str], Example] = {}
        kinds: dict[str, Callable[[], Example | None]] = {
            "wish": self._wish,
            "named talk": self._named_talk,
            "two": self._two,
            "follow up": self._follow_up,
            "talk": self._plain_talk,
            "time": lambda: self._tier("time"),
            "volume": lambda: self._tier("volume"),
            "web": lambda: self._tier("web"),
            "other tier": self._other_tier,
            "answer": lambda: draw_answer(
                self._random, held_out=self._held_out, new_phrasing=self._new
            ),
        }  # fmt: skip
        while len(found) < count:
            kind = self._random.choices(tuple(_SHARES), tuple(_SHARES.values()))[0]
            if example := kinds[kind]():
                found.setdefault((example.system, str(example.turns), example.user), example)
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
        if not first or not second or " and " in first.text + second.text or first.code == second.code:
            return None
        text = first.text + self._random.choice(_JOINTS) + second.text
        said = Said(text, f"{first.code}; {second.code}", "two", first.verb)
        return self._in_home(self._dressed(said), home)

    def _follow_up(self) -> Example | None:
        if self._random.random() < 0.15:
            year = self._random.randint(2024, 2036)
            group, after, before = tier_follow_up(year, self._random, held_out=self._held_out)
            return Example(codes_line((group,), year), spoken(after.text), after.code, after.kind, (before,))
        home = self._home
        first = self._wishes.wish(home)
        said = first and follow_up(first, home, self._wishes, self._random, held_out=self._new)
        if not first or not said:
            return None
        return self._in_home(said, home, turns=((spoken(first.text), first.code),))

    def _named_talk(self) -> Example:
        home = self._home
        return self._in_home(self._wishes.talk(home), home)

    def _plain_talk(self) -> Example:
        group = self._random.choices(("home", "time", "volume"), (6, 2, 2))[0]
        text = next(self._talk)
        if group == "home":
            return self._in_home(Said(text, "none", "talk"), self._home)
        return self._elsewhere(Said(text, "none", "talk"), group)

    def _tier(self, group: str) -> Example:
        year = self._random.randint(2024, 2036)
        said = self._tier_wish(group, year)
        return self._elsewhere(self._dressed(said), group, year)

    def _tier_wish(self, group: str, year: int) -> Said:
        return tier_wish(group, year, self._random, held_out=self._held_out, new_phrasing=self._new)

    def _other_tier(self) -> Example:
        """A sentence that fits none of the tools that are bound."""
        group = self._random.choice(("time", "volume"))
        said = self._tier_wish(group, 2026)
        bound = self._random.choice([name for name in ("home", "time", "volume") if name != group])
        return self._elsewhere(Said(said.text, "none", "talk"), bound, alone=True)

    def _in_home(self, said: Said, home: InventedHome, turns: tuple[tuple[str, str], ...] = ()) -> Example:
        meant, said = said.code, self._heard(said)
        names = device_names(home.devices) if self._random.random() < SHOWN else ()
        line = codes_line(self._groups("home"), self._random.randint(2024, 2036), names)
        clear = "" if said.code == meant else meant
        number = len(self.homes) - 1
        return Example(line, spoken(said.text), said.code, said.kind, turns, meant=clear, home=number)

    def _elsewhere(self, said: Said, group: str, year: int = 2026, *, alone: bool = False) -> Example:
        groups = (group,) if alone or group == "web" else self._groups(group)
        return Example(codes_line(groups, year), spoken(said.text), said.code, said.kind)

    def _groups(self, group: str) -> tuple[str, ...]:
        """The group, and in one of eight cases another beside it, as when a sentence is hard to place."""
        if self._random.random() > 0.12:
            return (group,)
        return tuple(sorted({group, self._random.choice(("home", "time", "volume"))}))

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
        """The sentence as it was heard. The code copies what was heard, where that still means the same."""
        heard = slips(said.text, self._random)
        if not heard or said.code == "none":
            return replace(said, text=misheard(said.text, heard))
        return replace(said, text=misheard(said.text, heard), code=misheard_code(said.code, heard))

    def _talking(self, grammar: Grammar) -> Iterator[str]:
        while True:
            for label in ("general", "other", "general"):
                yield from (sentence.text for sentence in grammar.draw(label, 400))
