"""Invents homes: devices with names of many kinds, in rooms, on floors. The same seed, the same homes."""

from dataclasses import dataclass
from random import Random

from training.call_maker.names import bank, invented_word
from voice_gateway.devices import Device, Kind, Registry, Resolver
from voice_gateway.devices.device import DEFAULT_MODES, abilities_of
from voice_gateway.devices.state import Reading, State

_SHARES = {
    Kind.LIGHT: 5, Kind.DIMMER: 6, Kind.SWITCH: 6, Kind.FAN: 2, Kind.COVER: 3, Kind.LOCK: 2,
    Kind.GARAGE_DOOR: 1, Kind.THERMOSTAT: 2, Kind.VALVE: 1, Kind.SIREN: 1, Kind.SENSOR: 3,
}  # fmt: skip
_MEASURES = {
    "motion": ("motion",), "temperature": ("temperature",), "climate": ("temperature", "humidity"),
    "humidity": ("humidity",), "door": ("door",), "window": ("window",), "leak": ("leak",),
    "water": ("water",), "multisensor": ("temperature", "humidity", "motion"),
    "air": ("temperature", "humidity"), "smoke": ("smoke",), "contact": ("contact",),
}  # fmt: skip


@dataclass(frozen=True)
class InventedHome:
    """A home, and who finds names in it."""

    devices: tuple[Device, ...]
    resolver: Resolver
    rooms: tuple[str, ...]
    floors: tuple[str, ...]
    held_out: bool

    def of_kind(self, *kinds: Kind) -> list[Device]:
        return [device for device in self.devices if device.kind in kinds]


def invent_home(random: Random, *, held_out: bool, size: int | None = None) -> InventedHome:
    """A home of five to thirty devices, none called the same."""
    floors = tuple(random.sample(bank("floors", False), random.choice((1, 2, 2, 3))))
    rooms = _rooms(random, held_out)
    storeys = {room: random.choice(floors) for room in rooms}
    devices: dict[str, Device] = {}
    for _ in range(size or random.randint(5, 30)):
        room = random.choice(rooms)
        kind = random.choices(tuple(_SHARES), tuple(_SHARES.values()))[0]
        name = device_name(random, kind, room, held_out)
        if name not in devices:
            devices[name] = _device(random, name, kind, room, storeys[room], str(len(devices)))
    found = tuple(devices.values())
    return InventedHome(found, Resolver(Registry(found)), rooms, floors, held_out)


def _rooms(random: Random, held_out: bool) -> tuple[str, ...]:
    pool = bank("rooms", held_out)
    rooms = set(random.sample(pool, min(len(pool), random.randint(2, 8))))
    if random.random() < 0.3:
        rooms.add(f"{random.choice(bank('people', held_out))}'s room")
    if random.random() < 0.25:
        rooms.add(f"{invented_word(random, held_out)} room")
    if random.random() < 0.15:
        rooms.add(invented_word(random, held_out))
    return tuple(sorted(rooms))


def device_name(random: Random, kind: Kind, room: str, held_out: bool) -> str:  # noqa: PLR0911
    """A name for a device of the kind, with or without its room."""
    pools = {Kind.DIMMER: "light"}
    noun = random.choice(
        bank(pools.get(kind, kind.value), held_out) or bank(pools.get(kind, kind.value), False)
    )
    if noun.startswith(room) or random.random() < (0.5 if kind is Kind.SWITCH else 0.12):
        return noun
    style = random.random()
    if style < 0.48:
        return f"{room} {noun}"
    if style < 0.58:
        return f"{random.choice(bank('people', held_out))}'s {noun}"
    if style < 0.72:
        return f"{random.choice(bank('things', held_out))} {noun}"
    if style < 0.78:
        return f"{room} {random.choice(bank('things', held_out))} {noun}"
    if style < 0.83:
        return f"{noun} {random.choice(('1', '2', '3', '4', '5'))}"
    if style < 0.92:
        return f"{invented_word(random, held_out)} {noun}"
    if style < 0.97:
        return invented_word(random, held_out)
    return f"{random.choice(bank('things', held_out))} {invented_word(random, held_out)}"


def _device(random: Random, name: str, kind: Kind, room: str, floor: str, identity: str) -> Device:
    state = _state(random, kind, name)
    return Device(
        id=identity,
        name=name.title().replace("'S", "'s") if random.random() < 0.8 else name,
        kind=kind,
        room=room.title().replace("'S", "'s"),
        floor=floor,
        abilities=abilities_of(kind, state),
        modes=(*DEFAULT_MODES, "eco") if kind is Kind.THERMOSTAT else (),
        state=state,
        battery=random.choice((None, 15, 80)) if kind in (Kind.LOCK, Kind.SENSOR) else None,
    )


def _state(random: Random, kind: Kind, name: str) -> State:
    match kind:
        case Kind.DIMMER | Kind.FAN:
            return State(on=random.random() < 0.5, level=random.randint(0, 100))
        case Kind.COVER | Kind.GARAGE_DOOR | Kind.VALVE:
            return State(position=random.choice((0, 100)))
        case Kind.LOCK:
            return State(locked=random.random() < 0.5)
        case Kind.THERMOSTAT:
            return State(target=20.0, mode="heat", readings=(Reading("temperature", 19.5, "°C"),))
        case Kind.SENSOR:
            known = next((names for word, names in _MEASURES.items() if word in name), ("temperature",))
            return State(readings=tuple(Reading(each, 1.0, "") for each in known))
        case _:
            return State(on=random.random() < 0.5)
