"""Ways of wanting something that fit every verb: “would you mind …ing”, “I'd like … done”, “don't …”."""

from random import Random

from training.call_maker.templates import SENTENCES, Slots, draw, fill

FILE = SENTENCES / "frames.txt"

# To do it, doing it, and how a device is when it is done. {x} is the device.
_FORMS = {
    "on": (
        "(turn|switch|power|put) on {x}|(turn|switch|power|put) {x} on|(start|activate|enable) {x}",
        "(turning|switching|putting) {x} on|(turning|switching) on {x}|(starting|activating) {x}",
        "turned on|switched on|on|on|activated|running",
    ),
    "off": (
        "(turn|switch|shut|power) off {x}|(turn|switch|shut|put) {x} off|(deactivate|disable|shut down) {x}",
        "(turning|switching|shutting) {x} off|(turning|switching) off {x}|(deactivating|shutting down) {x}",
        "turned off|switched off|off|off|shut off|deactivated",
    ),
    "toggle": ("toggle {x}|flip {x}", "toggling {x}|flipping {x}", "toggled|flipped"),
    "open": ("open {x}|open up {x}|raise {x}", "opening {x}|raising {x}", "opened|open|raised|opened up"),
    "close": ("close {x}|shut {x}|lower {x}", "closing {x}|shutting {x}|lowering {x}", "closed|shut|lowered"),
    "stop": ("stop {x}|halt {x}", "stopping {x}|halting {x}", "stopped|halted"),
    "lock": ("lock {x}|lock up {x}|secure {x}", "locking {x}|securing {x}", "locked|locked up|secured"),
    "unlock": ("unlock {x}", "unlocking {x}", "unlocked"),
    "level": (
        "set {x} to {pct}|(turn|put|bring|change|move) {x} to {pct}",
        "setting {x} to {pct}|(turning|putting|bringing) {x} to {pct}",
        "set to {pct}|at {pct}|put to {pct}|brought to {pct}",
    ),
    "dim": (
        "dim {x}|dim {x} a bit|turn down {x}|make {x} darker", "dimming {x}|turning {x} down",
        "dimmed|dimmer|darker",
    ),
    "brighten": (
        "brighten {x}|make {x} brighter|turn up {x}", "brightening {x}|turning {x} up|making {x} brighter",
        "brightened|brighter|turned up",
    ),
    "temp": (
        "set {x} to {deg}|(turn|put|bring|change) {x} to {deg}",
        "setting {x} to {deg}|(turning|putting|bringing) {x} to {deg}",
        "set to {deg}|at {deg}|put to {deg}",
    ),
}  # fmt: skip


def framed(verb: str, slots: Slots, random: Random, *, held_out: bool) -> str | None:
    """A sentence for the verb in a common frame; None for verbs that have no such forms."""
    if verb not in _FORMS:
        return None
    do, doing, done = (f"({forms})" for forms in _FORMS[verb])
    section = random.choices(("do", "doing", "done"), (5, 2, 4))[0]
    forms = {
        "do": lambda: fill(do, slots, random),
        "doing": lambda: fill(doing, slots, random),
        "done": lambda: fill(done, slots, random),
    }
    return draw(FILE, section, {**slots, **forms}, random, held_out=held_out)


def to_do(phrase: str, random: Random) -> str:
    """Something that could be done to a device: “turn off the lamp”."""
    verb = random.choice(("on", "off", "on", "off", "open", "close", "lock", "unlock", "dim", "level"))
    slots = {"x": phrase, "pct": f"{random.randint(1, 10) * 10} percent"}
    return fill(f"({_FORMS[verb][0]})", slots, random)
