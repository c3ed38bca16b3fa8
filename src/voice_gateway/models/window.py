"""Room for the prompt: how large a window may become, and which tools are left out where it may not."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from langchain_core.messages import BaseMessage

from voice_gateway.models.client import ChatClient
from voice_gateway.models.description import Description
from voice_gateway.models.prompt_size import estimate_messages, prompt_tokens
from voice_gateway.tools import RegisteredTool, Tools
from voice_gateway.tools.registered import words_of

LARGEST: Final = 32_768
"""Tokens; no window is made larger than this by itself."""

SHARE_OF_MEMORY: Final = 0.5
"""Of what is free, for the tokens of a window on this machine."""

MOST_TOOLS: Final = 20
"""Small models lose their way among more, and every one of them is read anew in every turn."""

MARGIN: Final = 1.2
"""Our estimate of tokens may be too low by a sixth."""

_HERE: Final = frozenset({"127.0.0.1", "localhost", "::1"})


def wider(needed: int, description: Description, address: str) -> int | None:
    """The window that holds so many tokens; None where model or memory do not allow it."""
    window = 1024
    while window < needed * MARGIN:
        window *= 2
    if window > min(LARGEST, description.context_length or LARGEST):
        return None
    cost = (description.bytes_per_token or 0) * window
    free = _free_memory() if urlsplit(address).hostname in _HERE else None
    return window if free is None or cost <= free * SHARE_OF_MEMORY else None


async def fit_tools(
    client: ChatClient, messages: Sequence[BaseMessage], tools: Tools, sentence: str
) -> Tools:
    """The tools, where there is room for them or room can be made; else as many as fit."""
    tools = best_tools(tools, sentence)
    needed = prompt_tokens(messages, tools)
    if client.room is None or client.writes_calls or needed <= client.room or await client.widen(needed):
        return tools
    return fewer_tools(tools, client.room - estimate_messages(messages), sentence)


def fewer_tools(tools: Tools, tokens: int, sentence: str) -> Tools:
    """As many tools as fit into so many tokens: those first that share words with the sentence."""
    kept = set()
    for tool in _ranked(tools, sentence):
        if tool.tokens <= tokens:
            kept.add(tool.name)
            tokens -= tool.tokens
    return tuple(tool for tool in tools if tool.name in kept)


def best_tools(tools: Tools, sentence: str) -> Tools:
    """The very same tools while they are few, as they key a cache; else the best for the sentence."""
    if len(tools) <= MOST_TOOLS:
        return tools
    kept = {tool.name for tool in _ranked(tools, sentence)[:MOST_TOOLS]}
    return tuple(tool for tool in tools if tool.name in kept)


def _ranked(tools: Tools, sentence: str) -> list[RegisteredTool]:
    """Those first that must be there, then those that share words with the sentence, rare words above all."""
    said = words_of(sentence)
    common = Counter(word for tool in tools for word in said & tool.words)

    def fits(tool: RegisteredTool) -> tuple[bool, float]:
        return tool.mandatory, sum(1 / common[word] for word in said & tool.words)

    return sorted(tools, key=fits, reverse=True)


def _free_memory() -> int | None:
    """Bytes that programs could still have; None where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            known = dict(line.split(":", 1) for line in lines)
        return int(known["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return _pages()


def _pages() -> int | None:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None
