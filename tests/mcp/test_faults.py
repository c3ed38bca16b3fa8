"""Servers that die, hang, babble or never come up."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from tests.mcp.rig import Caller, eventually, household, is_running, lines, misbehaving
from voice_gateway.errors import ToolError
from voice_gateway.mcp import McpIntegration, McpServer, ServerState, Stdio
from voice_gateway.tools import Outcome, Tier


async def test_an_action_in_flight_when_the_server_died_is_not_repeated(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with McpIntegration([household(log)]) as integration:
        call = Caller(integration)
        result = await call("fragile_action")
        assert result.text == (
            "Error: The home (zwave) stopped in the middle of this; it is unknown whether it was done"
        )
        assert result.changed, "it may have happened"
        assert (await call("switch", device="lamp")).text == "lamp is now on"
    assert lines(log) == ["acted", "begin lamp", "end lamp"]


async def test_a_read_in_flight_when_the_server_died_is_made_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with McpIntegration([household(log)]) as integration:
        tools = integration.tools()
        call = Caller(tools)
        assert (await call("fragile_read")).text == "21 degrees"
        assert (await call("fragile_setting")).text == "set to 21 degrees", "it is marked as idempotent"
        assert integration.tools() == tools, "the same objects go on working"
        (health,) = integration.health()
        assert (health.state, health.restarts, health.last_error) == (ServerState.READY, 2, None)
    assert lines(log) == ["read", "set"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_killed_between_calls_the_next_action_works(tmp_path: Path, number: signal.Signals) -> None:
    async with McpIntegration([household(tmp_path / "log")]) as integration:
        call = Caller(integration)
        pid = int((await call("who")).text)
        os.kill(pid, number)
        with suppress(ChildProcessError):  # the event loop has not run since, so nobody has noticed
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222
        result = await call("switch", device="lamp")
        assert result.text == "lamp is now on"
        assert (await call("who")).text != str(pid)
    assert lines(tmp_path / "log") == ["begin lamp", "end lamp"]


async def test_what_prints_garbage_on_stdout_goes_on_working(caplog: pytest.LogCaptureFixture) -> None:
    async with McpIntegration([misbehaving("garbage")]) as integration:
        call = Caller(integration)
        assert len({(await call("ping_me")).text for _ in range(5)}) == 1
        assert integration.health()[0].restarts == 0
    assert [record.levelname for record in caplog.records] == ["WARNING"], "said once"
    assert "is no MCP message" in caplog.text


async def test_what_floods_stderr_goes_on_working_and_little_is_kept() -> None:
    async with McpIntegration([misbehaving("flood")]) as integration:
        call = Caller(integration)
        assert len({(await call("ping_me")).text for _ in range(20)}) == 1
        (health,) = integration.health()
        assert 0 < sum(map(len, health.stderr)) < 20_000


async def test_a_crash_at_start_is_explained_by_its_last_words_without_secrets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = misbehaving("crash", env={"DOOR_KEY": "s3cr3t-value"}, tier=Tier.DEVICE)
    async with McpIntegration([server]) as integration:
        assert integration.missing_abilities() == (
            "The home (crash) is not reachable: its program ended with code 3 "
            "(it said: cannot open the door with (hidden))",
        )
        (health,) = integration.health()
        assert (health.state, health.stderr) == (ServerState.FAILED, ("cannot open the door with (hidden)",))
        with pytest.raises(ToolError, match="ended with code 3"):
            await integration.tools_of("crash")
    assert "s3cr3t" not in caplog.text


async def test_a_program_that_does_not_exist_is_named(tmp_path: Path) -> None:
    servers = [
        McpServer("calendar", Stdio("no-such-program")),
        McpServer("notes", Stdio("ls", cwd=tmp_path / "nowhere")),
    ]
    async with McpIntegration(servers) as integration:
        assert integration.missing_abilities() == (
            "“calendar” is not reachable: the program “no-such-program” was not found",
            f"“notes” is not reachable: the folder {tmp_path}/nowhere does not exist",
        )


async def test_a_hang_at_start_holds_up_nobody_for_longer_than_its_timeout() -> None:
    servers = [misbehaving("hang", timeout=0.5), misbehaving("garbage")]
    async with asyncio.timeout(20), McpIntegration(servers) as integration:
        assert integration.missing_abilities() == (
            "“hang” is still starting: it has not answered within 0.5 seconds",
        )
        assert (await Caller(integration)("ping_me")).ok
        first = integration.health()[0].pid
        assert first is None, "no session yet"
        await eventually(lambda: integration.health()[0].state is ServerState.FAILED)


async def test_a_slow_one_goes_on_starting_and_its_tools_appear() -> None:
    heard: list[tuple[str, list[str]]] = []
    server = misbehaving("slow-start", "1.5", timeout=1)
    integration = McpIntegration(
        [server], lambda name, tools: heard.append((name, [tool.name for tool in tools]))
    )
    async with integration:
        assert heard == []
        await eventually(lambda: bool(heard))
        assert heard == [("slow-start", ["ping_me"])]
        assert integration.health()[0].restarts == 0, "the same start came through"


async def test_what_hangs_in_a_call_times_out_and_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.mcp.connection._PONG_SECONDS", 0.2)
    async with McpIntegration([misbehaving("hang-in-call", timeout=1)]) as integration:
        result = await Caller(integration)("ping_me")
        assert result.outcome is Outcome.TIMEOUT
        await eventually(lambda: integration.health()[0].restarts == 1)


async def test_closing_leaves_no_process_behind_even_of_deaf_ones() -> None:
    integration = McpIntegration([misbehaving("deaf"), misbehaving("hang", timeout=0.3)])
    await integration.start()
    health = integration.health()[0]
    pids = [health.pid or 0, int(health.stderr[0])]
    assert all(map(is_running, pids))
    async with asyncio.timeout(4):
        await integration.close()
    await eventually(lambda: not any(map(is_running, pids)))


async def test_a_cancelled_owner_takes_its_processes_along() -> None:
    """What Ctrl-C does when nobody closes the integration."""
    integration = McpIntegration([misbehaving("deaf")])
    await integration.start()
    pid = integration.health()[0].pid
    assert pid
    (owner,) = [task for task in asyncio.all_tasks() if task.get_name() == "mcp deaf"]
    owner.cancel()
    await asyncio.wait({owner})
    await eventually(lambda: not is_running(pid))


async def test_a_call_in_flight_ends_when_the_integration_is_closed(tmp_path: Path) -> None:
    integration = McpIntegration([household(tmp_path / "log")])
    await integration.start()
    running = asyncio.create_task(Caller(integration)("echo", config="never", seconds=60))
    await asyncio.sleep(0.1)
    await integration.close()
    assert (await running).outcome is Outcome.ERROR
    assert "switched off" in (await Caller(integration)("who")).text


async def test_an_action_that_never_ends_holds_back_others_until_the_server_is_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voice_gateway.mcp.connection._BUSY_SECONDS", 0.2)
    monkeypatch.setattr("voice_gateway.mcp.connection._OVERDUE_SECONDS", 3.0)
    log = tmp_path / "log"
    async with McpIntegration([household(log)]) as integration:
        assert (await Caller(integration, timeout=2)("switch", device="stuck", seconds=60)).changed
        call = Caller(integration)
        busy = await call("switch", device="lamp")
        assert (busy.text, busy.changed) == (
            "Error: The home (zwave) is still busy with an earlier action",
            False,
        )
        assert (await call("who")).ok, "reading goes on"
        await eventually(lambda: integration.health()[0].restarts == 1)
        assert (await call("switch", device="lamp")).ok
    assert lines(log) == ["begin stuck", "begin lamp", "end lamp"]


async def test_a_tool_that_breaks_the_protocol_loses_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    async with McpIntegration([misbehaving("one-bad-tool")]) as servers:
        assert [tool.name for tool in servers.tools()] == ["ping_me"]
        assert (await Caller(servers)("ping_me")).ok
    assert "“bare” was refused: inputSchema: Field required" in caplog.text
    assert "“odd” was refused" in caplog.text


async def test_nobody_waits_for_thousands_of_tools_and_they_come_all_the_same() -> None:
    async with McpIntegration([misbehaving("thousands")]) as servers:
        assert not servers.tools()
        assert [server.state for server in servers.health()] == [ServerState.READY]
        await eventually(lambda: len(servers.tools()) == 5000, 60)
        assert (await Caller(servers)("tool_4321")).ok
