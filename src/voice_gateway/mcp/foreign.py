"""Tools that act on devices and run in a program that we did not write are held to the home's own guard.

Only their server knows what they do: to turn off a lock may mean to open it. So what a call is about is
judged by the tool's annotations, by the classes of devices that it names, and by its words, and what remains
unclear is asked about.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from voice_gateway.devices import Guard
from voice_gateway.devices.guard import as_spoken
from voice_gateway.devices.kinds import ALL_NOUNS, NOUNS, Kind
from voice_gateway.devices.words import roots
from voice_gateway.saying import listed
from voice_gateway.tools.execution import Invocation, Outcome, Proceed, Result
from voice_gateway.tools.execution.narrowing import is_nothing, words_of
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.tier import Tier

_NAMING = frozenset(
    {"name", "entity", "device", "target", "item", "object", "id", "label", "group", "area", "room", "floor"}
    | {"location", "place", "zone", "domain", "class"}
    | ALL_NOUNS
)
"""Words in the names of arguments that say which devices are meant."""

_CLASSIFYING = frozenset({"domain", "class", "kind", "type"})
_ENTITY = re.compile(r"([a-z_]+)\.[a-z0-9_]+")

_SAFE_CLASSES = frozenset(
    {"light", "dimmer", "lamp", "fan", "media", "player", "vacuum", "climate", "humidifier"}
)
"""Classes of which nothing opens, floods, burns or screams, whatever it is called."""

_SAFE_KINDS = (Kind.LIGHT, Kind.DIMMER, Kind.FAN, Kind.COVER, Kind.THERMOSTAT)
_SAFE_NOUNS = _SAFE_CLASSES.union(*(NOUNS[kind] for kind in _SAFE_KINDS))


class ForeignGuard:
    """A behaviour for `ToolExecutor`: asks the person first, and sends no action that is aimed at nothing."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        tool, arguments = invocation.tool, invocation.arguments
        if not tool.foreign or not invocation.acts:
            return await proceed(invocation)
        if tool.tier is Tier.DEVICE and _lacks_target(tool, arguments):
            return Result.error(
                f"{tool.name} was not told which device or room, so nothing was done",
                Outcome.REFUSED,
                spoken="I was not told which device or room, so I haven't changed anything.",
            )
        if invocation.approved is None and self._must_confirm(tool, arguments):
            about = listed(dict.fromkeys(_texts(arguments)))
            question = as_spoken(f"Use {tool.name}{f' on {about}' if about else ''}?")
            return Result(question, Outcome.REFUSED, pending=question, sent=dict(arguments))
        return await proceed(invocation)

    def _must_confirm(self, tool: RegisteredTool, arguments: Mapping[str, Any]) -> bool:
        if not self._guard.guards_anything:
            return False
        if _is_destructive(tool):
            return True
        called, classes = {*roots(tool.name)}, {*_classes(arguments)}
        if self._guard.watches_words(called | classes):
            return True
        if classes and classes <= _SAFE_CLASSES:
            return False
        said = {root for text in _texts(arguments) for root in roots(text)}
        named = {root for name in arguments for root in roots(name)}
        if self._guard.watches_words(said | named):
            return True
        return tool.tier is Tier.DEVICE and not (called | said | named) & _SAFE_NOUNS


def _is_destructive(tool: RegisteredTool) -> bool:
    hints = getattr(getattr(tool.tool, "definition", None), "annotations", None)
    return bool(hints and hints.destructiveHint)


def _lacks_target(tool: RegisteredTool, arguments: Mapping[str, Any]) -> bool:
    """Whether the tool can be told what is meant, and is not."""
    naming = [name for name in tool.schema.get("properties", {}) if words_of(name) & _NAMING]
    return bool(naming) and all(is_nothing(arguments.get(name)) for name in naming)


def _classes(arguments: Mapping[str, Any]) -> Iterator[str]:
    """The classes of devices that a call is limited to: `domain: ["lock"]`, `entity_id: "lock.front"`."""
    for name, value in arguments.items():
        for text in _texts({name: value}):
            if words_of(name) & _CLASSIFYING:
                yield from roots(text)
            elif entity := _ENTITY.fullmatch(text):
                yield from roots(entity[1])


def _texts(value: object) -> Iterator[str]:
    """Every text in it, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
