"""A small home with tasks, written as a person would write the file."""

from pathlib import Path

HOME = """
[[device]]
name = "Kitchen Light"
room = "Kitchen"
kind = "dimmer"
state = { on = false, level = 0 }

[[device]]
name = "Hallway Lamp"
room = "Hallway"
kind = "light"
state = { on = true }

[[device]]
name = "Front Door"
room = "Hallway"
kind = "lock"
state = { locked = true }
"""

LIGHT = """
[[test]]
say = ["turn on the kitchen light"]
before = { "Kitchen Light" = { on = false } }
after = { "Kitchen Light" = { on = true } }
"""


def write(folder: Path, text: str, name: str = "home.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
