"""Reads a file of sentences, one JSON object a line, and writes it again with what was read."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from voice_gateway.errors import InputError
from voice_gateway.measuring.sentences.form import Form, Line
from voice_gateway.measuring.tasks.task_file import Place, read_text


def read_lines(path: Path) -> tuple[Line, ...]:
    """Every line of the file; a mistake is named with its number."""
    texts = read_text(path).splitlines()
    lines = tuple(_line(Place(path, number), text) for number, text in enumerate(texts, 1) if text.strip())
    if not lines:
        raise InputError(f"{path} has no sentence.", fix='A line is: {"text": "lights off", "does": [...]}')
    return lines


def write_predictions(path: Path, read: Iterable[tuple[Line, Form]]) -> None:
    """Every line as it was, with the further field `read`."""
    rows = (json.dumps({**line.row, "read": form.as_row()}, ensure_ascii=False) for line, form in read)
    try:
        path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}.") from error


def chosen(lines: Sequence[Line], part: str | None, limit: int | None) -> tuple[Line, ...]:
    """The lines of one part, and at most so many."""
    kept = [line for line in lines if part in (None, line.part)]
    if not kept:
        parts = ", ".join(sorted({line.part for line in lines if line.part})) or "none"
        raise InputError(f"No line is of the part “{part}”.", fix=f"Parts of this file: {parts}.")
    return tuple(kept[:limit])


def _line(place: Place, text: str) -> Line:
    try:
        row: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise place.mistake(f"this is no JSON: {error.msg}.") from error
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or not row["text"].strip():
        raise place.mistake("“text” is missing.", 'Write {"text": "lights off", "does": [...]}.')
    try:
        wanted = Form.of(row)
    except ValueError as error:
        raise place.mistake(f"{error}.") from error
    texts = {key: str(row.get(key) or "") for key in ("room", "context", "part", "hand")}
    return Line(row["text"], wanted, row=row, **texts)
