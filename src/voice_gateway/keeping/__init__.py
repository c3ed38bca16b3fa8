"""What a home must not forget: plans and timers, lists, routines, and a journal of what was done.

`Household` is the file; `Plans`, `Lists`, `Routines` and `Journal` read and write it; `Keeper` waits for the
next plan and lets it fire once and only once. How a plan is carried out is of no matter here.
"""

from voice_gateway.keeping.clock import Clock, MachineClock
from voice_gateway.keeping.errors import NotKept
from voice_gateway.keeping.household import FILE, Household
from voice_gateway.keeping.journal import Entry, Journal
from voice_gateway.keeping.keeper import Keeper
from voice_gateway.keeping.lists import Lists
from voice_gateway.keeping.plan import Ended, Kind, Plan, State
from voice_gateway.keeping.plans import RUNG, Plans
from voice_gateway.keeping.routines import Routine, Routines
from voice_gateway.keeping.steps import Steps
from voice_gateway.keeping.storage import Storage
from voice_gateway.keeping.telling import in_words

__all__ = [
    "FILE",
    "RUNG",
    "Clock",
    "Ended",
    "Entry",
    "Household",
    "Journal",
    "Keeper",
    "Kind",
    "Lists",
    "MachineClock",
    "NotKept",
    "Plan",
    "Plans",
    "Routine",
    "Routines",
    "State",
    "Steps",
    "Storage",
    "in_words",
]
