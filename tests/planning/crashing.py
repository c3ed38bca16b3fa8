"""Runs of the program, each in a process of its own, which is killed at one moment.

A line of the input names a folder, a moment and the time at which to begin. Every commit has a moment before
it and one after it, and so has every command to the home. They are counted from one; zero kills at none. What
is printed is the signal that ended the run, or zero. What a person and the home have seen of it, and how many
moments it had, is in files of the folder.
"""

import asyncio
import gc
import os
import signal
import sqlite3
import sys
import tempfile
import threading
import tomllib
import traceback
from contextlib import AsyncExitStack
from datetime import UTC
from pathlib import Path
from typing import Any

from tests.keeping.watched import NOON
from voice_gateway.devices import Command, Guard, Resolver, SimulatedHome
from voice_gateway.devices.home import Confirmation
from voice_gateway.devices.home_file import parse_plan
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.keeping import Household
from voice_gateway.keeping.by_hand import HandClock, let_pass
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration, confirmation
from voice_gateway.planning import Journaling, Kept, Planning
from voice_gateway.planning.errands import Errands
from voice_gateway.times import Location
from voice_gateway.tools import Tier, ToolExecutor, ToolManager, TurnState
from voice_gateway.wishes import read_wish
from voice_gateway.wishes.carry_out import Interpreter


class Moments:
    """Counts, and kills at the one that was named."""

    def __init__(self, fatal: int) -> None:
        self.count = 0
        self._fatal = fatal

    def passes(self) -> None:
        self.count += 1
        if self.count == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)


def watch_commits(moments: Moments) -> None:
    """Let every connection that is opened from here on pass a moment before and after each commit."""

    class Watched(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement != "COMMIT":
                return super().execute(statement, *values)
            moments.passes()
            done = super().execute(statement, *values)
            moments.passes()
            return done

    connect: Any = sqlite3.connect
    sqlite3.connect = lambda *places, **more: connect(*places, factory=Watched, **more)


class Witness:
    """Writes down at once what was seen, as the world outside would have seen it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def sees(self, what: str, words: str) -> None:
        with (self._folder / what).open("a") as file:
            file.write(words + "\n")


LAMPS = "".join(
    f'[[device]]\nname = "{name}"\nkind = "light"\n' for name in ("Alpha", "Beta", "Gamma", "Daily")
)
WISHES = {
    "alpha": "in 1m: on alpha",
    "beta": "in 1m: on beta",
    "gamma": "in 30m: on gamma",
    "daily": "daily 12:02: on daily",
}


class CountedHome(SimulatedHome):
    """The far side: it counts the commands that reach it."""

    def __init__(self, witness: Witness, moments: Moments) -> None:
        super().__init__(parse_plan(tomllib.loads(LAMPS), name="counted"), delay=0)
        self._witness = witness
        self._moments = moments

    async def command(self, device_id: str, command: Command) -> Confirmation:
        self._moments.passes()
        self._witness.sees("commands", device_id)
        confirmation = await super().command(device_id, command)
        self._moments.passes()
        return confirmation


async def live(folder: Path, begin: float, moments: Moments) -> None:
    """Make plans and a list, if this is the first run; then let an hour go by."""
    witness = Witness(folder)
    clock = HandClock(begin)
    home = CountedHome(witness, moments)
    await home.start()
    kept = Kept(Household(folder / "household.sqlite3"), clock, Location(UTC))
    manager, resolver = ToolManager(), Resolver(home.registry)
    executor = ToolExecutor(behaviours=[confirmation, Journaling(kept.journal, home, clock.now)])
    planning = Planning(kept, Interpreter(manager, executor, home, resolver))

    async def tell(text: str) -> None:
        witness.sees("told", text)
        moments.passes()

    async with AsyncExitStack() as stack:
        server = McpServer("home", InProcess(build_server(home, Guard())), tier=Tier.DEVICE)
        await stack.enter_async_context(McpIntegration([server], Registration(manager)))
        stack.enter_context(planning.announcer.listening(tell))
        await stack.enter_async_context(planning.running())
        await planning.quiet()
        if begin == NOON:
            errands = Errands(planning.desk)
            witness.sees("runs", "first")
            for sentence, line in WISHES.items():
                await errands.run(read_wish(line), TurnState(sentence=sentence))
                witness.sees("promised", sentence)
            await errands.run(read_wish("list shopping add milk, eggs"), TurnState())
            witness.sees("listed", "milk\neggs")
        await let_pass(3600, clock, planning)
    for item in await planning.desk.lists.read("shopping") or ():
        witness.sees("list", item)
    kept.household.close()


def run(folder: Path, begin: float, fatal: int) -> int:
    """In a copy of this process; gives the signal that ended it."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
    try:
        moments = Moments(fatal)
        watch_commits(moments)
        asyncio.run(live(folder, begin, moments))
        (folder / "moments").write_text(str(moments.count))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def rehearse() -> None:
    """Live through it once in this process, so that every copy has all that it needs."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live(Path(folder), NOON, Moments(0)))
    assert threading.active_count() == 1
    gc.freeze()


if __name__ == "__main__":
    rehearse()
    for line in sys.stdin:
        place, moment, at = line.rstrip("\n").split("\t")
        print(run(Path(place), float(at), int(moment)), flush=True)
