"""Draws what is said to a home: a sentence, and the wish for it, checked against the resolver."""

from collections.abc import Callable
from random import Random

from training.call_maker import phrases
from training.call_maker.frames import framed, to_do
from training.call_maker.homes import InventedHome
from training.call_maker.lines import asked_state, copied, line
from training.call_maker.resolved import resolved
from training.call_maker.sayings import SAYINGS, Said, Saying
from training.call_maker.spoken import number_words, said_number
from training.call_maker.templates import SENTENCES, draw
from voice_gateway.devices import Device

FILE = SENTENCES / "home.txt"
FRAMED = 0.35
"""How often a wish is put into a frame that fits every verb."""

_HEAT_WORDS = frozenset(
    {"thermostat", "heating", "radiator", "climate", "ac", "aircon", "heat", "underfloor"}
)
_FAN_WORDS = frozenset({"fan", "fans", "ventilator", "speed"})
_LEVEL_WORDS = frozenset(
    {"light", "lights", "lamp", "lamps", "brightness", "dim", "brighten", "blinds", "blind", "shutter"}
    | {"curtains", "curtain", "shade", "shades", "shutters", "bulb", "chandelier", "spotlight", "sconce"}
    | {"spotlights", "pendant", "lantern", "downlights", "level", "position", "open", "raise", "close"}
)
_NUMBER_WORDS = frozenset(number_words(number) for number in range(101))
_FRACTIONS = {25: "a quarter", 50: "half", 75: "three quarters", 100: "full", 1: "minimum"}
_FAR = {50: ("halfway", "half open", "half way", "by half"), 25: ("a quarter",), 75: ("three quarters",)}


