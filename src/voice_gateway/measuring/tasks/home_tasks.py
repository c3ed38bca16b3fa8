"""Whole tasks in a home: sentences, how the home is before, and how it must be after."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from voice_gateway.devices import Device, HomeFileError, State, state_from_table
from voice_gateway.devices.home_file import HomePlan, parse_plan
from voice_gateway.errors import InputError
from voice_gateway.measuring.tasks.task_file import Place, nearest, read_document, read_tasks
from voice_gateway.outcome import TurnOutcome

Wanted = Mapping[str, Mapping[str, Any]]
"""Attributes of devices, by device id: `on`, `level`, `hue`, …, and `value` for what is measured."""

_KEYS = (
    "say", "earlier", "before", "after", "answer", "confirm", "room", "now", "later", "lists", "outcome",
    "kind", "skip", "note",
)  # fmt: skip
OUTCOMES = tuple(outcome.value for outcome in TurnOutcome if outcome is not TurnOutcome.CUT_OFF)
_ATTRIBUTES = (*(one.name for one in fields(State) if one.name != "readings"), "value")


@dataclass(frozen=True)
class Later:
    """A look at the home some minutes after the sentence."""

    minutes: float
    after: Wanted = field(default_factory=dict)
    """The difference to the start by then."""

    said: tuple[str, ...] = ()
    """One of these was announced by then."""

    happens: Wanted = field(default_factory=dict)
    """What changes at that minute by another hand: a door that is opened, a room that gets cold."""


@dataclass(frozen=True)
class HomeTask:
    """One thing to be done, said in several ways."""

    place: Place
    say: tuple[str, ...]
    before: Wanted = field(default_factory=dict)
    after: Wanted = field(default_factory=dict)
    answer: tuple[tuple[str, ...], ...] = ()
    """The answer must hold all words of one of these; anything will do when there are none."""

    earlier: tuple[str, ...] = ()
    """Said first, in the same conversation."""

    confirm: bool = True
    """Whether the evaluation says yes by itself when it is asked."""

    room: str = ""
    """Where it is said."""

    now: datetime | None = None
    """The local time at the start."""

    later: tuple[Later, ...] = ()
    """How the home must be when the clock has been moved on."""

    lists: Mapping[str, tuple[str, ...]] | None = None
    """What lists must hold afterwards, by their names."""

    outcome: tuple[str, ...] = ()
    """The turn must end in one of these ways; any will do when there are none."""

    kind: str = ""
    """What sort of task this is, for the table: direct, polite, absent, …"""

    skip: str = ""


@dataclass(frozen=True)
class HomeTasks:
    """A home and what is to be done in it."""

    path: Path
    plan: HomePlan
    tasks: tuple[HomeTask, ...]


def read_home_tasks(path: Path) -> HomeTasks:
    """Read a file of `[[device]]` and `[[test]]`; a mistake is named with its line and key."""
    document, text = read_document(path)
    try:
        plan = parse_plan(document, name=path.stem)
    except HomeFileError as error:
        raise InputError(f"{path}: {error.message}.", fix=error.fix) from error
    fix = 'A test is: say = ["…"], before, after or answer.'
    return HomeTasks(path, plan, read_tasks(path, document, text, "test", partial(_task, plan=plan), fix))


def _task(place: Place, table: dict[str, Any], plan: HomePlan) -> HomeTask:
    place.check_keys(table, _KEYS)
    say = place.sentences(table, "say")
    if not say:
        raise place.mistake("“say” is missing.", 'Write say = ["turn on the kitchen light"].')
    return HomeTask(
        place,
        say,
        before=_states(place, table, "before", plan),
        after=_states(place, table, "after", plan),
        answer=place.choices(table, "answer"),
        earlier=place.sentences(table, "earlier"),
        confirm=_flag(place, table),
        room=place.words(table, "room"),
        now=_moment(place, table),
        later=tuple(_later(place, each, plan) for each in _tables(place, table, "later")),
        lists=_lists(place, table),
        outcome=_outcomes(place, table),
        kind=place.words(table, "kind"),
        skip=place.words(table, "skip"),
    )


def _flag(place: Place, table: dict[str, Any]) -> bool:
    given = table.get("confirm", True)
    if not isinstance(given, bool):
        raise place.mistake("“confirm” must be true or false.")
    return given


def _moment(place: Place, table: dict[str, Any]) -> datetime | None:
    given = table.get("now")
    if given is not None and not isinstance(given, datetime):
        raise place.mistake("“now” must be a date and a time.", "Write now = 2026-11-15T18:00:00.")
    return given


def _tables(place: Place, table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    given = table.get(key, [])
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise place.mistake(f"“{key}” must be a list.", "Write later = [{ minutes = 9 }].")
    return given


def _later(place: Place, table: dict[str, Any], plan: HomePlan) -> Later:
    place.check_keys(table, ("minutes", "after", "said", "happens"))
    minutes = table.get("minutes")
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        raise place.mistake("“later” says not how many minutes.", "Write later = [{ minutes = 9 }].")
    return Later(
        float(minutes),
        _states(place, table, "after", plan),
        place.sentences(table, "said"),
        _states(place, table, "happens", plan),
    )


def _lists(place: Place, table: dict[str, Any]) -> Mapping[str, tuple[str, ...]] | None:
    given = table.get("lists")
    if given is None:
        return None
    if not isinstance(given, dict):
        raise place.mistake("“lists” must name lists.", 'Write lists = { shopping = ["milk"] }.')
    return {name: place.sentences(given, name) for name in given}


def _outcomes(place: Place, table: dict[str, Any]) -> tuple[str, ...]:
    outcomes = tuple(_folded(word) for word in place.sentences(table, "outcome"))
    return place.outcomes(outcomes, OUTCOMES)


def _states(place: Place, table: dict[str, Any], key: str, plan: HomePlan) -> Wanted:
    given = table.get(key, {})
    if not isinstance(given, dict) or not all(isinstance(state, dict) for state in given.values()):
        raise place.mistake(
            f"“{key}” must name devices.", f'Write {key} = {{ "Kitchen Light" = {{ on = true }} }}.'
        )
    wanted: dict[str, Mapping[str, Any]] = {}
    for name, state in given.items():
        device = _named(place, key, name, plan)
        for attribute in state:
            if attribute not in _ATTRIBUTES:
                raise place.mistake(
                    f"{key}, {name}: “{attribute}” is not known.", nearest(attribute, _ATTRIBUTES)
                )
        try:
            state_from_table(dict(state))
        except HomeFileError as error:
            raise place.mistake(f"{key}, {name}: {error.message}.", error.fix) from error
        wanted[device.id] = state
    return wanted


def _named(place: Place, key: str, name: str, plan: HomePlan) -> Device:
    """The device of this name, written alone, as `Room/Name`, or by its id."""
    wanted = _folded(name)
    found = [device for device in plan.devices if wanted in (_folded(device.name), _folded(device.id))]
    if len(found) != 1:
        found = [d for d in plan.devices if wanted == _folded(f"{d.room}/{d.name}")] or found
    if len(found) > 1:
        example = f"{found[0].room}/{found[0].name}"
        raise place.mistake(f"{key}: several devices are called “{name}”.", f"Write it as “{example}”.")
    if not found:
        names = [device.name for device in plan.devices]
        raise place.mistake(f"{key}: no device is called “{name}”.", nearest(name, names))
    return found[0]


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()
