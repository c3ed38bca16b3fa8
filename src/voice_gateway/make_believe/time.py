"""A clock that is moved by hand, and everything that is kept by it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from voice_gateway.keeping import Household
from voice_gateway.keeping.by_hand import HandClock
from voice_gateway.planning import Kept
from voice_gateway.settings import Settings
from voice_gateway.times import Location
from voice_gateway.times.here import machine_zone
from voice_gateway.tools.time_zones import find_zone

GREENWICH: Final = (51.48, 0.0)
"""Where the sun rises for a machine that is nowhere."""


@dataclass
class Time:
    """The present of one home that is made up."""

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
