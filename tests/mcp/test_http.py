"""Servers in the network."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.mcp.rig import SERVERS, Caller, eventually, lines
from tests.ports import free_port
from tests.servers.http import Connection, serve
from voice_gateway.mcp import McpIntegration, McpServer, ServerState
from voice_gateway.mcp.server import Http
from voice_gateway.tools import Tier


@pytest.fixture
def port() -> int:
    return free_port()


@contextmanager
def household_at(port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, SERVERS / "household.py", "--http"],
        env={"HOUSEHOLD_LOG": str(log), "HOUSEHOLD_PORT": str(port)},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def listening(port: int) -> None:
    """A busy machine takes longer to start a server than a call waits for one."""
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


def at(port: int) -> McpServer:
    return McpServer("zwave", Http(f"http://127.0.0.1:{port}/mcp"), tier=Tier.DEVICE, timeout=20)


async def test_a_server_in_the_network_is_waited_for_used_and_found_again(port: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with McpIntegration([at(port)]) as integration:
        assert integration.missing_abilities() == (
            f"The home (zwave) is not reachable: http://127.0.0.1:{port}/mcp: All connection attempts failed",
        )
        with household_at(port, log) as process:
            await eventually(lambda: integration.health()[0].state is ServerState.READY)
            call = Caller(integration)
            tools = integration.tools()
            assert (await call("who")).text == str(process.pid)
            assert (await call("unlock", door="gate")).pending == "Unlock the gate? Say yes to confirm."

            lost = asyncio.create_task(call("switch", device="blind", seconds=60))
            await eventually(lambda: lines(log) == ["begin blind"])
            process.send_signal(signal.SIGKILL)
            result = await lost
            assert "unknown whether it was done" in result.text
            assert result.changed
            process.wait()

        with household_at(port, log) as process:
            await listening(port)
            assert (await call("switch", device="lamp")).text == "lamp is now on"
            assert (await call("who")).text == str(process.pid)
            assert integration.tools() == tools

        # Restarted while nobody looked: the session that we hold means nothing to the new server.
        with household_at(port, log) as process:
            await listening(port)
            assert (await call("switch", device="fan")).text == "fan is now on"
            assert integration.health()[0].restarts >= 2
    assert lines(log) == ["begin blind", "begin lamp", "end lamp", "begin fan", "end fan"]


async def test_what_a_server_refuses_with_is_said_without_the_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def no_entry(connection: Connection) -> None:
        await connection.send(b"no", status=401, kind="text/plain")

    async with serve(no_entry) as far:
        reach = Http(f"{far.url}/mcp?key=hushhush", {"Authorization": "Bearer topsecret"})
        async with McpIntegration([McpServer("calendar", reach, timeout=5)]) as integration:
            (sentence,) = integration.missing_abilities()
    assert sentence.endswith("/mcp: it does not let us in (HTTP 401); check “headers”")
    assert "hushhush" not in sentence + caplog.text
    assert "topsecret" not in sentence + caplog.text


async def test_a_page_that_is_no_mcp_server_is_recognised() -> None:
    async def page(connection: Connection) -> None:
        await connection.send(b"<h1>Hello</h1>", kind="text/html")

    async with (
        serve(page) as far,
        McpIntegration([McpServer("calendar", Http(far.url), timeout=5)]) as integration,
    ):
        (sentence,) = integration.missing_abilities()
    assert "its answer is no MCP message" in sentence
