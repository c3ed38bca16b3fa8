"""Ctrl-C in a program that holds servers."""

import asyncio
import signal
import sys
from pathlib import Path

from tests.mcp.rig import eventually, is_running

ROOT = Path(__file__).parents[2]

PROGRAM = """
import asyncio, signal
from tests.mcp.rig import McpIntegration, eventually, misbehaving

# Whoever started the tests may have had Ctrl-C ignored, which children inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

async def main():
    servers = [misbehaving("deaf"), misbehaving("garbage"), misbehaving("hang", timeout=0.3)]
    async with McpIntegration(servers) as held:
        await eventually(lambda: held.health()[0].stderr)
        print(*(health.pid for health in held.health()[:2]), held.health()[0].stderr[0], flush=True)
        await asyncio.sleep(60)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted")
"""


async def test_ctrl_c_ends_all_servers_without_a_word() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-Walways",
        "-c",
        PROGRAM,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert program.stdout
    pids = [int(pid) for pid in (await program.stdout.readline()).split()]
    assert pids
    assert all(is_running(pid) for pid in pids)
    program.send_signal(signal.SIGINT)
    output, errors = await program.communicate()
    assert output == b"interrupted\n"
    await eventually(lambda: not any(is_running(pid) for pid in pids))
    said = [line for line in errors.decode().splitlines() if "is no MCP message" not in line]
    assert said == [], "no traceback, no unclosed transport, no forgotten task"
