"""`voice-gateway run` as a person starts and ends it."""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.console.rig import eventually
from tests.ports import free_port
from tests.servers.ollama import hang, scripted_ollama


@asynccontextmanager
async def started(
    *options: str, ollama: str, config: Path, until: str = "Ctrl-C"
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The program when it says so much, and all it said until then; else when it is ready."""
    _write(config, f'provider = "ollama"\n[ollama]\nbase_url = "{ollama}"\n[console]\nport = 0\n')
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "voice_gateway", "--config", str(config), "run", "--no-open", *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert process.stdout
        said = ""
        async with asyncio.timeout(60):
            while until not in said:
                line = (await process.stdout.readline()).decode()
                assert line, said
                said += line
        yield process, said
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def address(said: str) -> str:
    found = re.search(r"Ready after [\d.]+ s: (\S+)", said)
    assert found, said
    return found[1]


async def test_it_says_when_it_is_ready_and_ctrl_c_ends_it_in_order(tmp_path: Path) -> None:
    async with (
        scripted_ollama([hang()]) as ollama,
        started(ollama=ollama.url, config=tmp_path / "config.toml") as (process, said),
        httpx.AsyncClient(base_url=address(said), trust_env=False, timeout=10) as client,
    ):
        assert re.search(r"\d s  model \(qwen3:0.6b\)", said)
        assert re.search(r"\d s  home \(15 devices\)", said)
        assert (await client.get("/")).status_code == 200
        # A page that listens and an answer that never comes do not hold it up.
        listening = asyncio.create_task(client.get("/api/events"))
        asking = asyncio.create_task(client.post("/api/ask", json={"text": "what is love?"}))
        await eventually(lambda: ollama.chats)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
        await asyncio.gather(listening, asking, return_exceptions=True)
        assert process.stdout
        assert "Traceback" not in (await process.stdout.read()).decode()


async def test_what_is_asked_as_soon_as_the_page_is_there_is_done(tmp_path: Path) -> None:
    port = str(free_port())
    async with (
        scripted_ollama() as ollama,
        started("--port", port, ollama=ollama.url, config=tmp_path / "config.toml", until="s  page"),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client,
    ):
        assert (await client.get("/")).status_code == 200
        answer = await client.post("/api/ask", json={"text": "turn on the kitchen light"})
        assert answer.json()["outcome"] == "done"
        assert (await client.get("/healthz")).json() == {"status": "ok"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_can_be_ended_while_it_starts(tmp_path: Path, number: signal.Signals) -> None:
    async with (
        scripted_ollama() as ollama,
        started(ollama=ollama.url, config=tmp_path / "config.toml", until="s  page") as (process, said),
    ):
        assert "Ready" not in said
        process.send_signal(number)
        assert await process.wait() == 0
        assert process.stdout
        rest = (await process.stdout.read()).decode()
        assert "Traceback" not in rest
        assert "Ready" not in rest
        assert rest.endswith("Stopped.\n")


async def test_told_twice_to_end_it_leaves_without_a_word(tmp_path: Path) -> None:
    async with (
        scripted_ollama() as ollama,
        started(ollama=ollama.url, config=tmp_path / "config.toml") as (process, said),
        httpx.AsyncClient(base_url=address(said), trust_env=False, timeout=10) as client,
    ):
        listening = asyncio.create_task(client.get("/api/events"))
        await asyncio.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        await process.wait()
        await asyncio.gather(listening, return_exceptions=True)
        assert process.stdout
        assert "Traceback" not in (await process.stdout.read()).decode()


async def test_a_service_manager_ends_it_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another address than this machine, so that the link carries a token too."""
    servers = tmp_path / "mcp.json"
    household = Path(__file__).parents[1] / "mcp/servers/household.py"
    server = {"command": sys.executable, "args": [str(household)], "tier": "general"}
    _write(servers, json.dumps({"mcpServers": {"tv": server}}))
    monkeypatch.setenv("VOICE_GATEWAY_MCP_CONFIG", str(servers))
    async with (
        scripted_ollama() as ollama,
        started("--host", "0.0.0.0", ollama=ollama.url, config=tmp_path / "config.toml") as (process, said),
        httpx.AsyncClient(trust_env=False) as client,
    ):
        link = address(said)
        assert "/?token=" in link
        assert (await client.get(link.partition("?")[0])).status_code == 401
        assert (await client.get(link)).status_code == 303
        [child] = _children(process.pid)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert not _is_running(child)


def _write(path: Path, text: str) -> None:
    path.write_text(text)


def _is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def _children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]
