"""The six tools over a home. Knows nothing of MCP, so that it can be called in process as well."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.census import STATE_WORDS, count, extreme, is_so
from voice_gateway.devices.commands import parse_command
from voice_gateway.devices.control import Confirm, Controller, NotConfirmed, NotResolved
from voice_gateway.devices.counting import data_in
from voice_gateway.devices.device import Device, Status, in_a_sentence, told_apart
from voice_gateway.devices.errors import ConnectionLost, DeviceError
from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.devices.home import LOW_BATTERY
from voice_gateway.devices.mcp_server.answer import Answer
from voice_gateway.devices.mcp_server.sentences import (
    charge,
    detail,
    health_sentence,
    names,
    presence,
    reading_report,
)
from voice_gateway.devices.mcp_server.telling import data_table, data_told, days_asked, question_for
from voice_gateway.devices.resolution import Ambiguous, Matched, Unknown
from voice_gateway.devices.speech import report
from voice_gateway.devices.tool_names import CONTROL, DETAILS, HEALTH, LIST, READ, VERIFY
from voice_gateway.devices.words import roots
from voice_gateway.saying import listed

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from voice_gateway.devices.guard import Guard
    from voice_gateway.devices.home import Home
from voice_gateway.devices.mcp_server.arguments import (
    PAGE,
    checked,
    page_number,
    quantity_of,
    without_battery,
    without_quality,
)
from voice_gateway.devices.mcp_server.forms import brief, for_good, last_seen, resolution_data
from voice_gateway.saying import counted

_SPOKEN = 6
"""How many devices are described in full sentences before only their names are said."""

_ANYTHING = frozenset(
    {"anything", "something", "everything", "anyone", "anybody", "someone", "somebody", "all", "any"}
    | {"thing", "things", "device", "devices", "what", "else"}
)
"""Words that stand for the whole home."""

Now = Callable[[], datetime]
"""The present, in the home's time zone."""


