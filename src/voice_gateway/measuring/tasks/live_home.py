"""Homes of evaluation files in a real Home Assistant: entities made for them, put back for each sentence."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from voice_gateway.devices import (
    Command,
    Confirmation,
    Data,
    DataQuestion,
    Device,
    Health,
    Kind,
    Registry,
    Resolver,
    State,
)
from voice_gateway.devices.home import LeftOut
from voice_gateway.devices.home_assistant import HomeAssistantHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.errors import SettingsError
from voice_gateway.measuring.tasks.home_tasks import HomeTask, HomeTasks, Wanted
from voice_gateway.measuring.tasks.live_package import unique_id, why_not
from voice_gateway.measuring.tasks.states import same, with_wanted

_SETTLING = 30.0
"""Seconds in which the entities must be as they were put."""
_HELPED = {"level": "level", "hue": "hue", "saturation": "saturation", "position": "position"}
_MODES = ("off", "heat")
"""What a generic thermostat knows."""


@dataclass(frozen=True)
class LiveHomes:
    """All homes of an evaluation, in one Home Assistant."""

    house: HomeAssistantHome

    async def home(self, plan: HomePlan, before: Wanted) -> "LiveHome":
        """The home of one file, with everything as a task begins."""
        home = LiveHome(self.house, plan, await self._entities(plan))
        await home.lay_out(before)
        return home

    async def _entities(self, plan: HomePlan) -> dict[str, str]:
        """The entities of the devices, by their ids in the file; they are exposed where they are not yet."""
        registries = self.house.house.view.registries
        # The helpers behind the entities may go by the same ids.
        known = {
            entry.unique_id: entry.entity_id
            for entry in (registries.entries.values() if registries else ())
            if not entry.entity_id.startswith("input_")
        }
        wanted = {device.id: unique_id(plan, device) for device in plan.devices if not why_not(device)}
        if missing := [key for key in wanted.values() if key not in known]:
            raise SettingsError(
                f"{len(missing)} devices of {plan.name} are not in this Home Assistant: {missing[0]}, …",
                fix="Write its package with --package FILE into its packages folder, and restart it.",
            )
        entities = {device_id: known[key] for device_id, key in wanted.items()}
        if hidden := [one for one in entities.values() if one not in self.house.registry]:
            connection = await self.house.line.get()
            await connection.request(
                "homeassistant/expose_entity",
                assistants=["conversation"],
                entity_ids=hidden,
                should_expose=True,
            )
            await _until(lambda: [one for one in hidden if one not in self.house.registry], "not exposed")
        return entities


class LiveHome:
    """The devices of one file, by their ids there. Rooms and aliases are the file's."""

    def __init__(self, house: HomeAssistantHome, plan: HomePlan, entities: Mapping[str, str]) -> None:
        self._house = house
        self._plan = {device.id: device for device in plan.devices if device.id in entities}
        self._keys = {device.id: unique_id(plan, device) for device in plan.devices}
        self._entities = entities
        self._by_entity = {entity: device_id for device_id, entity in entities.items()}
        self.registry = Registry(self._named(house.registry[entity]) for entity in entities.values())
        self.names: dict[str, str] = {}
        self._stop = house.registry.subscribe(self._take)

    async def start(self) -> None:
        """It is connected already."""

    async def close(self) -> None:
        self._stop()

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    async def command(self, device_id: str, command: Command) -> Confirmation:
        told = await self._house.command(self._entities[self.registry[device_id].id], command)
        return Confirmation(self.registry[device_id], told.finished, told.change)

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        return await self._house.ask(self._entities[device_id], question)

    def watch(self, told: Callable[[], None]) -> None:
        self._house.watch(told)

    def health(self) -> Health:
        return self._house.health()

    def left_out(self) -> tuple[LeftOut, ...]:
        return ()

    async def lay_out(self, before: Wanted) -> None:
        """Put every device into the state in which a task begins."""
        wanted = {device.id: with_wanted(device, before.get(device.id, {})) for device in self._plan.values()}
        for device_id, state in wanted.items():
            await self._put(self._plan[device_id], self._keys[device_id], state)
        await _until(
            lambda: [self._plan[one].name for one, state in wanted.items() if not self._is_so(one, state)],
            "not as it was put",
        )

    async def _put(self, device: Device, key: str, state: State) -> None:
        on = state.locked if device.kind is Kind.LOCK else state.on
        if device.kind is Kind.SENSOR and isinstance(state.readings[0].value, bool):
            on = state.readings[0].value
        if on is not None and device.kind is not Kind.THERMOSTAT:
            await self._call("input_boolean", "turn_on" if on else "turn_off", f"input_boolean.{key}")
        for name in _HELPED:
            value = getattr(state, name)
            if value is not None:
                scaled = value * 2.55 if name == "level" and device.kind is not Kind.FAN else value
                await self._call("input_number", "set_value", f"input_number.{key}_{name}", value=scaled)
        if state.readings and not isinstance(state.readings[0].value, bool | str):
            number = state.readings[0].value
            await self._call("input_number", "set_value", f"input_number.{key}_value", value=number)
        if device.kind is Kind.THERMOSTAT:
            entity = self._entities[device.id]
            mode = state.mode if state.mode in _MODES else "heat"
            await self._call("climate", "set_hvac_mode", entity, hvac_mode=mode)
            await self._call("climate", "set_temperature", entity, temperature=state.target)

    async def _call(self, domain: str, service: str, entity: str, **data: Any) -> None:
        connection = await self._house.line.get()
        target = {"entity_id": entity}
        await connection.request(
            "call_service", domain=domain, service=service, target=target, service_data=data
        )

    def _is_so(self, device_id: str, state: State) -> bool:
        """Whether it shows what it was put to. A lamp that is off shows no brightness."""
        now, plan = self.registry[device_id], self._plan[device_id]
        if now.status is not plan.status or plan.status.value == "dead":
            return now.status is plan.status
        names = ["on", "locked", "position", "target"] + (["level"] if state.on else [])
        return all(
            same(name, getattr(now.state, name), value)
            for name in names
            if (value := getattr(state, name)) is not None
        )

    def _named(self, device: Device) -> Device:
        plan = self._plan[self._by_entity[device.id]]
        return replace(
            device,
            id=plan.id,
            name=plan.name,
            room=plan.room,
            floor=plan.floor,
            aliases=plan.aliases,
            guarded=plan.guarded,
            keep_on=plan.keep_on,
        )

    def _take(self, device: Device) -> None:
        if device.id in self._by_entity:
            self.registry.put(self._named(device))


