"""Tries a model: does it make the right calls, by itself or under a schema, and can one talk with it?"""

import re
import tomllib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from langchain_core.messages import HumanMessage, ToolCall
from langchain_core.tools import StructuredTool

from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.errors import ModelError, ToolError
from voice_gateway.models.ability import Abilities, Tally
from voice_gateway.models.client import ChatClient
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.settings import Settings
from voice_gateway.tools import RegisteredTool, Tier, Tools, own_tools
from voice_gateway.tools.execution import fit_call

PURPOSE: Final = "probe"
FIRST_QUESTION: Final = "What time is it in Tokyo?"
FIRST_TOOL: Final = "get_current_datetime"
LONGEST_CALL: Final = 96
LONGEST_WORD: Final = 32
_WORDY: Final = 60
"""Characters within which one word is answered; who says more has not understood the question."""

_NOT_ASKED: Final = frozenset({Cause.LOADING, Cause.BUSY, Cause.UNREADABLE})
"""Causes that say nothing about the model, only that it could not be asked."""


@dataclass(frozen=True)
class Trial:
    """One small wish, and whether the right call came of it in either way."""

    say: str
    native: bool
    written: bool


@dataclass(frozen=True)
class Figures:
    """What a probe found."""

    trials: list[Trial]
    talk: Tally
    """Answers to what everybody knows; it ends with the first wrong one."""

    @property
    def native(self) -> Tally:
        return Tally(sum(trial.native for trial in self.trials), len(self.trials))

    @property
    def written(self) -> Tally:
        return Tally(sum(trial.written for trial in self.trials), len(self.trials))

    @property
    def talks(self) -> bool:
        return self.talk.right == self.talk.asked

    @property
    def abilities(self) -> Abilities:
        return Abilities(self.native, self.written, self.talks)

    @property
    def way(self) -> str:
        """How the model will be asked for calls: native, or constrained."""
        return "native" if self.abilities.calls_tools else "constrained"


Ask = Callable[[], Awaitable[Reply]]
When = Callable[[Ask], Awaitable[Reply]]
"""Decides when the model may be asked; one that is being used for something else may wait."""


async def at_once(ask: Ask) -> Reply:
    return await ask()


async def probe_figures(client: ChatClient, when: When = at_once) -> Figures | None:
    """All that decides how a model is used; None when it could not be asked to the end."""
    wishes = _table()["call"]
    try:
        # One way after the other, so that prompts that begin alike follow each other.
        native = [await _makes(client, wish, when) for wish in wishes]
        written = [await _writes(client, wish, when) for wish in wishes]
        trials = [Trial(wish["say"], *both) for wish, *both in zip(wishes, native, written, strict=True)]
        return Figures(trials, await _talk(client, when))
    except (ModelError, _NotAsked):
        return None


async def first_impression(client: ChatClient, known: Abilities) -> Abilities:
    """What is known, and what one native call and a few words show; quick, for who waits for it."""
    asked, tools = [HumanMessage(FIRST_QUESTION)], _tools_with(FIRST_TOOL)
    try:
        limit = client.limited(LONGEST_CALL)
        reply = _answered(await client.ask(asked, purpose=PURPOSE, tools=tools, arguments=limit))
        known = known.seen(right=reply.usable and bool(reply.calls))
        if known.talks is None:
            talk = await _talk(client, at_once)
            known = replace(known, talks=talk.right == talk.asked)
    except (ModelError, _NotAsked):
        pass
    return known


async def _talk(client: ChatClient, when: When) -> Tally:
    talk = Tally()
    for question in _table()["talk"]:
        right = await _knows(client, question, when)
        talk = talk.with_one(right=right)
        if not right:
            break
    return talk


async def _makes(client: ChatClient, wish: Mapping[str, Any], when: When) -> bool:
    """Whether the right call comes by itself."""
    asked, tools, limit = [HumanMessage(wish["say"])], _tools_with(wish["tool"]), client.limited(LONGEST_CALL)
    reply = await when(lambda: client.ask(asked, purpose=PURPOSE, tools=tools, arguments=limit))
    return _is_right(_answered(reply), wish, tools)


async def _writes(client: ChatClient, wish: Mapping[str, Any], when: When) -> bool:
    """Whether the right call comes under a schema."""
    asked, tools = [HumanMessage(wish["say"])], _tools_with(wish["tool"])
    reply = await when(lambda: ChatClient.write_calls(client, asked, tools, purpose=PURPOSE))
    return _is_right(_answered(reply), wish, tools)


async def _knows(client: ChatClient, question: Mapping[str, Any], when: When) -> bool:
    asked, limit = [HumanMessage(question["say"])], client.limited(LONGEST_WORD)
    said = _answered(await when(lambda: client.ask(asked, purpose=PURPOSE, arguments=limit))).text
    words = "|".join(question["answer"])
    return len(said) <= _WORDY and re.search(rf"\b(?:{words})\b", said, re.I) is not None


def _answered(reply: Reply) -> Reply:
    if reply.cause in _NOT_ASKED:
        raise _NotAsked
    return reply


class _NotAsked(Exception):
    """The model could not be asked, so that nothing is found out about it."""


def _is_right(reply: Reply, wish: Mapping[str, Any], tools: Tools) -> bool:
    """Whether the reply is the call; one that was printed as text counts, since it can be read."""
    if len(reply.calls) != 1 or reply.calls[0]["name"] != wish["tool"]:
        return False
    [tool] = [tool for tool in tools if tool.name == wish["tool"]]
    made = _fitted(reply.calls[0], tool)
    return all(_fits(made.get(name), expected) for name, expected in wish["arguments"].items())


def _fitted(call: ToolCall, tool: RegisteredTool) -> Mapping[str, Any]:
    """The arguments as the executor would mend them."""
    try:
        return fit_call(call["args"], tool)
    except ToolError:
        return call["args"]


def _fits(value: Any, expected: Any) -> bool:
    if isinstance(expected, str):
        return set(expected.split()) <= set(re.findall(r"\w+", str(value).lower()))
    return bool(value == expected)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("probe.toml").read_text(encoding="utf-8"))


def _tools_with(name: str) -> Tools:
    return next(tools for tools in _tool_sets() if name in {tool.name for tool in tools})


@cache
def _tool_sets() -> tuple[Tools, ...]:
    """The tools as they are bound in a turn, tier by tier; none of them is ever run."""
    home = tuple(
        RegisteredTool(
            StructuredTool(
                name=defined.name, description=defined.description, args_schema=defined.schema, func=print
            ),
            Tier.DEVICE,
        )
        for defined in DEFINITIONS
    )
    return (home, *((tool,) for tool in own_tools(Settings())))
