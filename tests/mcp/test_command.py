"""`voice-gateway mcp`, as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.mcp.rig import SERVERS

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys, typer
from voice_gateway.cli.context import CommonOptions
from voice_gateway.cli.mcp import mcp_app
from voice_gateway.errors import GatewayError

app = typer.Typer()
app.add_typer(mcp_app, name="mcp")

@app.callback()
def common(context: typer.Context) -> None:
    context.obj = CommonOptions(None, None)

try:
    app()
except GatewayError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
"""


def run(*arguments: str, config: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-Walways", "-c", PROGRAM, "mcp", *arguments, "--config", str(config)],
        cwd=ROOT,
        env={"PATH": "/usr/bin", "HOME": str(config.parent), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )


def written(folder: Path, **servers: dict[str, Any]) -> Path:
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return file


def entry(vice: str, **further: Any) -> dict[str, Any]:
    return {"command": sys.executable, "args": [str(SERVERS / "misbehaving.py"), vice], **further}


def test_list_shows_servers_tools_tokens_and_what_is_down(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        zwave=entry("none", tier="device"),
        playwright=entry("none", lazy=True),
        broken=entry("crash"),
        off=entry("none", disabled=True),
    )
    done = run("list", config=config)
    assert done.returncode == 0, done.stderr
    rows = [line.split()[:-1] for line in done.stdout.splitlines()]  # the last column is tokens
    assert ["zwave", "stdio", "ready", "device", "1"] in rows
    assert ["playwright", "stdio", "on", "first", "use", "browser", "0"] in rows
    assert ["broken", "stdio", "failed", "general", "0"] in rows
    assert ["off", "disabled", "general", "0"] in rows
    assert ["ping_me", "zwave", "device", "no"] in rows
    assert "“broken” is not reachable: its program ended with code 3" in " ".join(done.stdout.split())
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_test_starts_one_server_and_says_how_quick_it_is(tmp_path: Path) -> None:
    done = run("test", "playwright", config=written(tmp_path, playwright=entry("none", lazy=True)))
    assert done.returncode == 0, done.stderr
    assert "playwright was ready in" in done.stdout
    assert "ping_me" in done.stdout


def test_test_of_a_broken_server_shows_its_last_words(tmp_path: Path) -> None:
    done = run(
        "test", "broken", config=written(tmp_path, broken=entry("crash", env={"DOOR_KEY": "hushhush"}))
    )
    assert done.returncode == 1
    assert "broken: cannot open the door with (hidden)" in done.stderr
    assert "“broken” is not reachable: its program ended with code 3" in done.stderr
    assert "Traceback" not in done.stderr
    assert "hushhush" not in done.stderr


def test_test_of_an_unknown_server_names_those_that_exist(tmp_path: Path) -> None:
    done = run("test", "calender", config=written(tmp_path, calendar=entry("none")))
    assert done.returncode == 1
    assert "There is no MCP server called “calender”.\nKnown are: calendar." in done.stderr
