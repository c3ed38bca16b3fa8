"""Draws what is said about the time, the volume and the world outside, with its code."""

from random import Random

from training.call_maker.spoken import said_number
from training.call_maker.templates import SENTENCES, choices, draw, fill
from training.call_maker.wishes import Said

FILE = SENTENCES / "tiers.txt"
SECTIONS = {"time": ("time", "date"), "volume": ("volume",), "web": ("web",)}
_SLOTS = ("city", "day", "past", "role", "land", "thing", "team")
_ARTICLES = ("the ", "a ", "an ")


def tier_wish(group: str, year: int, random: Random, *, held_out: bool, new_phrasing: bool) -> Said:
    """A sentence for the tools of one group, with places and things, or phrasing, that are held out."""
    section = random.choice(SECTIONS[group])
    templates, weights = choices(FILE, section, new_phrasing)
    said, _, code = random.choices(templates, weights)[0].text.rpartition(" => ")
    number = random.choice((*range(0, 101, 5), 33, 42, 12, 3, 7, random.randint(0, 100)))
    slots = {name: draw(FILE, name, {}, random, held_out=held_out) for name in _SLOTS}
    text = fill(said, {**slots, "n": said_number(number, random)}, random)
    coded = {name: bare(value) for name, value in slots.items()}
    # A bar is the sign for alternatives in a template, and the sign before a number in a code.
    before, bar, after = code.partition("|")
    coded |= {"n": str(number), "year": str(year)}
    written = fill(before, coded, random) + bar + fill(after, coded, random)
    return Said(text, written, group, written.split()[0])


def tier_follow_up(year: int, random: Random, *, held_out: bool) -> tuple[str, Said, tuple[str, str]]:
    """A group, what is said after another sentence of it, and that other sentence with its code."""
    city, other = (draw(FILE, "city", {}, random, held_out=held_out) for _ in range(2))
    day, later = (draw(FILE, "day", {}, random, held_out=held_out) for _ in range(2))
    also = random.choice(("and in {}", "what about {}", "how about {}", "and {}", "{}"))
    more = random.choice(("more", "a bit more", "again", "even more", "still more", "one more time"))
    up = random.choice(("up", "down"))
    louder = "louder" if up == "up" else "quieter"
    group, said, code, before, wrote = random.choice(
        (
            ("time", also.format(other), f"time {other}", f"what time is it in {city}", f"time {city}"),
            (
                "time", also.replace("in ", "").format(later), f"date {bare(later)}", f"what day is {day}",
                f"date {bare(day)}",
            ),
            ("volume", more, f"vol {up}", f"{louder} please", f"vol {up}"),
            (
                "web", also.format(other), f"web weather {other} today", f"weather in {city}",
                f"web weather {city} today",
            ),
        )
    )  # fmt: skip
    return group, Said(said, code, "follow up", code.split()[0]), (before, wrote)


def bare(text: str) -> str:
    """Without a leading article."""
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text
