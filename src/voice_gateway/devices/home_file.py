"""Reads a home from a TOML file: one `[[device]]` table for each device."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.choices import choices_from_table
from voice_gateway.devices.device import DEFAULT_MODES, Ability, Device, Status, abilities_of
from voice_gateway.devices.errors import HomeFileError
from voice_gateway.devices.home_data import KEYS, Known, known_of
from voice_gateway.devices.kinds import OPENING, ROBOTS, Kind
from voice_gateway.devices.state import State, state_from_table

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = (
    "name", "room", "kind", "aliases", "state", "floor", "dead", "battery", "guarded", "keep_on", "modes",
    "id", "abilities", "choices", *KEYS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HomePlan:
    """What a home file says. Every simulated home made from it starts in this state."""

    name: str
    devices: tuple[Device, ...]
    delay: float | None = None
    """Seconds a radio command takes; as usual when not given."""
    known: dict[str, Known] = field(default_factory=dict)
    """What devices know beside their state, by their ids."""


def default_plan() -> HomePlan:
    """The home that is shipped with the gateway."""
    import tomllib
    from importlib.resources import files

    text = files("voice_gateway.devices").joinpath("homes", "default.toml").read_text(encoding="utf-8")
    return parse_plan(tomllib.loads(text), name="the simulated home")


def read_plan(path: Path) -> HomePlan:
    """Read a home file; an error says what is wrong and where. Tables other than `device` are left to
    others."""
    import tomllib

    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        return parse_plan(document, name=path.name)
    except OSError as error:
        raise HomeFileError(
            f"The home file {path} cannot be read: {error.strerror}.", fix="Check the path."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HomeFileError(f"The home file {path} is not valid TOML: {error}.") from error
    except HomeFileError as error:
        raise HomeFileError(f"The home file {path} has a mistake: {error.message}.", fix=error.fix) from error


def parse_plan(document: dict[str, Any], *, name: str) -> HomePlan:
    """The home in a parsed TOML document."""
    tables = document.get("device", [])
    if not isinstance(tables, list) or not tables:
        raise HomeFileError("there is no [[device]] in it")
    devices: dict[str, Device] = {}
    known: dict[str, Known] = {}
    rooms, floors = _aliases(document, "rooms"), _aliases(document, "floors")
    for number, table in enumerate(tables, start=1):
        try:
            device, data = _device(table), known_of(table)
        except HomeFileError as error:
            called = repr(table.get("name", f"number {number}"))
            raise HomeFileError(f"device {called}: {error.message}", fix=error.fix) from error
        if device.id in devices:
            raise HomeFileError(
                f"two devices are called {device.name!r} in the same room", fix="Rename one of them."
            )
        devices[device.id] = replace(
            device, room_aliases=rooms.get(device.room, ()), floor_aliases=floors.get(device.floor, ())
        )
        if data:
            known[device.id] = data
    delay = document.get("delay")
    if delay is not None and (isinstance(delay, bool) or not isinstance(delay, int | float) or delay < 0):
        raise HomeFileError(f"delay is a number of seconds, not {delay!r}")
    pause = None if delay is None else float(delay)
    return HomePlan(str(document.get("name", name)), tuple(devices.values()), pause, known)


def _aliases(document: dict[str, Any], key: str) -> dict[str, tuple[str, ...]]:
    """Other names of rooms or floors: `[rooms]` with `"Living Room" = ["lounge"]`."""
    table = document.get(key, {})
    if not isinstance(table, dict) or not all(isinstance(names, list) for names in table.values()):
        raise HomeFileError(f"{key} gives lists of other names", fix='Write "Living Room" = ["lounge"].')
    return {name: tuple(str(alias) for alias in names) for name, names in table.items()}


def _device(table: dict[str, Any]) -> Device:
    if unknown := sorted(set(table) - set(_KEYS)):
        from difflib import get_close_matches

        near = get_close_matches(unknown[0], _KEYS, n=1)
        raise HomeFileError(
            f"{unknown[0]!r} is not known", fix=f"Did you mean {near[0]!r}?" if near else None
        )
    name, kind = str(table.get("name", "")).strip(), str(table.get("kind", ""))
    if not name:
        raise HomeFileError("it needs a name")
    if kind not in set(Kind):
        raise HomeFileError(f"{kind!r} is not a kind of device", fix=f"Kinds: {', '.join(Kind)}.")
    battery = table.get("battery")
    if battery is not None and (not isinstance(battery, int) or not 0 <= battery <= 100):
        raise HomeFileError(f"battery goes from 0 to 100, not {battery!r}")
    given = table.get("state", {})
    measured = _measured(name, str(given.get("unit", "")))
    state = _completed(Kind(kind), state_from_table(given, reading_name=measured))
    room = str(table.get("room", "")).strip()
    usual = DEFAULT_MODES if kind == Kind.THERMOSTAT else ()
    modes = tuple(str(mode).lower() for mode in table.get("modes", usual))
    choices = choices_from_table(table.get("choices", {}))
    if state.mode is not None and state.mode not in modes:
        modes = (*modes, state.mode)
    return Device(
        id=str(table.get("id") or re.sub(r"\W+", "-", f"{room} {name}".strip().lower())),
        name=name,
        kind=Kind(kind),
        room=room,
        floor=str(table.get("floor", "")).strip(),
        aliases=tuple(str(alias) for alias in table.get("aliases", ())),
        abilities=abilities_of(Kind(kind), state, choices) | _abilities(table),
        modes=modes,
        choices=choices,
        target_range=(30.0, 70.0) if kind == Kind.WATER_HEATER else (5.0, 35.0),
        guarded=_flag(table, "guarded"),
        keep_on=_flag(table, "keep_on"),
        state=state,
        status=Status.DEAD if table.get("dead") else Status.READY,
        battery=battery,
    )


def _abilities(table: dict[str, Any]) -> frozenset[Ability]:
    """What it can do besides: a lamp that is white now may know colours."""
    given = table.get("abilities", [])
    if unknown := [word for word in given if word not in set(Ability)]:
        raise HomeFileError(f"{unknown[0]!r} is not an ability", fix=f"Known: {', '.join(Ability)}.")
    return frozenset(Ability(word) for word in given)


def _flag(table: dict[str, Any], key: str) -> bool | None:
    value = table.get(key)
    if value is not None and not isinstance(value, bool):
        raise HomeFileError(f"{key} must be true or false, not {value!r}")
    return value


_MEASURED = (
    "temperature",
    "humidity",
    "motion",
    "door",
    "window",
    "leak",
    "smoke",
    "power",
    "energy",
    "brightness",
    "contact",
    "presence",
    "occupancy",
    "moisture",
)
_BY_UNIT = {"°c": "temperature", "°f": "temperature", "lx": "brightness", "w": "power", "kwh": "energy"}


def _measured(name: str, unit: str) -> str:
    """What a single nameless value measures: what the sensor is called after, or what its unit is for."""
    words = name.lower().split()
    return next((word for word in _MEASURED if word in words), _BY_UNIT.get(unit.lower(), "value"))


def _completed(kind: Kind, state: State) -> State:  # noqa: PLR0911 (one return for each case)
    """Fill in what the kind always has, and make `on` and `level` agree."""
    match kind:
        case Kind.SWITCH | Kind.LIGHT | Kind.DIMMER | Kind.FAN | Kind.SIREN | Kind.HUMIDIFIER:
            level = (
                state.level
                if state.level is not None or kind is not Kind.DIMMER
                else (100 if state.on else 0)
            )
            on = state.on if state.on is not None else bool(level)
            return replace(state, on=on, level=0 if level is not None and not on else level)
        case kind if kind in OPENING:
            return replace(state, position=0) if state.position is None and state.on is None else state
        case Kind.LOCK:
            return replace(state, locked=True) if state.locked is None else state
        case Kind.WATER_HEATER:
            target = 50.0 if state.target is None else state.target
            return replace(state, on=bool(state.on), target=target)
        case Kind.MEDIA_PLAYER:
            activity = state.activity or "idle"
            return replace(
                state, on=state.on if state.on is not None else activity != "idle", activity=activity
            )
        case Kind.ALARM_PANEL:
            return replace(state, activity=state.activity or "disarmed")
        case kind if kind in ROBOTS:
            return replace(state, activity=state.activity or "docked")
        case Kind.THERMOSTAT:
            return replace(
                state,
                target=20.0 if state.target is None else state.target,
                mode="heat" if state.mode is None else state.mode,
            )
        case _:
            return state