class DeviceTools:
    """Answers tool calls for one home."""

    def __init__(self, home: Home, guard: Guard | None = None, now: Now | None = None) -> None:
        self.home = home
        self._now = now or (lambda: datetime.now().astimezone())
        self.controller = Controller(home, guard)
        self._tools: dict[str, Callable[[dict[str, Any], Confirm], Awaitable[Answer]]] = {
            CONTROL: self._control,
            READ: self._read,
            LIST: self._list,
            VERIFY: self._verify,
            DETAILS: self._details,
            HEALTH: self._health,
        }

    async def call(self, name: str, arguments: dict[str, Any], confirm: Confirm) -> Answer:
        """Call a tool. Whatever goes wrong becomes an answer in plain words."""
        try:
            given = checked(name, arguments)
            health = self.home.health()
            if not health.connected and not health.devices:
                # What is not known is not the same as what is not there.
                raise ConnectionLost(health_sentence(health))
            return await self._tools[name](given, confirm)
        except NotConfirmed as refusal:
            return Answer(refusal.message, {"done": [], "failed": [], "confirmed": False})
        except NotResolved as error:
            return Answer(error.message, resolution_data(error.resolution), is_error=True)
        except DeviceError as error:
            return Answer(error.message, {"error": type(error).__name__}, is_error=True)

    async def _control(self, arguments: dict[str, Any], confirm: Confirm) -> Answer:
        command = parse_command(str(arguments["action"]), arguments.get("value"))
        outcome = await self.controller.control(str(arguments["device"]), command, confirm=confirm)
        data: dict[str, Any] = {
            "done": [
                brief(confirmation.device) | {"finished": confirmation.finished}
                for confirmation in outcome.done
            ],
            "failed": [brief(device) | {"reason": reason} for device, reason in outcome.failed],
        }
        if lost := [deed for confirmation in outcome.done if (deed := for_good(confirmation))]:
            data["lost"] = lost
        return Answer(outcome.sentence, data, is_error=not outcome.done)

    async def _read(self, arguments: dict[str, Any], _: Confirm) -> Answer:
        asked = str(arguments["device"])
        name = without_battery(asked)
        if name and not isinstance(
            self.controller.resolver.resolve(asked), Matched
        ):  # "charge limit" is a name
            return self._batteries(name)
        if surveyed := self._survey(asked):
            return surveyed
        if answer := await self._ask(asked):
            return answer
        # Reading harms nothing, so where several fit, all of them are told.
        wanted = {*roots(asked)}
        devices = self._measuring(self._devices(self._thing(asked)), wanted)
        data = {"devices": [brief(device) for device in devices]}
        if len(devices) > _SPOKEN:
            return Answer(f"{len(devices)} devices: {names(devices)}.", data)
        told = [reading_report(device, wanted) for device in told_apart(devices)]
        if (quantity := quantity_of(asked)) and self._is_without(asked):
            told.insert(0, f"{devices[0].title} reports no {quantity}.")
        if not self.home.health().connected:
            told.append("That is the last that is known; the network cannot be reached now.")
        return Answer(" ".join(told), data)

    def _measuring(self, devices: tuple[Device, ...], wanted: set[str]) -> tuple[Device, ...]:
        """Who measures it in the same rooms: of "lounge temperature" the thermometer there knows more than a
        thermostat that does not measure."""
        if "thermostat" in wanted or any(_measures(device, wanted) for device in devices):
            return devices
        # What only belongs to a name says nothing of what is measured: a garage door is no door sensor.
        wanted = wanted - {
            root for device in devices for name in (device.name, *device.aliases) for root in roots(name)
        }
        rooms = {device.room for device in devices}
        there = (device for device in self.home.devices() if device.room in rooms)
        return tuple(device for device in there if _measures(device, wanted)) or devices

    async def _ask(self, asked: str) -> Answer | None:
        """What weather, a calendar or a list knows beside its state; None where none of them is meant."""
        name, days = days_asked(asked, self._now())
        found = self.controller.resolver.resolve(name)
        devices = found.devices if isinstance(found, Matched) else ()
        questions = {device: question_for(device, days) for device in devices}
        told, tables = [], dict[str, Any]()
        for device, question in questions.items():
            if question is None:
                return None
            data = data_in(await self.home.ask(device.id, question), device.degrees)
            told.append(data_told(device, data, question))
            for about, known in data_table(data).items():
                tables[about] = [*tables.get(about, ()), *known]
        return (
            Answer(" ".join(told), {"devices": [brief(each) for each in devices], **tables}) if told else None
        )

    def _survey(self, asked: str) -> Answer | None:
        """ "lights on", "warmest room": one sentence over all of them; None for anything else."""
        said = asked.lower().split()
        if said and said[0] in EXTREMES:
            rest = " ".join(word for word in said[1:] if word not in ("room", "rooms", "place"))
            sentence, found = extreme(self._surveyed(rest), said[0], rest)
            return Answer(sentence, {"devices": [brief(found)] if found else []})
        if len(said) < 2 or said[-1] not in STATE_WORDS:
            return None
        how = "any" if said[0].startswith("any") else said[0]
        devices = self._surveyed(" ".join(said[:-1]))
        able = [device for device in devices if is_so(device, said[-1]) is not None]
        # Of a single one it is told how it is, whatever word that is: a valve that is "off" is closed.
        only = able if able else devices
        if len(only) == 1 and how not in ("all", "any"):
            return Answer(report(only[0]), {"devices": [brief(only[0])]})
        counted = count(devices, said[-1], " ".join(said[:-1]))
        data = {
            "state": counted.state,
            "devices": [brief(device) for device in counted.so],
            "others": [brief(device) for device in counted.others],
        }
        return Answer(counted.answer(how), data)

    def _surveyed(self, asked: str) -> tuple[Device, ...]:
        """What a question over several is about: a group, a place, or the whole home."""
        if not set(asked.split()) - _ANYTHING:
            return self.home.devices()
        return self._devices(asked)

    def _batteries(self, name: str) -> Answer:
        devices = self._devices(name)
        charges = {device.name: device.battery for device in devices}
        return Answer(" ".join(charge(device) for device in devices[:_SPOKEN]), {"batteries": charges})

    async def _list(self, arguments: dict[str, Any], _: Confirm) -> Answer:
        place = str(arguments.get("room") or "").strip()
        if place.lower() == "rooms":
            return self._rooms()
        devices = self._devices(place) if place else self.home.devices()
        page = page_number(arguments.get("page"), len(devices))
        shown = devices[(page - 1) * PAGE : page * PAGE]
        has_more = page * PAGE < len(devices)
        data = {
            "total": len(devices),
            "showing": len(shown),
            "has_more": has_more,
            "page": page,
            "devices": [brief(device) for device in shown],
        }
        more = f" Ask for page {page + 1} to hear more." if has_more else ""
        first, last = (page - 1) * PAGE + 1, (page - 1) * PAGE + len(shown)
        part = f", showing {first} to {last}" if more or page > 1 else ""
        told = f"{counted(len(devices), 'device')}{part}: {names(shown)}.{more}"
        return Answer(told if shown else "There are no devices.", data)

    def _rooms(self) -> Answer:
        rooms = list(dict.fromkeys(device.room for device in self.home.devices() if device.room))
        told = f"{counted(len(rooms), 'room')}: {listed(map(in_a_sentence, rooms))}."
        return Answer(told if rooms else "No device has been given a room yet.", {"rooms": rooms})

    async def _verify(self, arguments: dict[str, Any], _: Confirm) -> Answer:
        asked = str(arguments["device"])
        resolution = self.controller.resolver.resolve(asked)
        if isinstance(resolution, Unknown):
            # That a device does not exist is what was asked, not an error.
            return Answer(resolution.sentence, {"exists": False, **resolution_data(resolution)})
        devices = resolution.devices if isinstance(resolution, Matched) else resolution.candidates
        data = {
            "exists": True,
            "active": all(device.status is not Status.DEAD for device in devices),
            "devices": [brief(device) | {"last_seen": last_seen(device)} for device in devices],
        }
        return Answer(" ".join(presence(device) for device in devices[:_SPOKEN]), data)

    async def _details(self, arguments: dict[str, Any], _: Confirm) -> Answer:
        wanted = str(arguments.get("filter") or "").strip()
        devices = self._filtered(wanted)
        data = {"total": len(devices), "devices": [device.as_table() for device in devices]}
        if not devices:
            return Answer(f"No device is {wanted}.", data)
        shown = " ".join(detail(device) for device in devices[:_SPOKEN])
        rest = len(devices) - _SPOKEN
        return Answer(f"{shown} And {rest} more; filter by room or kind." if rest > 0 else shown, data)

    def _filtered(self, wanted: str) -> tuple[Device, ...]:
        everything = self.home.devices()
        match wanted.lower().replace("_", " "):
            case "" | "all":
                return everything
            case "dead" | "offline" | "unreachable":
                return tuple(device for device in everything if device.status is Status.DEAD)
            case "asleep" | "sleeping":
                return tuple(device for device in everything if device.status is Status.ASLEEP)
            case "low battery" | "battery" | "batteries":
                most = LOW_BATTERY if "low" in wanted.lower() else 100
                return tuple(d for d in everything if d.battery is not None and d.battery <= most)
        same_kind = tuple(device for device in everything if device.kind.spoken == " ".join(roots(wanted)))
        return same_kind or self._devices(wanted)

    async def _health(self, arguments: dict[str, Any], confirm: Confirm) -> Answer:
        if arguments.get("device"):
            return await self._verify(arguments, confirm)
        health = self.home.health()
        return Answer(health_sentence(health), health.as_table(), is_error=not health.connected)

    def _thing(self, asked: str) -> str:
        """What is asked about, where a word for what is asked of it belongs to no name."""
        if self._is_without(asked):
            return asked.removesuffix(quantity_of(asked)).strip()
        thing = without_quality(asked)
        return thing if thing and isinstance(self.controller.resolver.resolve(asked), Unknown) else asked

    def _is_without(self, asked: str) -> bool:
        """Whether a quantity is asked of one device that does not measure it."""
        quantity, resolver = quantity_of(asked), self.controller.resolver
        known = not quantity or not isinstance(resolver.resolve(asked), Unknown)
        return not known and resolver.is_one(asked.removesuffix(quantity).strip())

    def _devices(self, asked: str) -> tuple[Device, ...]:
        resolution = self.controller.resolver.resolve(asked)
        if isinstance(resolution, Matched):
            return resolution.devices
        if isinstance(resolution, Ambiguous):
            return resolution.candidates
        raise NotResolved(resolution, resolution.sentence)


def _measures(device: Device, wanted: set[str]) -> bool:
    return any(reading.name in wanted for reading in device.state.readings)
