"""Changes the settings file as a person would: in its place, with everything else left as it is."""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import Key

_HEADER = re.compile(r"\s*\[\s*(?P<name>[^\[\]]+?)\s*\]\s*(#.*)?")


def write_settings(path: Path, values: Mapping[Key, str | None]) -> None:
    """Set these in the file, which need not exist yet; None takes one out. Raises SettingsError."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        before = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be changed: {error}.") from None
    lines = text.splitlines()
    for key, value in values.items():
        _set(lines, key, value)
    changed = "\n".join(lines) + "\n"
    if _read(changed) != _with(before, values):
        # Written in a way that is not understood here, such as a table within a line.
        wanted = ", ".join(f"{key} = {_toml(value)}" for key, value in values.items() if value)
        raise SettingsError(f"{path} is written in a way that I don't dare to change.", fix=f"Set {wanted}.")
    write_private(path, changed, mode=path.stat().st_mode & 0o777 if path.exists() else 0o600)


def write_private(path: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a file whole or not at all, for its owner only unless another mode is given."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        with os.fdopen(
            os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(text)
        beside.chmod(mode)
        beside.replace(path.resolve())
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None


def _set(lines: list[str], key: Key, value: str | None) -> None:
    table, _, name = key.rpartition(".")
    begin, end = _place(lines, table)
    assigns = re.compile(rf"\s*{re.escape(name)}\s*=")
    at = next((at for at in range(begin, end) if assigns.match(lines[at])), None)
    if value is None:
        if at is not None:
            del lines[at]
        return
    line = f"{name} = {_toml(value)}"
    if at is not None:
        lines[at] = line
        return
    if begin == end == len(lines) and table and (not lines or not _is_header(lines[-1], table)):
        lines += ["", f"[{table}]", line] if lines else [f"[{table}]", line]
        return
    while end > begin and not lines[end - 1].strip():
        end -= 1
    lines.insert(end, line)


def _place(lines: list[str], table: str) -> tuple[int, int]:
    """The lines of a table, without its header; at the end of the file where there is none."""
    headers = [(at, found["name"]) for at, line in enumerate(lines) if (found := _HEADER.fullmatch(line))]
    begin = next((at + 1 for at, name in headers if name == table), len(lines) if table else 0)
    return begin, next((at for at, _ in headers if at >= begin), len(lines))


def _is_header(line: str, table: str) -> bool:
    found = _HEADER.fullmatch(line)
    return found is not None and found["name"] == table


def _with(tree: dict[str, Any], values: Mapping[Key, str | None]) -> dict[str, Any]:
    wanted = {name: dict(table) if isinstance(table, dict) else table for name, table in tree.items()}
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        into = wanted.setdefault(table, {}) if table and (value or table in wanted) else wanted
        if value is None:
            into.pop(name, None)
        else:
            into[name] = value
    return wanted


def _read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _toml(value: str | None) -> str:
    # A basic string of TOML is written as one of JSON.
    return json.dumps(value, ensure_ascii=False)
