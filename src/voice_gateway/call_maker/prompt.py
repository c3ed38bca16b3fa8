"""What the model is shown: one short line, the last turn where it matters, and the sentence.

The first line is the same for every sentence of a tier, so that it is read once and then kept.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from voice_gateway.call_maker.code import CONTROL, DATETIME, SEARCH, SHAPES, VOLUME, encode
from voice_gateway.devices import Device

GROUPS: Final = {
    "home": frozenset({CONTROL, *(shape.tool for shape in SHAPES.values())} - {DATETIME, SEARCH}),
    "time": frozenset({DATETIME}),
    "volume": frozenset({VOLUME}),
    "web": frozenset({SEARCH}),
}
"""Words for what may be called, in the order in which they are written."""

MOST_DEVICES: Final = 40
"""How many names are shown when names are shown at all."""

_DATED = re.compile(r"\s*\(Today is [^()]*?(?P<year>\d{4})\.?\)\s*\Z")
_FOLLOWS = re.compile(
    r"(?:and|also|then|now|but|or|no|same|actually|again|instead|what about|how about|a bit|a little|even|"
    r"to|not|too|more|less|only|just)\b"
    r"|.*\b(?:it|its|it's|that|them|they|those|these|this|one|ones|again|too|as well|there|same|instead|back|"
    r"both|other)\b",
    re.I | re.S,
)
_SHORT: Final = 3
_RESPELLED: Final = {"lite": "light", "lites": "lights"}
"""Spellings that mean the same and are too far from it for a typo."""

# Points and commas stay between digits, and apostrophes and hyphens within words.
_UNSPOKEN = re.compile(
    r"(?<!\d)[.,:](?!\d)|[.,:](?!\d)|(?<!\d)[.,:]|[!?;|\"“”()\[\]{}<>*_]|(?<!\w)['-]|['-](?!\w)"
)


def system_line(bound: Collection[str], year: int, devices: Sequence[str] = ()) -> str:
    """The line that says what may be called. The year is only named to those who search."""
    words = [group for group, tools in GROUPS.items() if not tools.isdisjoint(bound)]
    line = f"Codes: {' '.join(words)}{f' {year}' if 'web' in words else ''}"
    return f"{line}\nDevices: {'; '.join(devices[:MOST_DEVICES])}" if devices else line


def device_names(devices: Iterable[Device]) -> tuple[str, ...]:
    """The names as they are shown, each with its room where the name does not say it."""
    shown = []
    for device in devices:
        name, room = device.name.lower(), device.room.lower()
        shown.append(name if not room or room in name else f"{name} ({room})")
    return tuple(shown)


def spoken(sentence: str) -> str:
    """The sentence as a speech recogniser would spell it, which is all that the model has learned to read."""
    text = sentence.lower().replace("’", "'").replace("%", " percent ").replace("°c", " degrees ")
    words = _UNSPOKEN.sub(" ", text.replace("°", " degrees ")).split()
    return " ".join(_RESPELLED.get(word, word) for word in words)


def opening(bound: Collection[str], year: int, devices: Sequence[str] = ()) -> list[BaseMessage]:
    """What every prompt for these tools begins with."""
    return [SystemMessage(system_line(bound, year, devices))]


def call_prompt(
    messages: Sequence[BaseMessage], bound: Collection[str], year: int, devices: Sequence[str] = ()
) -> list[BaseMessage]:
    """The prompt that asks for the codes of the last sentence of a conversation."""
    people = [at for at, message in enumerate(messages) if isinstance(message, HumanMessage)]
    sentence, named = undated(str(messages[people[-1]].text)) if people else ("", None)
    shown = opening(bound, named or year, devices)
    if len(people) > 1 and refers_back(sentence):
        shown += _turn(messages[people[-2] : people[-1]])
    return [*shown, HumanMessage(spoken(sentence))]


def refers_back(sentence: str) -> bool:
    """Whether a sentence may need the one before it; a cheap guess that errs on the side of yes."""
    return len(sentence.split()) <= _SHORT or _FOLLOWS.match(sentence.strip()) is not None


def undated(sentence: str) -> tuple[str, int | None]:
    """A sentence without the date that was put behind it, and the year of that date."""
    match = _DATED.search(sentence)
    return (sentence[: match.start()], int(match["year"])) if match else (sentence, None)


def _turn(messages: Sequence[BaseMessage]) -> Iterable[BaseMessage]:
    """A turn as it would have been had the model written its calls as codes; nothing if it made none."""
    calls = [
        call for message in messages if isinstance(message, AIMessage) for call in message.tool_calls
    ]  # fmt: skip
    if not calls:
        return ()
    return (HumanMessage(spoken(undated(str(messages[0].text))[0])), AIMessage(encode(calls)))
