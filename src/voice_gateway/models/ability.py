"""What is known of a model: how well it calls tools in either way, and whether it is fit for talk.

There is one memory of it for all commands. It is kept by the model's digest: a name may get other weights.
"""

import json
import logging
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from voice_gateway.settings import cache_dir

log = logging.getLogger(__name__)

CLEARLY: Final = 0.2
"""By how much larger the share of right calls must be that a model makes by itself, to be left to it."""


ENOUGH: Final = 16
"""So many right calls, and no wrong one, say all that more of them would."""


@dataclass(frozen=True)
class Tally:
    """How many calls were right, of how many."""

    right: int = 0
    asked: int = 0

    @property
    def share(self) -> float:
        """What nobody has tried is taken to work."""
        return self.right / self.asked if self.asked else 1.0

    def __str__(self) -> str:
        return f"{self.right} of {self.asked}"

    def with_one(self, *, right: bool) -> "Tally":
        return Tally(self.right + right, self.asked + 1)


@dataclass(frozen=True)
class Widened:
    """The window that was needed, where the one that is set was too small."""

    set_to: int
    needed: int


@dataclass(frozen=True)
class Abilities:
    """What has been found out about a model so far."""

    native: Tally = Tally()
    """Calls that it made by itself."""

    written: Tally = Tally()
    """Calls that it wrote under a schema; only a probe asks for the same call in both ways."""

    talks: bool | None = None
    widened: Widened | None = None

    @property
    def probed(self) -> bool:
        return self.written.asked > 0 and self.talks is not None

    @property
    def calls_tools(self) -> bool | None:
        """Whether calls are left to the model; None when nothing is known.

        A call under a schema always parses, so it is preferred unless native calls are faultless, which also
        allows for several calls at once and for searching again, or clearly better.
        """
        if not self.native.asked:
            return None
        return self.native.share == 1 or self.native.share >= self.written.share + CLEARLY

    def seen(self, *, right: bool) -> "Abilities":
        """With a native call of a real turn. It counts until a probe has compared both ways, or until another
        right one tells nothing new."""
        told = right and self.native.share == 1 and self.native.asked >= ENOUGH
        return self if self.written.asked or told else replace(self, native=self.native.with_one(right=right))


_KEPT = TypeAdapter(Abilities)


def _file() -> Path:
    return cache_dir() / "models.json"


def remembered(model: str) -> Abilities:
    """What was found out about the model of this digest, by this process or an earlier one."""
    try:
        return _KEPT.validate_python(_read().get(model, {}))
    except ValidationError:
        return Abilities()


def remember(model: str, found: Abilities) -> None:
    """Keep what was found out; a folder that cannot be written is no reason to fail."""
    path = _file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**_read(), model: asdict(found)}, indent=1), encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        log.info("What was found out about %s could not be kept: %s", model, error)


def _read() -> dict[str, Any]:
    try:
        known = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
