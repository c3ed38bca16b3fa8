"""Plans as rows. Every change is one commit, and whoever waits for plans is told of it."""

import sqlite3
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Final

from voice_gateway.keeping.plan import Kind, Plan, State
from voice_gateway.keeping.storage import Storage

MOST_ENDED: Final = 10_000
"""Plans that have ended are forgotten when so many were made after them."""

_COLUMNS: Final = tuple(field.name for field in fields(Plan) if field.name != "id")
_INSERT: Final = "INSERT INTO plans ({}) VALUES ({})".format(  # noqa: S608 - names of our own
    ", ".join(f'"{name}"' for name in _COLUMNS), ", ".join(f":{name}" for name in _COLUMNS)
)
_UPDATE: Final = "UPDATE plans SET {} WHERE id = :id".format(  # noqa: S608 - names of our own
    ", ".join(f'"{name}" = :{name}' for name in _COLUMNS)
)
_FORGET: Final = """
DELETE FROM plans WHERE id <= (SELECT max(id) FROM plans) - ?
AND state NOT IN ('waiting', 'firing') AND tell = ''
"""

DUE: Final = "state = 'waiting' AND due <= :now ORDER BY due, id"
FIRING: Final = "state = 'firing' ORDER BY due, id"
TIMED: Final = "state = 'waiting' AND due IS NOT NULL"
TO_TELL: Final = "tell <> '' ORDER BY id"
LEFT_TO_TELL: Final = "tell <> '' AND fired < :before ORDER BY id"
RUNG: Final = "kind = 'timer' AND state = 'done' AND fired > :after ORDER BY fired"
ONE: Final = "id = :id"
_WAITING: Final = "state = 'waiting' ORDER BY due IS NULL, due, id"

Change = Callable[[Plan], Plan | None]


class Plans:
    """What is planned. Times are given by the caller, in seconds since 1970."""

    def __init__(self, household: Storage) -> None:
        self.household = household
        self.listeners = household.listeners

    async def add(self, plan: Plan) -> Plan:
        """Keep a new one. When this returns, it is promised."""

        def write(connection: sqlite3.Connection) -> int:
            number = connection.execute(_INSERT, asdict(plan)).lastrowid
            connection.execute(_FORGET, (MOST_ENDED,))
            return number or 0

        kept = replace(plan, id=await self.household.write(write))
        self._changed()
        return kept

    async def get(self, number: int) -> Plan | None:
        return next(iter(await self.find(ONE, id=number)), None)

    async def waiting(self, *kinds: Kind) -> list[Plan]:
        """All that wait, or those of some kinds, the next one first; those without a time at the end."""
        return [plan for plan in await self.find(_WAITING) if not kinds or plan.kind in kinds]

    async def cancel(self, number: int) -> Plan | None:
        """None when it has ended, or when its only time is right now."""

        def cancelled(plan: Plan) -> Plan | None:
            stoppable = plan.state is State.WAITING or (plan.state is State.FIRING and plan.repeats)
            return replace(plan, state=State.CANCELLED) if stoppable else None

        return await self.change_one(number, cancelled)

    async def pause(self, number: int, now: float) -> Plan | None:
        """None when it does not run."""

        def paused(plan: Plan) -> Plan | None:
            running = plan.state is State.WAITING and (plan.due is not None or plan.awaits)
            if not running or plan.paused:
                return None
            # What waits for something to happen begins to wait anew.
            return replace(plan, due=None, remaining=0.0 if plan.awaits else plan.left(now))

        return await self.change_one(number, paused)

    async def resume(self, number: int, now: float) -> Plan | None:
        """None when it was not paused."""

        def resumed(plan: Plan) -> Plan | None:
            if plan.state is not State.WAITING or plan.remaining is None:
                return None
            return replace(plan, due=None if plan.awaits else now + plan.remaining, remaining=None)

        return await self.change_one(number, resumed)

    async def extend(self, number: int, seconds: float, now: float) -> Plan | None:
        """So much later, or sooner, but not before now. None when it does not wait for a time."""

        def extended(plan: Plan) -> Plan | None:
            left = plan.left(now)
            if plan.state is not State.WAITING or left is None:
                return None
            left = max(0.0, left + seconds)
            return replace(plan, remaining=left) if plan.paused else replace(plan, due=now + left)

        return await self.change_one(number, extended)

    async def edit(self, plan: Plan) -> Plan | None:
        """Put another in the place of one that waits; None when it waits no longer."""
        return await self.change_one(plan.id, lambda old: plan if old.state is State.WAITING else None)

    async def change_one(self, number: int, change: Change) -> Plan | None:
        return next(iter(await self.change(change, ONE, id=number)), None)

    async def change(self, change: Change, which: str, **values: float) -> list[Plan]:
        """Those that were changed, in one commit; where `change` gives None, a plan stays as it is."""

        def write(connection: sqlite3.Connection) -> list[Plan]:
            pairs = [(plan, change(plan)) for plan in _found(connection, which, values)]
            changed = [new for old, new in pairs if new is not None and new != old]
            connection.executemany(_UPDATE, [asdict(plan) for plan in changed])
            return changed

        changed = await self.household.write(write)
        if changed:
            self._changed()
        return changed

    async def find(self, which: str, **values: float) -> list[Plan]:
        return await self.household.read(lambda connection: _found(connection, which, values))

    async def next_due(self) -> float | None:
        """When the next one is due, which may be over."""
        query = "SELECT due FROM plans WHERE state = 'waiting' AND due IS NOT NULL ORDER BY due LIMIT 1"
        row = await self.household.read(lambda connection: connection.execute(query).fetchone())
        return float(row["due"]) if row else None

    def _changed(self) -> None:
        for listener in self.listeners:
            listener()


def _found(connection: sqlite3.Connection, which: str, values: dict[str, float]) -> list[Plan]:
    # `which` is one of the conditions of this file; what a person says only ever comes in as a value.
    rows = connection.execute(f"SELECT * FROM plans WHERE {which}", values)  # noqa: S608
    return [_plan(row) for row in rows]


def _plan(row: sqlite3.Row) -> Plan:
    kept = dict(row)
    for name in ("repeats", "elapses", "agreed"):
        kept[name] = bool(kept[name])
    return Plan(**kept | {"kind": Kind(kept["kind"]), "state": State(kept["state"])})
