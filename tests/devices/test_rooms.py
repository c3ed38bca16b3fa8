"""A room goes by its other names, where only one can be meant and nothing else is called so."""

from tests.devices.homes import resolver_of
from voice_gateway.devices import Matched, Resolver, Unknown


def found(resolver: Resolver, said: str) -> list[str]:
    resolution = resolver.resolve(said)
    return [device.id for device in resolution.devices] if isinstance(resolution, Matched) else []


def home(*devices: tuple[str, str]) -> Resolver:
    return resolver_of(*(f"{name}, light, {room}" for name, room in devices))


def test_the_lounge_is_the_living_room_where_there_is_no_other() -> None:
    resolver = home(("Lamp", "Living Room"), ("Lamp", "Kitchen"))
    assert found(resolver, "the lounge lamp") == found(resolver, "living room lamp") != []
    assert resolver.rooms_in("is it dark in the lounge") == {"living room"}


def test_of_two_rooms_of_the_same_kind_neither_is_meant_by_a_third_name() -> None:
    assert found(home(("Lamp", "Living Room"), ("Lamp", "Sitting Room")), "lounge lamp") == []


def test_what_is_a_name_of_something_else_is_no_room() -> None:
    resolver = home(("Lounge Lamp", "Kitchen"), ("Lamp", "Living Room"))
    assert found(resolver, "lounge lamp") == found(resolver, "kitchen lounge lamp") != []


def test_a_room_that_is_there_keeps_its_name() -> None:
    resolver = home(("Lamp", "Lounge"), ("Lamp", "Living Room"))
    assert len(found(resolver, "lounge lamp")) == 1
    assert found(resolver, "lounge lamp") != found(resolver, "living room lamp")


def test_here_is_no_name() -> None:
    here = home(("Lamp", "Lounge")).resolve("fans in here", room="Lounge")
    assert isinstance(here, Unknown)
    assert here.sentence == "There is no device called “fans” here."
