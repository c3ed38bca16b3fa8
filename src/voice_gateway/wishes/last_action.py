"""What was done last, so that it can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass

from voice_gateway.devices import State
from voice_gateway.wishes.tree import Wish


@dataclass(frozen=True)
class LastAction:
    """What was done last, and how the devices were before it."""

    wish: Wish | None
    before: Mapping[str, State]
    undo: tuple[str, ...] = ()
    """Errands that take back what was kept, in the language of wishes."""

    lost: tuple[str, ...] = ()
    """What was done besides and cannot be taken back, in words."""
