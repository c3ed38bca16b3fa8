"""Puts together what keeps plans, lists and routines for a home, and lets it run."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from voice_gateway.fast_path.context import KeptNames
from voice_gateway.keeping import (
    Clock,
    Journal,
    Keeper,
    Kind,
    Lists,
    Plans,
    Routine,
    Routines,
    Steps,
    Storage,
    in_words,
)
from voice_gateway.planning.announcing import Announcer
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.errands import Errands
from voice_gateway.planning.events import Watcher
from voice_gateway.planning.firing import fire
from voice_gateway.planning.possible import is_possible
from voice_gateway.planning.practice import RoutineBook
from voice_gateway.planning.tools import planning_tools
from voice_gateway.times import Location, Often, Past, When, due, read_when
from voice_gateway.tools import RegisteredTool, TurnState
from voice_gateway.wishes import Wish
from voice_gateway.wishes.carry_out import Interpreter


@dataclass(frozen=True)
class Kept:
    """What lies in the file, before anybody acts on it."""

    household: Storage
    clock: Clock
    location: Location
    written: tuple[Routine, ...] = ()
    """The routines of the file."""

    @property
    def journal(self) -> Journal:
        return Journal(self.household)

    @property
    def book(self) -> RoutineBook:
        return RoutineBook(Routines(self.household), self.written)


class Planning:
    """Everything that is kept, who is told of it, and the tools that change it."""

    def __init__(self, kept: Kept, interpreter: Interpreter, announcer: Announcer | None = None) -> None:
        self.announcer = announcer or Announcer()
        self.desk = Desk(
            Plans(kept.household), Lists(kept.household), kept.book, kept.journal, kept.clock, kept.location,
            interpreter, self.announcer,
        )  # fmt: skip
        steps = Steps(_next_due(kept.location), partial(in_words, zone=kept.location.zone))
        self.keeper = Keeper(
            self.desk.plans, partial(fire, self.desk), self.announcer.tell, steps, kept.clock
        )
        self.watcher = Watcher(self.desk, self.keeper)
        self.announcer.joined.append(self.keeper.look)

    async def names(self) -> KeptNames:
        """What is kept, by its names, for who reads sentences about it."""
        waiting = await self.desk.plans.waiting(Kind.TIMER, Kind.REMINDER)

        def called(kind: Kind) -> frozenset[str]:
            return frozenset(plan.name.lower() for plan in waiting if plan.kind is kind and plan.name)

        routines = frozenset(name.lower() for name in await self.desk.book.names())
        lists = await self.desk.lists.all()
        listed = frozenset((name.lower(), item.lower()) for name, items in lists.items() for item in items)
        return KeptNames(called(Kind.TIMER), called(Kind.REMINDER), routines, listed)

    async def could(self, wish: Wish, turn: TurnState) -> bool:
        """Whether everything is there that a wish would change of what is kept."""
        return await is_possible(self.desk, wish, turn)

    def tools(self) -> list[RegisteredTool]:
        return planning_tools(Errands(self.desk), self.desk.now.date())

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this runs, plans fire when they are due, or when what they wait for happens."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.keeper)
            stack.enter_context(self.watcher.watching())
            stack.callback(self.announcer.silence)
            yield

    async def quiet(self) -> None:
        """Until nothing is due, and everything that has happened was seen."""
        await self.watcher.settled()
        await self.keeper.quiet()


def _next_due(location: Location) -> Callable[[str, float], float | None]:
    def next_due(words: str, after: float) -> float | None:
        try:
            return due(
                _again(read_when(words)), datetime.fromtimestamp(after, location.zone), location
            ).timestamp()
        except Past:
            return None

    return next_due


def _again(when: When) -> When:
    """As it comes once it has begun."""
    return Often(when.span) if isinstance(when, Often) else when
