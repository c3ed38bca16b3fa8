"""What is installed on first use, and what is said when it cannot be."""

import asyncio
import json
import stat
from importlib.resources import files
from pathlib import Path

import pytest

from tests.home import settings_for
from voice_gateway.browser import open_browser
from voice_gateway.browser.installation import Installation
from voice_gateway.browser.node import Node
from voice_gateway.errors import ToolError


def npm_that(tmp_path: Path, script: str) -> Node:
    program = tmp_path / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return Node("/bin/false", (str(program),))


INSTALLS = (
    "mkdir -p node_modules/@playwright/mcp && touch node_modules/@playwright/mcp/cli.js; echo x >> ../../ran"
)


async def test_it_is_installed_once_and_says_so(tmp_path: Path) -> None:
    said: list[str] = []
    place = tmp_path / "cache"
    installation = Installation(place, npm_that(tmp_path, INSTALLS), said.append)
    await asyncio.gather(installation.ready(), installation.ready())
    await Installation(place, npm_that(tmp_path, "exit 1"), said.append).ready()
    assert installation.script.is_file()
    assert (place / "ran").read_text() == "x\n"
    assert said == ["Installing what drives the browser, once (about 20 MB) …", "The browser is ready."]
    assert [path.name for path in place.iterdir() if path.name.startswith(".")] == []


async def test_who_gives_up_waiting_does_not_stop_it(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "cache", npm_that(tmp_path, f"sleep 0.5; {INSTALLS}"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await installation.ready()
    await installation.ready()
    assert installation.script.is_file()


async def test_a_failure_is_explained_and_can_be_tried_again(tmp_path: Path) -> None:
    place = tmp_path / "cache"
    offline = Installation(place, npm_that(tmp_path, 'echo "npm error network unreachable" >&2; exit 1'))
    for _ in range(2):
        with pytest.raises(ToolError, match="network unreachable") as caught:
            await offline.ready()
        assert "search.browser = false" in str(caught.value)
    assert not offline.script.exists()


async def test_an_installation_under_way_ends_with_the_gateway(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "cache", npm_that(tmp_path, "exec sleep 60"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await installation.ready()
    await installation.close()
    assert not installation.script.exists()


@pytest.mark.parametrize("values", [{"search__browser": False}, {"search__chromium": "/no/such/browser"}])
async def test_without_a_browser_there_is_none(values: dict[str, object]) -> None:
    async with open_browser(settings_for(**values).search) as browser:
        assert browser is None


def test_the_lockfile_pins_every_package_and_names_no_host() -> None:
    text = files("voice_gateway.browser").joinpath("npm/package-lock.json").read_text()
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert packages["node_modules/@playwright/mcp"]["version"] == "0.0.83"
    assert all(entry["integrity"] and entry["version"] for entry in packages.values())
    assert "http" not in text
