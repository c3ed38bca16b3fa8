"""What everything that is kept for a home shares: where it is kept, the present, the names, and who acts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from voice_gateway.devices import Home, Resolver
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Clock, Journal, Lists, Plan, Plans
from voice_gateway.planning.announcing import Announcer
from voice_gateway.times import Location, NotATime, Past, SunUnknown, When, due
from voice_gateway.wishes.carry_out import Interpreter

if TYPE_CHECKING:
    from voice_gateway.planning.practice import RoutineBook


MOST_WAITING = 1000
"""Nobody has so many plans; somebody's program may."""


@dataclass(frozen=True)
class Told:
    """What an errand came to: words for the person, and the same as data."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Desk:
    plans: Plans
    lists: Lists
    book: "RoutineBook"
    journal: Journal
    clock: Clock
    location: Location
    interpreter: Interpreter
    """Carries out what is due."""

    announcer: Announcer

    @property
    def home(self) -> Home | None:
        return self.interpreter.home

    @property
    def resolver(self) -> Resolver | None:
        return self.interpreter.resolver

    @property
    def now(self) -> datetime:
        """The present, in the home's time zone."""
        return datetime.fromtimestamp(self.clock.now(), self.location.zone)

    def at(self, moment: float) -> datetime:
        return datetime.fromtimestamp(moment, self.location.zone)

    async def keep(self, plan: Plan) -> Plan:
        """What is promised when this returns. Raises `ToolError` where there are too many."""
        if len(await self.plans.waiting()) >= MOST_WAITING:
            raise declines(f"There are {MOST_WAITING} plans already, so I can't take another one.")
        return await self.plans.add(plan)

    def due(self, when: When) -> float:
        """The next moment. Raises `ToolError` in plain words where there is none."""
        try:
            return due(when, self.now, self.location).timestamp()
        except (NotATime, Past, SunUnknown) as error:
            raise ToolError(str(error), data={"error": "CannotDo"}) from error


def asks(question: str) -> ToolError:
    """Something is missing: the person is asked for it."""
    return ToolError(question, data={"ambiguous": []})


def declines(why: str) -> ToolError:
    return ToolError(why, data={"error": "CannotDo"})
