"""Homes for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from voice_gateway.devices import Kind, Registry, Resolver, SimulatedHome
from voice_gateway.devices.home_file import parse_plan

if TYPE_CHECKING:
    from voice_gateway.devices import Device

EVERY_KIND = Path(__file__).parents[1] / "homes" / "every_kind.toml"
"""One device of every kind that the shipped home has not."""

ROOMS = (
    "Kitchen",
    "Living Room",
    "Bedroom",
    "Office",
    "Garage",
    "Hallway",
    "Attic",
    "Guest Room",
    "Bathroom",
    "Den",
)


def home_of(*devices: str, delay: float = 0) -> SimulatedHome:
    """A home from lines such as "Kitchen Light, dimmer, Kitchen, downstairs"."""
    tables = []
    for line in devices:
        name, kind, *place = [part.strip() for part in line.split(",")]
        tables.append(
            {"name": name, "kind": kind, "room": "", "floor": ""}
            | dict(zip(("room", "floor"), place, strict=False))
        )
    return SimulatedHome(parse_plan({"device": tables}, name="a test home"), delay=delay)


def large_home() -> tuple[Device, ...]:
    """Two hundred devices in ten rooms."""
    kinds = [kind for kind in Kind if kind is not Kind.DIMMER][:10]
    lines = [
        f"{room} {kind.spoken.title()} {number}, {kind}, {room}"
        for room in ROOMS
        for kind in kinds
        for number in (1, 2)
    ]
    return home_of(*lines).devices()


def resolver_of(*devices: str) -> Resolver:
    return Resolver(Registry(home_of(*devices).devices()))
