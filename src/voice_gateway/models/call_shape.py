"""Finds what has the shape of a tool call in a reply: JSON, tags, fences, function syntax; whole or cut off.

One detector serves both sides: a reply that holds a call is no answer, whomever it calls; and while a reply
is still coming, nothing is said of it that is a call or may become one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from voice_gateway.models.text_calls import ARGUMENT_KEYS, NAME_KEYS

_TAG: Final = r"</?\|?(?i:tool|function|invoke|parameter|python_tag)[\w|=./-]*>?|\[/?TOOL_CALL"
_DATA: Final = r"\{\s*(?:[\"'}]|\Z)"
_FUNCTION: Final = (
    r"\b(?:[A-Za-z]\w*\.)*(?:[A-Za-z]\w*\s?\(\s*[A-Za-z_]\w*\s*=|[A-Za-z]\w*_\w*\(|[a-z]+[A-Z]\w*\()"
)
_LABEL: Final = r"\A\s*(?i:action|tool|function|call)\s*:"

_WITH_TOOLS: Final = re.compile(rf"{_TAG}|```|{_DATA}|\[\s*\{{|{_FUNCTION}|{_LABEL}")
"""While tools are offered an answer is plain words: code and data are attempts at a call."""

_IN_TALK: Final = re.compile(rf"{_TAG}|{_DATA}|\A\s*(?:```\w*\s*)?(?:{_FUNCTION})")
"""In mere talk somebody may have asked for code, so that only what is clearly a call is one."""

_MAY_BECOME: Final = re.compile(
    r"(?:</?\|?[A-Za-z_|]*|\[(?:\s*|/?[A-Z_]+)|\{\s*|`{1,2}|[\w.]*_[\w.]*|[\w.]+\s?\(\s*\w*\s*)\Z"
    r"|\A\s*`{1,3}(?:\w*\s*\n)?[^\n]*\Z"
)
"""An end that a little more could make the beginning of a call."""

_FIRST_WORD: Final = re.compile(r"\s*[\w-]*(?:\.[\w-]+)*")
_FIRST_NAME: Final = re.compile(r"\s*[\w.-]*")

_KEY: Final = r"[\"'](?:{})[\"']\s*:"
_NAMED: Final = re.compile(_KEY.format("|".join(NAME_KEYS)))
_ARGUED: Final = re.compile(_KEY.format("|".join(ARGUMENT_KEYS)))
_HARDLY_BEGUN: Final = re.compile(r"\{\s*(?:[\"'][^\"']*(?:[\"']\s*(?::[^,{}]*)?)?)?\Z")
"""Data of which no more than the first key, and something of its value, has come."""


def find_call(text: str, offered: Sequence[str] = ()) -> int | None:
    """Where a call begins in a reply that has ended; None when there is none. `offered` are tools by name."""
    return next((start for start, sure in _calls(text, offered) if sure or _breaks_off(text[start:])), None)


def speakable(text: str, offered: Sequence[str] = ()) -> int:
    """How many characters of a reply that is still coming can be said, whatever comes next."""
    call = next((start for start, _ in _calls(text, offered)), len(text))
    may_become = _MAY_BECOME.search(text)
    if (_FIRST_NAME if offered else _FIRST_WORD).fullmatch(text):
        return 0  # it may be a tool's name
    return min(call, may_become.start() if may_become else call)


def _calls(text: str, offered: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The places that look like calls, and whether that is sure: data that is not closed may be anything."""
    if _begins_with_name(text, offered):
        yield 0, True
    for match in (_WITH_TOOLS if offered else _IN_TALK).finditer(text):
        if offered or not match[0].startswith("{"):
            yield match.start(), True
        elif not _is_closed(data := text[match.start() :]):
            yield match.start(), False
        elif _NAMED.search(data) and _ARGUED.search(data):
            yield match.start(), True


def _begins_with_name(text: str, offered: Sequence[str]) -> bool:
    """Whether a tool's name comes first, and is not just a word of a sentence."""
    first = re.match(r"\s*([\w.-]+)\s*(.?)", text, re.S)
    return bool(first and first[1] in offered and ("_" in first[1] or first[2] in ("", "(", "{", "[", ":")))


def _is_closed(data: str) -> bool:
    return data.count("{") <= data.count("}")


def _breaks_off(data: str) -> bool:
    """Whether data that was never closed is the beginning of a call."""
    return bool(_NAMED.search(data) or _HARDLY_BEGUN.match(data))
