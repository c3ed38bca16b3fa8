"""The library is imported once, whoever needs it first."""

import sys

from voice_gateway.processes import run_program

AT_ONCE = """
import asyncio, sys
from voice_gateway.mcp.sdk import import_sdk
async def main():
    await asyncio.gather(*(import_sdk() for _ in range(20)))
    print("mcp.client.session" in sys.modules)
asyncio.run(main())
"""


async def test_many_servers_at_once_import_it_without_waiting_for_each_other() -> None:
    ended = await run_program(sys.executable, "-c", AT_ONCE)
    assert (ended.code, ended.output.strip()) == (0, "True")
