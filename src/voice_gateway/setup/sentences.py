"""Five sentences to try, about the devices that are really there."""

from collections.abc import Callable, Iterator, Sequence

from voice_gateway.devices import Device, Kind, Status
from voice_gateway.devices.degrees import Degrees

_LIGHTS = (Kind.LIGHT, Kind.DIMMER)
_ALWAYS = (
    "Set a pasta timer for nine minutes",
    "Add milk and eggs to the shopping list",
    "What time is it in Tokyo?",
    "What is 15 percent of 80?",
    "What can you do?",
)


def five_sentences(devices: Sequence[Device]) -> list[str]:
    """What this household can say at once; each one works without a large model."""
    there = [device for device in devices if device.status is not Status.DEAD]
    return [*_about(there), *_ALWAYS][:5]


def _about(devices: Sequence[Device]) -> Iterator[str]:
    def first(*kinds: Kind, able: Callable[[Device], bool] = lambda _: True) -> Device | None:
        return next((device for device in devices if device.kind in kinds and able(device)), None)

    if light := first(*_LIGHTS, Kind.SWITCH):
        yield f"Turn on the {light.label}"
    if dimmer := first(Kind.DIMMER, Kind.LIGHT, able=lambda one: "level" in one.abilities and one != light):
        yield f"Dim the {dimmer.label} to 30 percent in ten minutes"
    if lock := first(Kind.LOCK):
        yield f"Is the {lock.label} locked?"
    elif cover := first(Kind.COVER):
        yield f"Close the {cover.label} at sunset"
    if warm := first(Kind.THERMOSTAT, able=lambda one: "target" in one.abilities):
        yield f"Set the {warm.label} to {21 if warm.degrees is Degrees.CELSIUS else 70} degrees"
