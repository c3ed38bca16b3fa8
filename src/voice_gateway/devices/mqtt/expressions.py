"""Reads the expressions that announced devices write in their templates, and works them out.

It is a small reader of our own: what a stranger's template can do here is look something up in a message and
count. Whatever it does not know, it refuses as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from voice_gateway.devices.mqtt.operations import (
    ADDED,
    COMPARED,
    CONSTANTS,
    FILTERS,
    METHODS,
    MISSING,
    MULTIPLIED,
    TESTS,
    looked_up,
    true,
)

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>'[^']*'|"[^"]*")|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>==|!=|<=|>=|//|[-+*/%<>()\[\].,|~:]))"""
)
_MOST = 200
"""More words than this are a program, not a look at a message."""


class Unreadable(Exception):
    """The template is written in a way that is not understood here."""


Variables = Mapping[str, Any]
Expression = Callable[[Variables], Any]


def parse(source: str) -> Expression:
    """The expression as a function of its variables. Raises Unreadable."""
    tokens = _tokens(source)
    if len(tokens) > _MOST:
        raise Unreadable("its template is too long")
    reader = _Reader(tokens)
    try:
        expression = reader.choice()
    except RecursionError:
        raise Unreadable("its template is nested too deeply") from None
    if reader.peek() is not None:
        raise Unreadable(f"its template has “{source}”")
    return expression


def _tokens(source: str) -> list[tuple[str, str]]:
    found, place, source = [], 0, source.strip()
    while place < len(source):
        token = _TOKEN.match(source, place)
        if not token or not token.lastgroup:
            raise Unreadable(f"its template has “{source}”")
        found.append((token.lastgroup, token[token.lastgroup]))
        place = token.end()
    return found


class _Reader:
    """Reads from the loosest to the tightest: choice, or, and, not, comparison, sum, product, filters."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._place = 0

    def peek(self) -> str | None:
        return self._tokens[self._place][1] if self._place < len(self._tokens) else None

    def choice(self) -> Expression:
        value = self._either()
        if self._skip("if"):
            test = self._either()
            other: Expression = self.choice() if self._skip("else") else lambda _: ""
            return lambda known: value(known) if true(test(known)) else other(known)
        return value

    def _either(self) -> Expression:
        left = self._both()
        while self._skip("or"):
            left = _either(left, self._both())
        return left

    def _both(self) -> Expression:
        left = self._negated()
        while self._skip("and"):
            left = _both(left, self._negated())
        return left

    def _negated(self) -> Expression:
        if self._skip("not"):
            value = self._negated()
            return lambda known: not true(value(known))
        left = self._joined(self._sum, COMPARED)
        while self._skip("is"):
            wrong, test = self._skip("not"), TESTS.get(self._take())
            if test is None:
                raise Unreadable("its template asks for something that is not known here")
            left = _tested(left, test, wrong)
        return left

    def _sum(self) -> Expression:
        return self._joined(self._product, ADDED)

    def _product(self) -> Expression:
        return self._joined(self._filtered, MULTIPLIED)

    def _joined(
        self, part: Callable[[], Expression], signs: Mapping[str, Callable[[Any, Any], Any]]
    ) -> Expression:
        left = part()
        while self.peek() in signs:
            left = _applied(signs[self._take()], left, part())
        return left

    def _filtered(self) -> Expression:
        value = self._sought()
        while self._skip("|"):
            name = self._take()
            arguments = self._arguments() if self.peek() == "(" else []
            if name not in FILTERS:
                raise Unreadable(f"its template uses “{name}”")
            value = _applied(FILTERS[name], value, *arguments)
        return value

    def _sought(self) -> Expression:
        if self._skip("-"):
            return _applied(lambda value: -value, self._sought())
        value = self._single()
        while self.peek() in (".", "["):
            if self._take() == "[":
                value = _applied(looked_up, value, self._place_in_it())
                self._expect("]")
            elif (name := self._take()) in METHODS and self.peek() == "(":
                value = _applied(METHODS[name], value, *self._arguments())
            else:
                value = _applied(looked_up, value, _constant(name))
        return value

    def _place_in_it(self) -> Expression:
        """A key, or from where to where."""
        first = _constant(None) if self.peek() == ":" else self.choice()
        if not self._skip(":"):
            return first
        return _applied(slice, first, _constant(None) if self.peek() == "]" else self.choice())

    def _single(self) -> Expression:
        if self._skip("("):
            inner = self.choice()
            self._expect(")")
            return inner
        kind, word = self._tokens[self._place] if self._place < len(self._tokens) else ("", "")
        self._place += 1
        if kind == "number":
            return _constant(float(word) if "." in word else int(word))
        if kind == "text":
            return _constant(word[1:-1])
        if kind != "name":
            raise Unreadable("its template ends in the middle")
        if word in CONSTANTS:
            return _constant(CONSTANTS[word])
        if self.peek() == "(" and word in ("float", "int"):
            return _applied(FILTERS[word], *self._arguments())
        return lambda known: known.get(word, MISSING)

    def _arguments(self) -> list[Expression]:
        self._expect("(")
        found: list[Expression] = []
        while not self._skip(")"):
            found.append(self.choice())
            self._skip(",")
        return found

    def _take(self) -> str:
        if self._place >= len(self._tokens):
            raise Unreadable("its template ends in the middle")
        self._place += 1
        return self._tokens[self._place - 1][1]

    def _skip(self, word: str) -> bool:
        if self.peek() != word:
            return False
        self._place += 1
        return True

    def _expect(self, word: str) -> None:
        if not self._skip(word):
            raise Unreadable(f"its template has no “{word}” where one should be")


def _constant(value: Any) -> Expression:
    return lambda _: value


def _applied(function: Callable[..., Any], *values: Expression) -> Expression:
    return lambda known: function(*(value(known) for value in values))


def _either(left: Expression, right: Expression) -> Expression:
    return lambda known: first if true(first := left(known)) else right(known)


def _both(left: Expression, right: Expression) -> Expression:
    return lambda known: right(known) if true(first := left(known)) else first


def _tested(value: Expression, test: Callable[[Any], bool], wrong: bool) -> Expression:
    return lambda known: test(value(known)) is not wrong
