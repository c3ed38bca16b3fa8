"""Wishes for another time, and all that is kept: plans, events, timers, reminders, lists and routines.

A wish that is not for now goes through a tool like everything else, and becomes a plan in `keeping/`; when
its time has come, or what it waits for happens, the one interpreter carries it out.
"""

from voice_gateway.planning.announcing import Announcer, NobodyListens
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.journaling import Journaling
from voice_gateway.planning.opening import Kept, Planning
from voice_gateway.planning.overview import Planned, overview
from voice_gateway.planning.practice import FILE, read_routines

__all__ = [
    "FILE",
    "Announcer",
    "Desk",
    "Journaling",
    "Kept",
    "NobodyListens",
    "Planned",
    "Planning",
    "overview",
    "read_routines",
]
