"""Reading the `mcpServers` file."""

import json
from pathlib import Path
from typing import Any

import pytest

from voice_gateway.errors import SettingsError
from voice_gateway.mcp import McpServer, Stdio, load_servers
from voice_gateway.mcp.server import Http
from voice_gateway.tools import Tier


def read(folder: Path, entry: dict[str, Any], **environment: str) -> McpServer:
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {"calendar": entry}}), encoding="utf-8")
    return load_servers(file, environment)[0]


def complaint(folder: Path, entry: Any, **environment: str) -> str:
    with pytest.raises(SettingsError) as caught:
        read(folder, entry, **environment)
    return str(caught.value)


def test_reads_a_file_of_another_program_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "claude_desktop_config.json"
    file.write_text(
        """{"globalShortcut": "", "mcpServers": {
            "notes": {"command": "npx", "args": ["-y", "notes"], "env": {"A": "b"}, "autoApprove": []},
            "far": {"type": "http", "url": "https://example.org/mcp", "headers": {"X": "y"}}}}""",
        encoding="utf-8",
    )
    notes, far = load_servers(file, {})
    assert (notes.name, notes.reach) == ("notes", Stdio("npx", ("-y", "notes"), {"A": "b"}))
    assert (far.name, far.reach) == ("far", Http("https://example.org/mcp", {"X": "y"}))
    assert notes.tier is Tier.GENERAL


def test_our_own_keys_are_read(tmp_path: Path) -> None:
    server = read(
        tmp_path,
        {
            "command": "calendar",
            "cwd": "data",
            "tier": "device",
            "allow": ["list_*", "add"],
            "deny": ["*_all"],
            "reads": ["peek"],
            "timeout": 5,
            "reads_web": True,
        },
    )
    assert isinstance(server.reach, Stdio)
    assert server.reach.cwd == tmp_path / "data"
    assert (server.tier, server.timeout, server.reads_web) == (Tier.DEVICE, 5, True)
    assert [name for name in ("list_events", "list_all", "add", "remove") if server.offers(name)] == [
        "list_events",
        "add",
    ]


def test_variables_are_expanded_everywhere(tmp_path: Path) -> None:
    server = read(
        tmp_path,
        {
            "command": "${BIN}/run",
            "args": ["--day=${DAY:-monday}", "${EMPTY:-full}"],
            "env": {"T": "${env:TOKEN}"},
        },
        BIN="/opt",
        TOKEN="abcd1234",
        EMPTY="",
    )
    assert server.reach == Stdio("/opt/run", ("--day=monday", "full"), {"T": "abcd1234"})


def test_a_missing_variable_is_named_with_file_server_and_key(tmp_path: Path) -> None:
    message = complaint(
        tmp_path, {"url": "http://127.0.0.1/mcp", "headers": {"Authorization": "Bearer ${KEY}"}}
    )
    assert message == (
        f"{tmp_path}/mcp.json: server “calendar”: "
        "“headers.Authorization” uses the variable KEY, which is not set.\n"
        "Set it, or write ${KEY:-default}."
    )


def test_a_disabled_server_needs_no_variables(tmp_path: Path) -> None:
    assert read(tmp_path, {"command": "${NOWHERE}", "disabled": True}).disabled


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"command": "x", "timout": 3}, "“timout” is not known; did you mean “timeout”?"),
        ({"command": "x", "tier": "kitchen"}, "“tier” must be one of device, datetime, volume"),
        ({"command": "x", "timeout": "5"}, "“timeout” must be a number of seconds up to 600"),
        ({"command": "x", "timeout": True}, "“timeout” must be a number"),
        ({"command": "x", "args": "-y"}, "“args” must be a list of texts"),
        ({"command": "x", "env": {"A": 1}}, "“env” must be an object whose values are texts"),
        ({"command": "x", "allow": "add"}, "“allow” must be a list of tool names"),
        ({"command": "x", "disabled": "no"}, "“disabled” must be true or false"),
        ({"command": "x", "idle": 5}, "“idle” is only for servers with “lazy”"),
        ({"command": "x", "lazy": True, "tier": "device"}, "“tier” must be “browser”, or left out"),
        ({"command": "x", "url": "http://a/"}, "exclude each other"),
        ({"args": []}, "“command” is missing"),
        ({"type": "http"}, "“url” is missing"),
        ({"type": "sse", "url": "http://a/"}, "old transport"),
        ({"url": "ftp://a/"}, "“url” must be an http:// or https:// address"),
        ("x", "must be a JSON object"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(tmp_path: Path, entry: Any, words: str) -> None:
    message = complaint(tmp_path, entry)
    assert message.startswith(f"{tmp_path}/mcp.json: server “calendar”")
    assert words in message


@pytest.mark.parametrize("content", ["", "{", "[]", '{"servers": {}}', '{"mcpServers": []}'])
def test_a_file_that_is_something_else_is_named(tmp_path: Path, content: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=str(file)):
        load_servers(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no MCP configuration"):
        load_servers(tmp_path / "nowhere.json")


def test_secrets_are_neither_shown_nor_repeated(tmp_path: Path) -> None:
    far = read(
        tmp_path,
        {
            "url": "https://u:passw0rd@example.org/mcp?key=abcdef",
            "headers": {"Authorization": "Bearer topsecret"},
        },
    )
    near = read(
        tmp_path,
        {"command": "x", "args": ["--pw", "${DOOR_PIN}"], "env": {"K": "envsecret"}},
        DOOR_PIN="987654",
    )
    said = far.redact("topsecret abcdef passw0rd") + near.redact("987654 envsecret") + repr(far) + repr(near)
    for secret in ("topsecret", "abcdef", "passw0rd", "987654", "envsecret"):
        assert secret not in said
