"""How long a model is waited for, whoever's it is."""

from collections.abc import Callable
from typing import Final

WORD_AFTER: Final = 5.0
"""Seconds of waiting after which the person is told why."""

Came = Callable[[], None]
"""Is called with every piece of a reply that comes."""
