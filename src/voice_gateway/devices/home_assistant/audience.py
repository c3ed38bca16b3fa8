"""Who is told when entities change, come or go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.entity import Entity

Changed = Callable[["Entity"], None]
"""Is told each entity whose state is new, as it is now."""
Rebuilt = Callable[[], None]
"""Is told that entities appeared, went, moved or are called something else."""


class Audience:
    """Keeps who listens, and tells them."""

    def __init__(self) -> None:
        self._changed: list[Changed] = []
        self._rebuilt: list[Rebuilt] = []

    def subscribe(self, changed: Changed, rebuilt: Rebuilt | None = None) -> Callable[[], None]:
        """Tell these what happens; call what is returned to stop."""
        self._changed.append(changed)
        if rebuilt:
            self._rebuilt.append(rebuilt)

        def stop() -> None:
            self._changed.remove(changed)
            if rebuilt:
                self._rebuilt.remove(rebuilt)

        return stop

    def tell_changed(self, entity: Entity) -> None:
        for listener in tuple(self._changed):
            listener(entity)

    def tell_rebuilt(self) -> None:
        for listener in tuple(self._rebuilt):
            listener()
