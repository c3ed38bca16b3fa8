"""What a task wants afterwards: the home some minutes later, what was announced by then, and the lists."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from voice_gateway.devices import Asked, DataQuestion, Home, Kind, SimulatedHome
from voice_gateway.evaluation.home_tasks import HomeTask
from voice_gateway.evaluation.states import Snapshot, Verdict, compare, prepare
from voice_gateway.keeping import Household
from voice_gateway.keeping.by_hand import HandClock, let_pass
from voice_gateway.planning import Kept, Planning
from voice_gateway.settings import Settings
from voice_gateway.times import Location
from voice_gateway.times.here import machine_zone
from voice_gateway.tools.time_zones import find_zone

GREENWICH: Final = (51.48, 0.0)
"""Where the sun rises for a machine that is nowhere."""


@dataclass
class Time:
    """The clock of one task, which is moved by hand, and everything that is kept in it."""

    kept: Kept
    clock: HandClock
    heard: list[str] = field(default_factory=list)
    """What was announced so far."""

    @classmethod
    def of(cls, settings: Settings, now: datetime | None) -> "Time":
        """`now` is local time, unless it says otherwise; the machine's when there is none."""
        zone = find_zone(settings.timezone) if settings.timezone else machine_zone()
        location = Location(zone, settings.home.latitude, settings.home.longitude)
        if location.point is None:
            location = Location(zone, *GREENWICH)
        moment = datetime.now(zone) if now is None else now if now.tzinfo else now.replace(tzinfo=zone)
        clock = HandClock(moment.timestamp())
        return cls(Kept(Household(None), clock, location), clock)

    def in_zone(self, zone: ZoneInfo | None) -> datetime:
        """The present, for the clock that people ask."""
        return datetime.fromtimestamp(self.clock.now(), zone or self.kept.location.zone)

    async def hear(self, text: str) -> None:
        self.heard.append(text)

    async def live_on(self, task: HomeTask, home: Home, begin: Snapshot, planning: Planning) -> Verdict:
        """Let time pass as the task has it, and see what comes of it."""
        missing, wrong, gone = list[str](), list[str](), 0.0
        for later in task.later:
            await let_pass(60 * (later.minutes - gone), self.clock, planning)
            gone = later.minutes
            if later.happens and isinstance(home, SimulatedHome):
                prepare(home, later.happens)
                await planning.quiet()
            verdict = compare(home, begin, later.after)
            missing += [f"after {gone:g} minutes, {each}" for each in verdict.missing]
            wrong += [f"after {gone:g} minutes, {each}" for each in verdict.wrong]
            told = " ".join(self.heard).casefold()
            if later.said and not any(word.casefold() in told for word in later.said):
                missing.append(f"after {gone:g} minutes, nobody was told {' or '.join(later.said)}")
        for name, wanted in (task.lists or {}).items():
            items = await _on_device(home, name) or await planning.desk.lists.read(name) or ()
            if sorted(map(str.casefold, items)) != sorted(map(str.casefold, wanted)):
                missing.append(f"the {name} list holds {', '.join(items) or 'nothing'}")
        return Verdict(tuple(missing), tuple(wrong))


async def _on_device(home: Home, name: str) -> tuple[str, ...]:
    """What is still to be done on a list of the home itself, if there is one of this name."""
    for device in home.devices():
        if device.kind is Kind.TODO_LIST and name.casefold() in device.name.casefold():
            data = await home.ask(device.id, DataQuestion(Asked.ITEMS))
            return tuple(item.text for item in data.items if not item.done)
    return ()
