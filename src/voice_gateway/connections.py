"""How many may be connected at once, altogether and from one address.

Where a place is missing, it is taken from whoever has been connected longest without asking for anything:
a crowd that only holds the line keeps nobody out.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(eq=False)
class Place:
    """One connection's place."""

    client: str
    hang_up: Callable[[], None]
    busy: bool = False
    """Whether it waits for an answer; then it is left alone."""


class Connections:
    """The places of one server, in the order in which they were taken."""

    def __init__(self, most: int, per_client: int) -> None:
        self._most = most
        self._per_client = per_client
        self._places: dict[Place, None] = {}

    def __len__(self) -> int:
        return len(self._places)

    def admit(self, client: str, hang_up: Callable[[], None]) -> Place | None:
        """A place, which must be given back with `leave`; None when all are busy."""
        same = [place for place in self._places if place.client == client]
        for crowd, limit in ((same, self._per_client), (list(self._places), self._most)):
            if len(crowd) >= limit:
                idle = next((place for place in crowd if not place.busy), None)
                if idle is None:
                    return None
                self.leave(idle)
                idle.hang_up()
        place = Place(client, hang_up)
        self._places[place] = None
        return place

    def leave(self, place: Place) -> None:
        self._places.pop(place, None)
