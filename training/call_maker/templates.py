"""Files of templates: a template with `3*` in front is drawn three times as often.

A file has sections (`= verb`). A line that begins with `~` is held out: no training example is made from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from training.templates import expanded, tidied

SENTENCES = Path(__file__).parent / "sentences"

Slots = Mapping[str, str | Callable[[], str]]
"""What a slot is filled with, or what draws it anew each time."""


@dataclass(frozen=True)
class Template:
    text: str
    weight: float
    held_out: bool


@cache
def sections(path: Path) -> dict[str, tuple[Template, ...]]:
    """The templates of a file by section; those before the first section are in the section “”."""
    found: dict[str, list[Template]] = {"": []}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            section = line[2:].strip()
            found.setdefault(section, [])
        elif line.strip() and not line.startswith("#"):
            held_out = line.startswith("~")
            weight, star, text = line.lstrip("~ ").partition("* ")
            starred = bool(star) and weight.isdigit()
            template = Template(
                text if starred else line.lstrip("~ "), float(weight) if starred else 1.0, held_out
            )
            found[section].append(template)
    return {name: tuple(templates) for name, templates in found.items()}


@cache
def choices(path: Path, section: str, held_out: bool) -> tuple[tuple[Template, ...], tuple[float, ...]]:
    """The templates of one side, with their weights; all of them where nothing was put on that side."""
    every = sections(path)[section]
    templates = tuple(each for each in every if each.held_out is held_out) or every
    return templates, tuple(each.weight for each in templates)


def draw(path: Path, section: str, slots: Slots, random: Random, *, held_out: bool) -> str:
    """One sentence of a section."""
    templates, weights = choices(path, section, held_out)
    return fill(random.choices(templates, weights)[0].text, slots, random)


def fill(template: str, slots: Slots, random: Random) -> str:
    """One of the sentences that a template stands for."""

    def value(slot: str) -> str:
        filling = slots[slot]
        return filling if isinstance(filling, str) else filling()

    return tidied(expanded(template, value, random))
