"""Runs of the program, each in a process of its own, which is killed at one moment.

A line of the input names a folder, a moment and the time at which to begin. Every commit has a moment before
it and one after it, and so has every command to the home. They are counted from one; zero kills at none. What
is printed is the signal that ended the run, or zero. What a person and the home have seen of it, and how many
moments it had, is in files of the folder.
"""

import asyncio
import os
import signal
import sqlite3
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.keeping.watched import NOON, daily
from voice_gateway.keeping import Ended, Household, Keeper, Lists, Plan, Plans, State, Steps
from voice_gateway.keeping.by_hand import HandClock, let_pass


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


async def live(folder: Path, begin: float, moments: Moments) -> None:
    """Make plans and a list, if this is the first run; then let an hour go by."""
    watch_commits(moments)
    witness = Witness(folder)
    clock = HandClock(begin)
    household = Household(folder / "household.sqlite3")
    plans = Plans(household)

    async def fire(plan: Plan) -> Ended:
        moments.passes()
        witness.sees("commands", plan.line)
        moments.passes()
        return Ended(State.DONE)

    async def tell(text: str, _room: str) -> None:
        witness.sees("told", text)
        moments.passes()

    async with Keeper(plans, fire, tell, Steps(daily), clock) as keeper:
        await keeper.quiet()
        if begin == NOON:
            witness.sees("runs", "first")
            for line, due in (("one", 60), ("two", 60), ("three", 1800)):
                await plans.add(Plan(line, made=NOON, due=NOON + due, sentence=line))
                witness.sees("promised", line)
            every = Plan(
                "daily", made=NOON, due=NOON + 120, when="daily 13:02", repeats=True, sentence="daily"
            )
            await plans.add(every)
            witness.sees("promised", "daily")
            await Lists(household).add("shopping", ["milk", "eggs"])
            witness.sees("listed", "milk\neggs")
        await let_pass(3600, clock, keeper)
    for item in await Lists(household).read("shopping") or ():
        witness.sees("list", item)
    household.close()


def run(folder: Path, begin: float, fatal: int) -> int:
    """In a copy of this process; gives the signal that ended it."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
    try:
        moments = Moments(fatal)
        asyncio.run(live(folder, begin, moments))
        (folder / "moments").write_text(str(moments.count))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    for line in sys.stdin:
        place, moment, at = line.rstrip("\n").split("\t")
        print(run(Path(place), float(at), int(moment)), flush=True)