def why_not_live(tasks: HomeTasks, task: HomeTask, named: frozenset[str]) -> str:
    """Why a task cannot be tried there; `named` are the devices that its sentences name."""
    unmade = {device.id: why_not(device) for device in tasks.plan.devices if why_not(device)}
    wanted = {**task.before, **task.after}
    for later in task.later:
        wanted |= later.after
    if missing := next((one for one in unmade if one in wanted or one in named), ""):
        return unmade[missing]
    modes = {state.get("mode") for state in wanted.values()} - {None, *_MODES}
    if modes:
        return f"a generic thermostat has no mode {modes.pop()}"
    if task.lists or any(later.happens for later in task.later):
        return "lists, and what happens by other hands, are tried in simulated homes only"
    return ""


async def _until(missing: Callable[[], list[str]], problem: str) -> None:
    end = time.monotonic() + _SETTLING
    while left := missing():
        if time.monotonic() > end:
            raise SettingsError(
                f"After {_SETTLING:g} seconds {left[0]} is {problem}.",
                fix="Look into Home Assistant's log, or restart it with the package of this file.",
            )
        await asyncio.sleep(0.02)


def tried_live(tasks: HomeTasks) -> HomeTasks:
    """The same tasks; those that cannot be tried there are skipped, each with the reason."""
    resolver = Resolver(Registry(tasks.plan.devices))

    def looked_at(task: HomeTask) -> HomeTask:
        named = frozenset[str]().union(*(resolver.named_in(said) for said in (*task.earlier, *task.say)))
        return replace(task, skip=task.skip or why_not_live(tasks, task, named))

    return replace(tasks, tasks=tuple(looked_at(task) for task in tasks.tasks))
