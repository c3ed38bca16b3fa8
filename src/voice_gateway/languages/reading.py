"""Reads the files of a language: lines, `name: text`, lines under `[name]`, or TOML.

Nothing is kept: whoever reads makes something better of it, and keeps that.
"""

import re
from pathlib import Path
from typing import Any

ENGLISH = "english"
_FOLDER = Path(__file__).parent
_HEADING = re.compile(r"\[([^]]+)\]")


def lines(file: str, language: str = ENGLISH) -> list[str]:
    """The lines that are neither empty nor remarks."""
    text = (_FOLDER / language / f"{file}.txt").read_text(encoding="utf-8")
    stripped = (line.strip() for line in text.splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def pairs(file: str, language: str = ENGLISH) -> list[tuple[str, str]]:
    """Lines that are written as `name: text`, in their order; a name may come again."""
    parted = (line.partition(":") for line in lines(file, language))
    return [(name.strip(), text.strip()) for name, _, text in parted]


def sections(file: str, language: str = ENGLISH) -> dict[str, list[str]]:
    """The lines under each `[name]`."""
    found: dict[str, list[str]] = {}
    under: list[str] = []
    for line in lines(file, language):
        if heading := _HEADING.fullmatch(line):
            under = found.setdefault(heading[1], [])
        else:
            under.append(line)
    return found


def table(file: str, language: str = ENGLISH) -> dict[str, Any]:
    """What is written as TOML."""
    import tomllib

    return tomllib.loads((_FOLDER / language / f"{file}.toml").read_text(encoding="utf-8"))


def files(folder: str, language: str = ENGLISH) -> list[str]:
    """The text files in a folder, as `lines` and the others take them."""
    return sorted(f"{folder}/{file.stem}" for file in (_FOLDER / language / folder).glob("*.txt"))


def shipped(file: str) -> list[str]:
    """The languages that have this file."""
    return sorted(folder.name for folder in _FOLDER.iterdir() if (folder / f"{file}.txt").is_file())
