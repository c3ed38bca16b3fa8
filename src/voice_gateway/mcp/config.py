"""Reads the `mcpServers` JSON that people already have for other programs."""

import difflib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from voice_gateway.errors import SettingsError
from voice_gateway.mcp.expansion import Expander
from voice_gateway.mcp.server import Http, McpServer, Reach, Stdio
from voice_gateway.tools.tier import Tier

_STDIO_KEYS = {"command", "args", "env", "cwd"}
_HTTP_KEYS = {"url", "headers"}
_OUR_KEYS = {"tier", "allow", "deny", "reads", "lazy", "disabled", "timeout", "idle", "reads_web"}
_KNOWN = _STDIO_KEYS | _HTTP_KEYS | _OUR_KEYS | {"type"}
_OTHERS_KEYS = {
    "alwaysAllow", "autoApprove", "auth", "description", "disabledTools", "enabled", "envFile", "gallery",
    "icon", "includeTools", "name", "oauth", "transport", "transportType", "trust", "version",
}  # fmt: skip
"""What other programs write into such files. It means nothing here and does no harm."""

_HTTP_TYPES = {"http", "streamable-http", "streamable_http", "streamableHttp"}


def load_servers(path: Path, environment: Mapping[str, str] | None = None) -> tuple[McpServer, ...]:
    """All servers of the file, in its order; raises `SettingsError` that says where and what is wrong."""
    path = path.expanduser()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(
            f"There is no MCP configuration at {path}.", fix="Check mcp.config or --config."
        ) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid JSON: {error}.") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    servers = content.get("mcpServers") if isinstance(content, dict) else None
    if not isinstance(servers, dict):
        raise SettingsError(
            f"{path} has no “mcpServers”.",
            fix='It must look like {"mcpServers": {"calendar": {"command": "…"}}}.',
        )
    variables = os.environ if environment is None else environment
    return tuple(_Entry(path, name, entry, variables).read() for name, entry in servers.items())


class _Entry:
    """One server's table, and how to complain about it."""

    def __init__(self, path: Path, name: str, entry: Any, environment: Mapping[str, str]) -> None:
        self._path = path
        self._name = name
        if not isinstance(entry, dict):
            raise SettingsError(f"{path}: server “{name}” must be a JSON object.")
        self._entry: dict[str, Any] = entry
        self._expander = Expander(environment)

    def read(self) -> McpServer:
        self._check_keys()
        disabled = self._flag("disabled") or self._entry.get("enabled") is False
        lazy = self._flag("lazy")
        tier = self._tier(lazy)
        if "idle" in self._entry and not lazy:
            raise self._error("idle", "is only for servers with “lazy”: true")
        # Whoever switched a server off need not have its variables set.
        reach = Stdio("") if disabled else self._reach()
        foreign = not _runs_our_home(reach)
        return McpServer(
            name=self._name,
            reach=reach,
            tier=tier,
            allow=self._names("allow", ("*",)),
            deny=self._names("deny", ()),
            reads=self._names("reads", ()),
            lazy=lazy,
            disabled=disabled,
            timeout=self._seconds("timeout", 30, 600),
            idle=self._seconds("idle", 300, 86_400),
            foreign=foreign,
            reads_web=self._flag("reads_web", default=foreign),
            hidden=tuple(self._expander.secrets),
        )

    def _check_keys(self) -> None:
        for key in self._entry:
            if key not in _KNOWN and key not in _OTHERS_KEYS:
                close = difflib.get_close_matches(key, _KNOWN, n=1)
                allowed = f"did you mean “{close[0]}”?" if close else f"known are {', '.join(sorted(_KNOWN))}"
                raise self._error(key, f"is not known; {allowed}")

    def _reach(self) -> Reach:
        kind = self._entry.get("type")
        if kind == "sse":
            raise self._error("type", "“sse” is the old transport; give the server's streamable HTTP “url”")
        if kind is not None and kind != "stdio" and kind not in _HTTP_TYPES:
            raise self._error("type", "must be “stdio” or “http”")
        if "url" in self._entry and "command" in self._entry:
            raise self._error("url", "and “command” exclude each other")
        if "url" in self._entry and kind != "stdio":
            return Http(self._url(), self._texts("headers"))
        if "command" in self._entry and kind not in _HTTP_TYPES:
            return self._program()
        missing = "url" if kind in _HTTP_TYPES else "command"
        raise self._error(missing, "is missing; a server has either a “command” or a “url”")

    def _program(self) -> Stdio:
        command = self._text("command")
        args = self._entry.get("args", [])
        if not isinstance(args, list) or not all(isinstance(item, str) for item in args):
            raise self._error("args", "must be a list of texts")
        cwd = self._text("cwd") if "cwd" in self._entry else None
        return Stdio(
            command=os.path.expanduser(command),
            args=tuple(self._expanded("args", item) for item in args),
            env=self._texts("env"),
            cwd=self._path.parent / Path(cwd).expanduser() if cwd else None,
        )

    def _url(self) -> str:
        url = self._text("url")
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise self._error("url", "must be an http:// or https:// address")
        return url

    def _tier(self, lazy: bool) -> Tier:
        value = self._entry.get("tier", Tier.BROWSER if lazy else Tier.GENERAL)
        if value not in list(Tier):
            raise self._error("tier", f"must be one of {', '.join(Tier)}")
        if lazy and value != Tier.BROWSER:
            raise self._error("tier", "must be “browser”, or left out, for a lazy server")
        return Tier(value)

    def _text(self, key: str) -> str:
        value = self._entry.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self._error(key, "must be a text")
        return self._expanded(key, value)

    def _texts(self, key: str) -> dict[str, str]:
        table = self._entry.get(key) or {}
        if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
            raise self._error(key, "must be an object whose values are texts")
        return {name: self._expanded(f"{key}.{name}", value) for name, value in table.items()}

    def _names(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._entry.get(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self._error(key, "must be a list of tool names, in which * stands for anything")
        return tuple(value)

    def _flag(self, key: str, *, default: bool = False) -> bool:
        value = self._entry.get(key, default)
        if not isinstance(value, bool):
            raise self._error(key, "must be true or false")
        return value

    def _seconds(self, key: str, default: float, most: float) -> float:
        value = self._entry.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise self._error(key, f"must be a number of seconds up to {most:g}")
        return float(value)

    def _expanded(self, key: str, text: str) -> str:
        try:
            return self._expander.expand(text)
        except KeyError as error:
            variable = error.args[0]
            raise self._error(
                key,
                f"uses the variable {variable}, which is not set",
                f"Set it, or write ${{{variable}:-default}}.",
            ) from None

    def _error(self, key: str, problem: str, fix: str | None = None) -> SettingsError:
        # The value itself is never repeated: it may be a secret.
        return SettingsError(f"{self._path}: server “{self._name}”: “{key}” {problem}.", fix=fix)


def _runs_our_home(reach: Reach) -> bool:
    """Whether the program is `zwave-mcp` of this very package: the owner says so, and no server can."""
    if not isinstance(reach, Stdio):
        return False
    program = Path(reach.command).name
    return (program == "voice-gateway" and reach.args[:1] == ("zwave-mcp",)) or (
        program.startswith("python") and reach.args[:3] == ("-m", "voice_gateway", "zwave-mcp")
    )
