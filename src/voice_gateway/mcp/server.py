"""What an MCP server is: how it is reached, and what the owner of the home allows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from voice_gateway.logs import redact_text
from voice_gateway.tools.tier import Tier

_SHORTEST_SECRET = 4
"""Shorter values ("1", "yes") are no secrets, and hiding them would make messages unreadable."""


@dataclass(frozen=True)
class Stdio:
    """A program of this machine, spoken to over its standard input and output."""

    command: str
    args: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: Path | None = None


@dataclass(frozen=True)
class Http:
    """A server in the network, spoken to by streamable HTTP."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def address(self) -> str:
        """The address without what could be a secret in it."""
        parts = urlsplit(self.url)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


@dataclass(frozen=True)
class InProcess:
    """A server object of `mcp` (low-level or FastMCP) that runs inside the gateway."""

    server: Any = field(repr=False)


Reach = Stdio | Http | InProcess


@dataclass(frozen=True)
class McpServer:
    """One entry of `mcpServers`."""

    name: str
    reach: Reach
    tier: Tier = Tier.GENERAL
    allow: tuple[str, ...] = ("*",)
    deny: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    """Tools that change nothing although the server does not say so."""

    lazy: bool = False
    """Started on first use, stopped when idle; its tools are handed out only when asked for."""

    disabled: bool = False
    timeout: float = 30
    """Seconds that anyone waits for its start or for an answer."""

    idle: float = 300
    """Seconds without a call after which a lazy server is stopped."""

    foreign: bool = False
    """We did not write it: what it says is believed as far as a stranger is."""

    reads_web: bool = False
    """What it returns was written by strangers."""

    hidden: tuple[str, ...] = field(default=(), repr=False)
    """Secrets that stand elsewhere than in `env` and `headers`."""

    def offers(self, tool: str) -> bool:
        """Whether the owner lets the gateway see this tool."""
        return _any_match(tool, self.allow) and not _any_match(tool, self.deny)

    def only_reads(self, tool: str) -> bool:
        return _any_match(tool, self.reads)

    @property
    def is_a_home(self) -> bool:
        """Whether it is a home of ours, in a process of its own."""
        return self.tier is Tier.DEVICE and not self.foreign and not self.disabled

    @property
    def ordinary(self) -> bool:
        """Whether its tools belong into ordinary turns."""
        return not self.lazy and self.tier is not Tier.BROWSER

    @property
    def label(self) -> str:
        """How a person calls it: "The home (zwave)"."""
        ability = _ABILITIES.get(self.tier)
        return f"{ability} ({self.name})" if ability else f"“{self.name}”"

    def redact(self, text: str) -> str:
        """The text without this server's secrets."""
        return redact_text(text, self._secrets())

    def _secrets(self) -> list[str]:
        values = list(self.hidden)
        match self.reach:
            case Stdio(env=env):
                values += env.values()
            case Http(url=url, headers=headers):
                values += headers.values()
                values += [value.partition(" ")[2] for value in headers.values()]  # "Bearer …"
                values += [value for _, value in parse_qsl(urlsplit(url).query)]
                values.append(urlsplit(url).password or "")
        # The longest first, so that a secret inside another one does not leave the rest behind.
        return sorted((value for value in values if len(value) >= _SHORTEST_SECRET), key=len, reverse=True)


_ABILITIES = {
    Tier.DEVICE: "The home",
    Tier.DATETIME: "The clock",
    Tier.VOLUME: "The speaker",
    Tier.SEARCH: "The web search",
    Tier.BROWSER: "The browser",
}


def _any_match(tool: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(tool, pattern) for pattern in patterns)
