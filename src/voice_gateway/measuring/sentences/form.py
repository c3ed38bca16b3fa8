"""The form in which a line of a file of sentences says what is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Value = float | str | None


@dataclass(frozen=True)
class Does:
    """One step that is asked for."""

    do: str
    target: str = ""
    value: Value = None
    unit: str = ""
    but: str = ""
    """What is left out of the target: `except` in the file."""

    items: tuple[str, ...] = ()
    name: str = ""
    room: str = ""
    when: str = ""
    """Its own time, where the steps of a sentence have different ones."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Does":
        """Raises `ValueError` for what says not what is done."""
        if not isinstance(row, Mapping) or not isinstance(row.get("do"), str):
            raise ValueError("each of “does” has a “do”")
        texts = {key: _text(row.get(key)) for key in ("target", "unit", "name", "room", "when")}
        return cls(
            row["do"],
            value=_value(row.get("value")),
            but=_text(row.get("except")),
            items=tuple(map(_item, row.get("items") or ())),
            **texts,
        )

    def as_row(self) -> dict[str, Any]:
        """Only what there is."""
        row = {
            "do": self.do, "target": self.target, "value": self.value, "unit": self.unit,
            "except": self.but, "items": list(self.items), "name": self.name, "room": self.room,
            "when": self.when,
        }  # fmt: skip
        return {key: value for key, value in row.items() if value not in ("", None, [])}


@dataclass(frozen=True)
class Form:
    """What a sentence is, and everything that it asks for."""

    act: str = ""
    does: tuple[Does, ...] = ()
    when: str = ""
    lasting: str = ""
    """`for` in the file."""

    only_if: str = ""
    """`if` in the file."""

    asks_back: bool = False
    """The gateway would ask before it did anything."""

    told_otherwise: tuple[tuple[Does, ...], ...] = ()
    """The same steps in other words: with what is taken back step by step, or as what it comes to."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Form":
        """Raises `ValueError` with what is wrong."""
        does = row.get("does") or []
        if not isinstance(does, list):
            raise ValueError("“does” is a list of steps")
        texts = {key: _text(row.get(key)) for key in ("act", "when", "for", "if")}
        return cls(
            texts["act"], tuple(map(Does.of, does)), texts["when"], texts["for"], texts["if"],
            row.get("asks_back") is True,
        )  # fmt: skip

    def as_row(self) -> dict[str, Any]:
        row: dict[str, Any] = {"act": self.act, "does": [each.as_row() for each in self.does]}
        further = {"when": self.when, "for": self.lasting, "if": self.only_if, "asks_back": self.asks_back}
        return row | {key: value for key, value in further.items() if value}


@dataclass(frozen=True)
class Line:
    """One sentence with what came before it, and what somebody says it asks for."""

    text: str
    wanted: Form
    room: str = ""
    context: str = ""
    part: str = ""
    hand: str = ""
    """Who wrote it."""

    row: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The line as it stands in the file."""


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _item(item: Any) -> str:
    """What is put on a list, or a step of a routine, which may be written as one."""
    return " ".join(map(_text, item.values())) if isinstance(item, Mapping) else _text(item)


def _value(value: Any) -> Value:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None if value is None else str(value)
    return float(value)
