"""Draws what is said about the time, the volume and the world outside, with its wish."""

from random import Random

from training.call_maker.sayings import Said
from training.call_maker.spoken import said_number
from training.call_maker.templates import SENTENCES, choices, draw, fill

FILE = SENTENCES / "tiers.txt"
SECTIONS = {"time": ("time", "date"), "volume": ("volume",), "web": ("web",)}
_SLOTS = ("city", "day", "past", "role", "land", "thing", "team")
_ARTICLES = ("the ", "a ", "an ")


def tier_wish(group: str, random: Random, *, held_out: bool, new_phrasing: bool) -> Said:
    """A sentence of one group, with places and things, or phrasing, that are held out."""
    section = random.choice(SECTIONS[group])
    templates, weights = choices(FILE, section, new_phrasing)
    said, _, wish = random.choices(templates, weights)[0].text.rpartition(" => ")
    number = random.choice((*range(5, 101, 5), 33, 42, 12, 3, 7, random.randint(1, 100)))
    slots = {name: draw(FILE, name, {}, random, held_out=held_out) for name in _SLOTS}
    text = fill(said, {**slots, "n": said_number(number, random)}, random)
    written = fill(wish, {name: bare(value) for name, value in slots.items()} | {"n": str(number)}, random)
    return Said(text, written, group, written.split()[0])


def tier_follow_up(random: Random, *, held_out: bool) -> tuple[Said, tuple[str, str]]:
    """What is said after another sentence of a group, and that other sentence with its wish."""
    city, other = (draw(FILE, "city", {}, random, held_out=held_out) for _ in range(2))
    day, later = (draw(FILE, "day", {}, random, held_out=held_out) for _ in range(2))
    also = random.choice(("and in {}", "what about {}", "how about {}", "and {}", "{}"))
    more = random.choice(("more", "a bit more", "again", "even more", "still more", "one more time"))
    up = random.choice(("up", "down"))
    louder = "louder" if up == "up" else "quieter"
    said, wish, before, wrote = random.choice(
        (
            (also.format(other), f"time {other}", f"what time is it in {city}", f"time {city}"),
            (
                also.replace("in ", "").format(later), f"date {bare(later)}", f"what day is {day}",
                f"date {bare(day)}",
            ),
            (more, f"volume {up}", f"{louder} please", f"volume {up}"),
            (also.format(other), f"weather {other}", f"weather in {city}", f"weather {city}"),
            ("and tomorrow", f"weather {city} tomorrow", f"weather in {city}", f"weather {city}"),
        )
    )  # fmt: skip
    return Said(said, wish, "follow up", wish.split()[0]), (before, wrote)


def bare(text: str) -> str:
    """Without a leading article."""
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text