class HomeWishes:
    """Draws sentences for homes."""

    def __init__(self, random: Random, *, new_phrasing: bool) -> None:
        self._random = random
        self._new = new_phrasing

    def wish(self, home: InventedHome) -> Said | None:
        """One sentence; None when this home has nothing for what was drawn, or the names are not clear."""
        wish = self._random.choices(SAYINGS, [each.weight for each in SAYINGS])[0]
        if wish.kinds:
            return self._about_device(wish, home)
        return self._about_place(wish, home)

    def talk(self, home: InventedHome) -> Said:
        """A sentence that names something of the home and wants nothing that can be done."""
        device = self._random.choice(home.devices)
        phrase = phrases.single(device, self._random)
        slots: dict[str, str | Callable[[], str]] = {
            "x": phrase, "doit": lambda: to_do(phrase, self._random),
        }  # fmt: skip
        return Said(self._draw("none", slots), "none", "talk")

    def _about_device(self, wish: Saying, home: InventedHome) -> Said | None:
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
            phrase = phrases.both(phrase, other, random) if copied(other) != copied(phrase) else phrase
        elif style < 0.42 and wish.verb in ("on", "off", "temp", "warmer", "cooler", "level"):
            kind, phrase = "room", phrases.a_room(home, random)
        return self._said(wish, home, kind, phrase, place, device)

    def _said(
        self, wish: Saying, home: InventedHome, kind: str, phrase: str, place: str, device: Device
    ) -> Said | None:
        random = self._random
        name = copied(f"{phrase} {place}")
        value, spoken = self._value(wish, name, kind)
        slots: dict[str, str | Callable[[], str]] = {
            "x": phrase, "head": phrase, "place": place, "a": _with_a(phrase, random), "pct": spoken,
            "deg": spoken, "n": spoken, "pctopen": spoken, "mode": spoken, "colour": spoken,
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
        written = self._line(verb, name, value, spoken, text)
        checked = line("on", name) if verb == "color" else written
        if not _fits(home, checked, kind, device):
            return None
        return Said(text, written, kind, verb, device if kind == "single" else None, name, value)

    def _line(self, verb: str, name: str, value: float | None, said: str, text: str) -> str:
        """The wish, by what the name and the sentence say of the device: a lamp is dimmed, a fan slowed."""
        words = {*name.split(), *text.split()}
        if verb == "read":
            return line("read", name, state=asked_state(_around(text, name)))
        if verb == "color":
            return line("color", name, word=said.replace(" ", "-"))
        if words & _FAN_WORDS and verb in ("level", "dim", "brighten"):
            return line("speed", name, value, word={"dim": "down", "brighten": "up"}.get(verb, ""))
        bare = (value is not None and said.replace(".", "").isdigit()) or said in _NUMBER_WORDS
        if verb == "level" and bare and not words & _LEVEL_WORDS:
            return line("set", name, value)
        return line(verb, name, value)

    def _about_place(self, wish: Saying, home: InventedHome) -> Said | None:
        random = self._random
        room, place = phrases.a_room(home, random), phrases.place(home, random)
        plural = random.choice(phrases.PLURALS[random.choice(home.devices).kind])
        slots: dict[str, str | Callable[[], str]] = {
            "x": room, "place": place, "plural": plural, "status": self._list("status"),
        }  # fmt: skip
        name = copied(room)
        if wish.section.endswith(" place"):
            name = copied(f"lights {place}")
        elif wish.section == "read any":
            where = f" {place}" if random.random() < 0.4 else ""
            slots["plural"] = f"{plural}{where}"
            name = copied(f"{plural}{where}")
        elif wish.section == "detail":
            slots["x"] = name = random.choice((plural, f"all {plural}", copied(room)))
        elif wish.section in ("list", "health"):
            name = ""
        text = self._draw(wish.section, slots)
        status = next((each for each in _STATUS if each in text), "") if "detail" in wish.section else ""
        if wish.section == "detail battery" or _STATUS.get(status) == "low":
            written = line("which", "batteries", state="low")
        elif status:
            written = line("which", "devices", state=_STATUS[status])
        elif wish.section == "detail":
            written = line("detail", plural if plural in text and name not in text else name)
        elif wish.section == "read any":
            written = line(_question(text), name, state=asked_state(_around(text, name)))
        else:
            state = asked_state(text) if wish.suffix == "motion" else ""
            name = name if state else f"{name} {wish.suffix}".strip()
            written = line(wish.verb, name, state=state)
        checked = wish.section not in ("detail", "detail battery", "list", "health")
        if checked and not _fits(home, written, "group"):
            return None
        return Said(text, written, "status" if wish.verb != "on" else "indirect", wish.verb)

    def _value(self, wish: Saying, name: str, kind: str) -> tuple[float | None, str]:
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
        if wish.verb == "color":
            return None, draw(FILE, "colour", {}, random, held_out=self._new)
        return None, random.choice(("heat", "cool", "auto", "eco")) if not wish.verb else ""

    def _level(self, wish: Saying) -> tuple[float, str]:
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
    "not answering": "dead", "low on battery": "low",
}  # fmt: skip


def _with_a(phrase: str, random: Random) -> str:
    bare = phrase.removeprefix("the ").removeprefix("my ").removeprefix("our ")
    article = "an" if bare[:1] in "aeiou" else "a"
    return random.choice((f"{article} {bare}", f"{article} {bare}", f"the {bare}"))


def _fits(home: InventedHome, written: str, kind: str, device: Device | None = None) -> bool:
    """Whether the line means what was meant: this one device, several, or none at all."""
    calls = resolved(written, home.resolver)
    if kind == "absent":
        return all(call.problem == "unknown" for call in calls)
    if any(call.problem for call in calls):
        return False
    return kind != "single" or device is None or calls[0].devices == frozenset({device.id})


def _around(text: str, name: str) -> str:
    """A question without the words of the name: “shut” in a name asks for nothing."""
    return " ".join(word for word in text.split() if word not in name.split())


def _question(text: str) -> str:
    """Which question about several devices this is."""
    if "how many" in text:
        return "count"
    if "any" in text.split() or text.startswith("do we have"):
        return "any"
    return "all" if " all " in f" {text} " else "which"
