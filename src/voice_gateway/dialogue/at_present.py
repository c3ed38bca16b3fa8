"""How the things that a question offers are at this moment, in the words by which an answer may pick them."""

from collections.abc import Container, Iterator

from voice_gateway.devices import Device, Registry
from voice_gateway.dialogue.selecting import HERE, OTHER, Now
from voice_gateway.wishes.choice import AwaitingChoice


def at_present(waiting: AwaitingChoice, registry: Registry, room: str, last: Container[str]) -> Now:
    """Of each of them; `room` is where the answer is said, `last` what was spoken to before the question."""
    found = [device for each in waiting.options if (device := registry.get(each.device_id))]
    spoken_to = {device.id for device in found if device.id in last}
    return {
        device.id: frozenset(
            [
                *_states(device),
                *([HERE] if room and device.room.casefold() == room.casefold() else []),
                *([OTHER] if spoken_to and device.id not in spoken_to else []),
            ]
        )
        for device in found
    }


def _states(device: Device) -> Iterator[str]:
    state = device.state
    if state.on is not None:
        yield from ("on", "running") if state.on else ("off",)
    if state.position is not None:
        yield from ("open",) if state.position else ("closed", "shut")
    if state.locked is not None:
        yield "locked" if state.locked else "unlocked"
    if state.activity == "playing":
        yield "playing"
