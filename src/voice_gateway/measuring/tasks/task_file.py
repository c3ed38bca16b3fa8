"""Reads a TOML file of tasks, and says where in it a mistake is."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from voice_gateway.errors import InputError

Task = TypeVar("Task")


@dataclass(frozen=True)
class Place:
    """Where a task stands in its file."""

    path: Path
    line: int

    def mistake(self, problem: str, fix: str | None = None) -> InputError:
        return InputError(f"{self.path}, line {self.line}: {problem}", fix=fix)

    def check_keys(self, table: dict[str, Any], known: Collection[str]) -> None:
        """Refuse a key that nobody reads, so that a typo is never silent."""
        for key in table:
            if key not in known:
                raise self.mistake(f"“{key}” is not known.", nearest(key, known))

    def sentences(self, table: dict[str, Any], key: str) -> tuple[str, ...]:
        """One sentence, or a list of them."""
        given = table.get(key, [])
        said = [given] if isinstance(given, str) else given
        if not isinstance(said, list) or not all(isinstance(one, str) and one.strip() for one in said):
            raise self.mistake(f"“{key}” must be a list of sentences.", f'Write {key} = ["…", "…"].')
        return tuple(said)

    def words(self, table: dict[str, Any], key: str) -> str:
        """An optional text; a plain `true` stands for itself."""
        given = table.get(key, "")
        if isinstance(given, bool):
            return key if given else ""
        if not isinstance(given, str):
            raise self.mistake(f"“{key}” must be a text.")
        return given

    def outcomes(self, said: tuple[str, ...], known: Collection[str]) -> tuple[str, ...]:
        """The same, where all are outcomes that there are."""
        for word in said:
            if word not in known:
                raise self.mistake(f"“{word}” is not an outcome.", nearest(word, known))
        return said

    def choices(self, table: dict[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
        """Words of which one is enough; a list among them means all of its words."""
        given = table.get(key, [])
        listed = [given] if isinstance(given, str) else given
        if not isinstance(listed, list):
            raise self.mistake(f"“{key}” must be a list of words.", f'Write {key} = ["off"].')
        read: list[tuple[str, ...]] = []
        for choice in listed:
            together = choice if isinstance(choice, list) else [choice]
            if not together or not all(isinstance(word, str | int | float) for word in together):
                raise self.mistake(f"“{key}” holds words, or lists of words that belong together.")
            read.append(tuple(str(word) for word in together))
        return tuple(read)


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text.") from error


def read_document(path: Path) -> tuple[dict[str, Any], str]:
    """The parsed file and its text."""
    text = read_text(path)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not valid TOML: {error}.") from error


def read_tasks(
    path: Path,
    document: dict[str, Any],
    text: str,
    name: str,
    read: Callable[[Place, dict[str, Any]], Task],
    fix: str,
) -> tuple[Task, ...]:
    """Every `[[name]]` as a task; there is at least one."""
    tasks = tuple(read(place, table) for place, table in tables(path, document, text, name))
    if not tasks:
        raise InputError(f"{path} has no [[{name}]].", fix=fix)
    return tasks


def tables(
    path: Path, document: dict[str, Any], text: str, name: str
) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Every `[[name]]` with the line on which it begins."""
    found = document.get(name, [])
    if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
        raise InputError(f"{path}: “{name}” must be written as [[{name}]].")
    header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if header.match(line)]
    for number, table in enumerate(found):
        yield Place(path, lines[number] if number < len(lines) else 1), table


def nearest(word: str, known: Collection[str]) -> str:
    """What may have been meant, or all there is."""
    close = get_close_matches(word, known, n=1)
    return f"Did you mean “{close[0]}”?" if close else f"Known: {', '.join(sorted(known))}."
