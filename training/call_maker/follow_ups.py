"""Draws what is said after a command: “and the bedroom”, “turn it off again”, “thanks”."""

from random import Random

from training.call_maker import phrases
from training.call_maker.home_wishes import HomeWishes
from training.call_maker.homes import InventedHome
from training.call_maker.lines import asked_state, copied, joined, line
from training.call_maker.resolved import resolved
from training.call_maker.sayings import Said
from training.call_maker.spoken import said_number
from training.call_maker.templates import SENTENCES, draw
from voice_gateway.devices import Kind

FILE = SENTENCES / "follow.txt"
_AFTER = {
    Kind.LIGHT: ("on", "off", "read"), Kind.DIMMER: ("on", "off", "level", "dim", "brighten", "read"),
    Kind.SWITCH: ("on", "off", "read"), Kind.FAN: ("on", "off", "level", "read"),
    Kind.COVER: ("open", "close", "stop", "level", "read"),
    Kind.GARAGE_DOOR: ("open", "close", "stop", "read"),
    Kind.LOCK: ("lock", "unlock", "read"), Kind.THERMOSTAT: ("temp", "warmer", "cooler", "on", "off"),
    Kind.VALVE: ("open", "close", "read"), Kind.SIREN: ("off",), Kind.SENSOR: ("read",),
}  # fmt: skip
_REPEATABLE = frozenset({"on", "off", "open", "close", "lock", "read", "level", "dim", "brighten", "temp"})


def follow_up(  # noqa: PLR0911 (one for each way to go on)
    first: Said, home: InventedHome, wishes: HomeWishes, random: Random, *, held_out: bool
) -> Said | None:
    """A second sentence; None when the first one leaves nothing to refer to."""
    style = random.random()
    if style < 0.12:
        return Said(draw(FILE, "none", {}, random, held_out=held_out), "none", "talk")
    if style < 0.2:
        verb = random.choice(("cancel", "undo"))
        return Said(draw(FILE, verb, {}, random, held_out=held_out), verb, "follow up", verb)
    if style < 0.32:
        # A sentence of its own, whatever went before.
        return wishes.wish(home)
    if style < 0.64 and first.verb in _REPEATABLE and first.kind in ("single", "room", "group", "absent"):
        return _same(first, home, random, held_out=held_out)
    if first.device is None and first.kind != "group":
        return None
    kind = first.device.kind if first.device else Kind.LIGHT
    verb = random.choice(_AFTER[kind])
    if first.device is None and verb not in ("on", "off"):
        return None
    number = (
        random.choice((10, 20, 25, 30, 40, 50, 60, 70, 80, 100))
        if verb == "level"
        else random.randint(16, 25)
    )
    spoken = said_number(number, random)
    slots = {"pct": f"{spoken} percent", "deg": f"{spoken} degrees"}
    text = draw(FILE, verb, slots, random, held_out=held_out)
    state = asked_state(text) if verb == "read" else ""
    if kind is Kind.FAN and verb == "level":
        verb = "speed"
    written = line(verb, first.name, number if verb in ("level", "speed", "temp") else None, state=state)
    return Said(text, written, "follow up", verb)


def _same(first: Said, home: InventedHome, random: Random, *, held_out: bool) -> Said | None:
    """The same for something else. A room alone takes over the noun of what was named before."""
    device, name = first.device, first.name
    other = phrases.single(random.choice(home.devices), random)
    written = copied(other)
    meant = first.verb != "read" and random.random() < 0.3
    if device and not meant and name.startswith(f"{device.room.lower()} ") and random.random() < 0.6:
        room = random.choice(home.rooms)
        other = random.choice((f"the {room}", f"in the {room}", f"the one in the {room}"))
        written = f"{room} {name.removeprefix(device.room.lower()).strip()}"
    if written == name or " and " in name + written or '"' in first.line or name not in first.line:
        return None
    wish = first.line.replace(name, written)
    if any(call.problem == "ambiguous" for call in resolved(wish, home.resolver)):
        return None
    slots = {"x": other, "room": other.removeprefix("in "), "y": f"the {name}"}
    section = "meant" if meant else "same"
    text = draw(FILE, section, slots, random, held_out=held_out)
    return Said(text, joined("undo", wish) if meant else wish, "follow up", first.verb)
