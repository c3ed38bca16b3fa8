"""Whether it is after, or before, a time of day."""

from datetime import datetime

from voice_gateway.times.location import Location
from voice_gateway.times.sun import sun_time
from voice_gateway.times.when import Clock

_DAY = 24 * 60


def is_after(clock: Clock, now: datetime, location: Location) -> bool | None:
    """In the twelve hours behind it, so that one o'clock at night is after ten; None where no sun tells."""
    minute = clock.minute
    if clock.sun is not None:
        here = now.astimezone(location.zone)
        sun = sun_time(clock.sun, here.date(), location)
        if sun is None:
            return None
        minute += 60 * sun.hour + sun.minute
    present = now.astimezone(location.zone)
    return (60 * present.hour + present.minute - minute) % _DAY < _DAY // 2
