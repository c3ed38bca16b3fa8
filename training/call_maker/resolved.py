"""What wishes come to in a home: which tool, on which devices, with which value. This is what is compared."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from voice_gateway.devices import Ambiguous, Matched, Resolver, parse_command
from voice_gateway.devices.census import STATE_WORDS
from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.wishes import NotAWish, Wish, read_wish
from voice_gateway.wishes.calls import CONTROL, HOME, READ, calls_of


@dataclass(frozen=True)
class Resolved:
    """A call after its names were looked up."""

    tool: str
    arguments: tuple[tuple[str, Any], ...] = ()
    devices: frozenset[str] = frozenset()
    problem: str = ""
    """`unknown` or `ambiguous` when the name is; then nothing is done."""

    @property
    def acts(self) -> bool:
        return self.tool == CONTROL and bool(self.devices)


def resolved(line: str, resolver: Resolver | None) -> list[Resolved]:
    """Every call that a wish line comes to; what tools cannot do stands for itself."""
    wish = read_or_none(line)
    if wish is None:
        return [Resolved("none")]
    calls = [_one(call["name"], call["args"], resolver) for call in calls_of(wish)]
    return calls or [Resolved("wish" if wish.parts else "none", (("line", line),) if wish.parts else ())]


@lru_cache(maxsize=1 << 15)  # a few wishes are those of most sentences
def read_or_none(line: str) -> Wish | None:
    """The wish of a line; None when it is none."""
    try:
        return read_wish(line)
    except NotAWish:
        return None


def _one(tool: str, arguments: dict[str, Any], resolver: Resolver | None) -> Resolved:
    named = next((key for key in ("device", "room") if key in arguments), "")
    if tool not in HOME or resolver is None or not named:
        return Resolved(tool, tuple(sorted((key, str(value).lower()) for key, value in arguments.items())))
    name, asked = _name_and_question(tool, str(arguments[named]))
    rest = (*sorted((key, value) for key, value in arguments.items() if key != named), *asked)
    action = None
    if tool == CONTROL:
        action = parse_command(str(arguments["action"]), arguments.get("value")).action
    result = resolver.resolve(name, action=action)
    if isinstance(result, Matched):
        return Resolved(tool, rest, frozenset(device.id for device in result.devices))
    if isinstance(result, Ambiguous) and tool != CONTROL:
        # Reading harms nothing, so where several fit, all of them are told.
        return Resolved(tool, rest, frozenset(device.id for device in result.candidates))
    return Resolved(tool, rest, problem="ambiguous" if isinstance(result, Ambiguous) else "unknown")


def _name_and_question(tool: str, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Of "any lights on" the lights, and that any of them being on is asked."""
    words = text.split()
    if tool != READ or not words:
        return text, ()
    if words[0] in EXTREMES:
        return " ".join(words[1:]), (("most", words[0]),)
    if len(words) < 2 or words[-1] not in STATE_WORDS:
        return text, ()
    how = words.pop(0) if words[0] in ("any", "all") and len(words) > 2 else ""
    return " ".join(words[:-1]), (("how", how), ("state", words[-1]))
