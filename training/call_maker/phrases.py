"""What people call their devices, rooms and groups of devices, as part of a sentence."""

from random import Random

from training.call_maker.homes import InventedHome, invent_home
from training.call_maker.names import bank
from voice_gateway.devices import Device, Kind

PLURALS = {
    Kind.LIGHT: ("lights", "lamps", "lights", "lights"), Kind.DIMMER: ("lights", "lamps", "lights", "lights"),
    Kind.SWITCH: ("plugs", "switches", "outlets"), Kind.FAN: ("fans",),
    Kind.COVER: ("blinds", "shutters", "curtains", "shades", "blinds"), Kind.LOCK: ("doors", "locks"),
    Kind.THERMOSTAT: ("thermostats", "radiators", "heaters"), Kind.VALVE: ("valves",),
    Kind.SIREN: ("sirens",), Kind.SENSOR: ("sensors",), Kind.GARAGE_DOOR: ("garage doors",),
}  # fmt: skip


def single(device: Device, random: Random) -> str:
    """One device, by its name, and sometimes by its place."""
    name, room = device.name.lower(), device.room.lower()
    style = random.random()
    if name.startswith(f"{room} ") and style < 0.15:
        return f"{_article(random)}{name.removeprefix(room).strip()} {_inside(room, random)}"
    if room and room not in name and style < 0.12:
        return f"{_article(random)}{name} {_inside(room, random)}"
    if room and room not in name and style < 0.2:
        return f"{_article(random)}{room} {name}"
    if name.split()[0].endswith("'s"):
        return name
    return f"{_article(random)}{name}"


def torn(device: Device, home: InventedHome, random: Random) -> tuple[str, str]:
    """A device or a group as two parts: “the lights”, “in the kitchen”."""
    name, room = device.name.lower(), device.room.lower()
    if name.startswith(f"{room} ") and random.random() < 0.5:
        return f"the {name.removeprefix(room).strip()}", f"in the {room}"
    plural = random.choice(PLURALS[device.kind])
    all_of = random.choice(("the ", "all the ", "all ", ""))
    return f"{all_of}{plural}", place(home, random)


def place(home: InventedHome, random: Random) -> str:
    """“in the kitchen”, “upstairs”, “in here”."""
    if random.random() < 0.2:
        floor = random.choice(home.floors)
        return f"on the {floor}" if floor.endswith("floor") else _floor(floor)
    return _inside(random.choice(home.rooms), random, ("in",))


def group(kind: Kind, home: InventedHome, random: Random) -> str:  # noqa: PLR0911
    """Several devices at once."""
    plural, room = random.choice(PLURALS[kind]), random.choice(home.rooms)
    style = random.random()
    if style < 0.2:
        return f"{random.choice(('all the', 'all', 'every one of the', 'all of the', 'all my'))} {plural}"
    if style < 0.35:
        return f"{random.choice(('the ', '', 'my '))}{plural}"
    if style < 0.6:
        return (
            f"{random.choice(('the ', '', 'all the ', 'all ', 'all of the '))}{plural} {place(home, random)}"
        )
    if style < 0.8:
        return f"{random.choice(('the ', '', 'all the ', 'all '))}{room} {plural}"
    if style < 0.87:
        other = single(random.choice(home.devices), random)
        but = random.choice(("except", "but", "except for"))
        return f"{random.choice(('all the', 'all'))} {plural} {but} {other}"
    if style < 0.95:
        return f"everything {place(home, random)}"
    return random.choice(("everything", f"every {plural.removesuffix('s')}", "the whole house"))


def a_room(home: InventedHome, random: Random) -> str:
    return f"{_article(random)}{random.choice(home.rooms)}"


def both(first: str, second: str, random: Random) -> str:
    return f"{first} {random.choice(('and', 'and', 'and also', 'plus'))} {second}".replace("and also", "and")


def absent(home: InventedHome, random: Random) -> str:
    """A device that this home does not have, though another might; sometimes nearly one of its own."""
    style = random.random()
    if style < 0.5:
        return single(random.choice(invent_home(random, held_out=home.held_out, size=3).devices), random)
    known = random.choice(home.devices)
    if style < 0.75:
        other = random.choice(bank("rooms", home.held_out))
        noun = known.name.lower().removeprefix(known.room.lower()).strip() or "light"
        return f"{_article(random)}{other} {noun}"
    kind = random.choice(("light", "switch", "cover", "fan"))
    noun = random.choice(bank(kind, home.held_out))
    return f"{_article(random)}{known.room.lower()} {noun}"


def _article(random: Random) -> str:
    return random.choices(("the ", "", "my ", "our "), (62, 26, 9, 3))[0]


def _inside(room: str, random: Random, words: tuple[str, ...] = ("in", "in", "in", "of", "from")) -> str:
    article = (
        "" if room.split(maxsplit=1)[0].endswith("'s") else random.choice(("the ", "the ", "the ", "my ", ""))
    )
    return f"{random.choice(words)} {article}{room}" if article else f"in {room}"


def _floor(floor: str) -> str:
    return floor if floor in ("upstairs", "downstairs", "outside") else f"in the {floor}"
