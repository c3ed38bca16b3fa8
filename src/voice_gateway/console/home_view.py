"""The home as the page shows it, and devices switched by hand."""

from collections.abc import Sequence
from typing import Any

from voice_gateway.console.refused import Refused, no_device
from voice_gateway.console.shapes import Done, HiddenDevice, HomeView, Room, SourceView
from voice_gateway.devices import Command, Device, Guard, Home
from voice_gateway.devices.caution import stays_on
from voice_gateway.devices.guard import question
from voice_gateway.devices.plan import plan
from voice_gateway.devices.speech import condition, done
from voice_gateway.keeping import Entry
from voice_gateway.planning import Planning
from voice_gateway.planning.journaling import PAGE, write_down
from voice_gateway.setup import five_sentences
from voice_gateway.wishes import write_wish
from voice_gateway.wishes.calls import CONTROL
from voice_gateway.wishes.from_calls import wish_of


class NeedsYes(Refused):
    """A guarded device: the person must say yes to `question` first."""

    def __init__(self, question: str) -> None:
        super().__init__(428, "This must be confirmed first.", fix="Send it again with confirmed: true.")
        self.question = question


class Hands:
    """Looks at a home and switches its devices, by the same rules as the assistant."""

    def __init__(self, home: Home | None, guard: Guard, planning: Planning | None = None) -> None:
        self.home = home
        self._guard = guard
        self._planning = planning

    def view(self) -> HomeView:
        """All rooms with their devices, in the order in which the home names them."""
        if self.home is None:
            return HomeView(present=False, note="There is no home here.")
        health, registry = self.home.health(), self.home.registry
        return HomeView(
            present=True,
            connected=health.connected,
            source=health.source,
            note=health.note,
            sources=[SourceView.model_validate(part.as_table()) for part in health.parts],
            sentences=five_sentences(self.home.devices()),
            rooms=self._rooms(self.home.devices()),
            hidden=[HiddenDevice(id=one.id, name=one.name, room=one.room) for one in registry.hidden()],
        )

    def device(self, device: Device) -> dict[str, Any]:
        """One device: its plain form, how it is in words, and whether it is guarded."""
        told = device.as_table()
        told["condition"] = condition(device)
        told["guarded"] = self._guard.watches(device)
        told["keep_on"] = stays_on(device)
        told["readings"] = [reading.as_table() for reading in device.state.readings]
        return told

    async def command(self, device_id: str, command: Command, *, confirmed: bool) -> Done:
        """Do it to this one device. Raises `NeedsYes`, or the device's own error in plain words."""
        device = self.home.registry.get(device_id) if self.home else None
        if self.home is None or device is None:
            raise no_device(device_id)
        change = plan(device, command)
        if not confirmed and self._guard.must_confirm(device, change):
            raise NeedsYes(question([(device, change)]))
        confirmation = await self.home.command(device_id, command)
        await self._write_down(device, confirmation.device, command)
        return Done(
            sentence=done([confirmation]),
            finished=confirmation.finished,
            device=self.device(confirmation.device),
        )

    async def _write_down(self, before: Device, after: Device, command: Command) -> None:
        """In the journal, for who asks why it happened."""
        if self._planning is None:
            return
        desk = self._planning.desk
        told = {"device": before.id, "action": command.action.value, "value": command.value}
        call = {"name": CONTROL, "args": told}
        entry = Entry(
            desk.clock.now(), write_wish(wish_of([call])), who=PAGE,
            before={before.id: before.state.as_table()}, after={after.id: after.state.as_table()},
        )  # fmt: skip
        await write_down(desk.journal, entry)

    def _rooms(self, devices: Sequence[Device]) -> list[Room]:
        rooms: dict[tuple[str, str], Room] = {}
        for device in devices:
            key = (device.floor, device.room)
            room = rooms.setdefault(key, Room(name=device.room, floor=device.floor, devices=[]))
            room.devices.append(self.device(device))
        # Devices that nobody gave a room come last.
        return sorted(rooms.values(), key=lambda room: not room.name)
