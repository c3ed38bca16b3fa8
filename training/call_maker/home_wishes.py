"""Draws what is said to a home: a sentence, and the code for it, checked against the resolver."""

from collections.abc import Callable
from random import Random

from training.call_maker import phrases
from training.call_maker.frames import framed, to_do
from training.call_maker.homes import InventedHome
from training.call_maker.resolved import resolved
from training.call_maker.spoken import said_number
from training.call_maker.templates import SENTENCES, draw
from training.call_maker.wishes import WISHES, Said, Wish
from voice_gateway.devices import Device

FILE = SENTENCES / "home.txt"
FRAMED = 0.35
"""How often a wish is put into a frame that fits every verb."""

_HEAT_WORDS = frozenset(
    {"thermostat", "heating", "radiator", "climate", "ac", "aircon", "heat", "underfloor"}
)
_FRACTIONS = {25: "a quarter", 50: "half", 75: "three quarters", 100: "full", 1: "minimum"}
_FAR = {50: ("halfway", "half open", "half way", "by half"), 25: ("a quarter",), 75: ("three quarters",)}


class HomeWishes:
    """Draws sentences for homes."""

    def __init__(self, random: Random, *, new_phrasing: bool) -> None:
        self._random = random
        self._new = new_phrasing

    def wish(self, home: InventedHome) -> Said | None:
        """One sentence; None when this home has nothing for what was drawn, or the names are not clear."""
        wish = self._random.choices(WISHES, [each.weight for each in WISHES])[0]
        if wish.kinds:
            return self._about_device(wish, home)
        return self._about_place(wish, home)

    def talk(self, home: InventedHome) -> Said:
        """A sentence that names something of the home and wants nothing that can be done."""
        device = self._random.choice(home.devices)
        phrase = phrases.single(device, self._random)
        slots: dict[str, str | Callable[[], str]] = {
            "x": phrase, "later": self._list("later"), "colour": self._list("colour"),
            "doit": lambda: to_do(phrase, self._random),
        }  # fmt: skip
        return Said(self._draw("none", slots), "none", "talk")

    def _about_device(self, wish: Wish, home: InventedHome) -> Said | None:
        random = self._random
        devices = home.of_kind(*wish.kinds)
        if not devices:
            return None
        device = random.choice(devices)
        kind, phrase, place = "single", phrases.single(device, random), ""
        style = random.random()
        if wish.section.endswith(" split"):
            kind = "group"
            phrase, place = phrases.torn(device, home, random)
        elif style < 0.13 and wish.verb != "find":
            kind, phrase = "absent", phrases.absent(home, random)
        elif style < 0.3 and wish.verb not in ("find", "health", "toggle", "unlock"):
            kind, phrase = "group", phrases.group(device.kind, home, random)
        elif style < 0.36 and wish.verb in ("on", "off", "open", "close", "lock", "read", "level"):
            kind = "pair"
            other = phrases.single(random.choice(devices), random)
            phrase = (
                phrases.both(phrase, other, random)
                if phrases.copied(other) != phrases.copied(phrase)
                else phrase
            )
        elif style < 0.42 and wish.verb in ("on", "off", "temp", "warmer", "cooler", "level"):
            kind, phrase = "room", phrases.a_room(home, random)
        return self._said(wish, home, kind, phrase, place, device)

    def _said(
        self, wish: Wish, home: InventedHome, kind: str, phrase: str, place: str, device: Device
    ) -> Said | None:
        random = self._random
        name = phrases.copied(f"{phrase} {place}")
        value, spoken = self._value(wish, name, kind)
        slots: dict[str, str | Callable[[], str]] = {
            "x": phrase, "head": phrase, "place": place, "a": _with_a(phrase, random), "pct": spoken,
            "deg": spoken, "n": spoken, "pctopen": spoken, "mode": spoken,
        }  # fmt: skip
        if not place:
            slots["place"] = lambda: phrases.place(home, random)
        text = None
        if wish.section == wish.verb and random.random() < FRAMED:
            text = framed(wish.verb, slots, random, held_out=self._new)
        text = text or self._draw(wish.section, slots)
        if not place and text.startswith("lights out"):
            return None
        if (
            wish.verb in ("warmer", "cooler")
            and text.startswith("turn")
            and not {*name.split()} & _HEAT_WORDS
        ):
            return None
        if wish.section == "detail" and "{" in text:
            return None
        verb = wish.verb or spoken
        code = f"{verb} {name}{f'|{value:g}' if value is not None else ''}"
        if not _fits(home, code, kind, device):
            return None
        return Said(text, code, kind, verb, device if kind == "single" else None)

    def _about_place(self, wish: Wish, home: InventedHome) -> Said | None:
        random = self._random
        room, place = phrases.a_room(home, random), phrases.place(home, random)
        plural = random.choice(phrases.PLURALS[random.choice(home.devices).kind])
        slots: dict[str, str | Callable[[], str]] = {
            "x": room, "place": place, "plural": plural, "status": self._list("status"),
        }  # fmt: skip
        name = phrases.copied(room)
        if wish.section.endswith(" place"):
            name = phrases.copied(f"lights {place}")
        elif wish.section == "read any":
            where = f" {place}" if random.random() < 0.4 else ""
            slots["plural"] = f"{plural}{where}"
            name = phrases.copied(f"all {plural}{where}")
        elif wish.section == "detail":
            slots["x"] = name = random.choice((plural, f"all {plural}", phrases.copied(room)))
        elif wish.section == "detail battery":
            name = "low battery"
        elif wish.section in ("list", "health"):
            name = ""
        text = self._draw(wish.section, slots)
        if wish.section == "detail":
            status = next((each for each in _STATUS if each in text), "")
            name = _STATUS.get(status, plural if plural in text and name not in text else name)
        name = f"{name} {wish.suffix}".strip()
        code = f"{wish.verb} {name}".strip()
        if wish.section not in ("detail", "detail battery", "list", "health") and not _fits(
            home, code, "group"
        ):
            return None
        return Said(text, code, "status" if wish.verb != "on" else "indirect", wish.verb)

    def _value(self, wish: Wish, name: str, kind: str) -> tuple[float | None, str]:
        """A number and how it is said; for a mode, only how it is said."""
        random = self._random
        if wish.verb == "level":
            return self._level(wish)
        if wish.verb == "temp":
            degrees = random.choice((*range(15, 28), *range(17, 24), 18.5, 19.5, 20.5, 21.5, 22.5, 5, 30))
            bare = (
                bool({*name.split()} & _HEAT_WORDS) and kind in ("single", "group") and random.random() < 0.35
            )
            unit = (
                ""
                if bare
                else random.choice((" degrees", " degrees", " degrees", " degrees celsius", " celsius"))
            )
            return degrees, f"{said_number(degrees, random)}{unit}"
        if wish.section.endswith(" by"):
            number = random.randint(1, 5)
            return number, said_number(number, random)
        return None, random.choice(("heat", "cool", "auto", "eco")) if not wish.verb else ""

    def _level(self, wish: Wish) -> tuple[float, str]:
        random = self._random
        level = random.choice(
            (*range(0, 101, 10), *range(5, 100, 5), 33, 66, 42, 17, 50, 75, 25, 100, random.randint(1, 99))
        )
        if wish.section == "level cover" and random.random() < 0.3:
            level = random.choice(tuple(_FAR))
            return level, random.choice(_FAR[level])
        if level in _FRACTIONS and random.random() < 0.4:
            return level, random.choice((_FRACTIONS[level], "maximum" if level == 100 else _FRACTIONS[level]))
        return level, said_number(level, random) + random.choice((" percent", " percent", " percent", ""))

    def _draw(self, section: str, slots: dict[str, str | Callable[[], str]]) -> str:
        return draw(FILE, section, slots, self._random, held_out=self._new)

    def _list(self, section: str) -> Callable[[], str]:
        return lambda: draw(FILE, section, {}, self._random, held_out=self._new)


_STATUS = {
    "dead": "dead", "asleep": "asleep", "sleeping": "asleep", "offline": "dead", "unreachable": "dead",
    "not answering": "dead", "low on battery": "low battery",
}  # fmt: skip


def _with_a(phrase: str, random: Random) -> str:
    bare = phrase.removeprefix("the ").removeprefix("my ").removeprefix("our ")
    article = "an" if bare[:1] in "aeiou" else "a"
    return random.choice((f"{article} {bare}", f"{article} {bare}", f"the {bare}"))


def _fits(home: InventedHome, code: str, kind: str, device: Device | None = None) -> bool:
    """Whether the code means what was meant: this one device, several, or none at all."""
    call = resolved(code, home.resolver)[0]
    if kind == "absent":
        return call.problem == "unknown"
    if call.problem:
        return False
    return kind != "single" or device is None or call.devices == frozenset({device.id})
