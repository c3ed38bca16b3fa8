"""What the rules read in a sentence, as the line of its wish."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import default_classifier
from voice_gateway.wishes import read_wish, write_wish

MONDAY_EVENING = datetime(2026, 11, 16, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@dataclass(frozen=True)
class Reader:
    """Of one home, on a Monday evening at six."""

    path: FastPath

    def read(self, sentence: str, *before: str, room: str = "", remarks: bool = False) -> str | None:
        """`before` are the lines of the wishes before it; `remarks` may be skipped."""
        wishes = tuple(read_wish(line) for line in before)
        context = Context(wishes[-1] if wishes else None, room, wishes, now=MONDAY_EVENING)
        wish = self.path.read(sentence, default_classifier().classify(sentence), context, remarks=remarks)
        return write_wish(wish) if wish else None

    def read_anyway(self, sentence: str, *before: str) -> str | None:
        """As a whole, or with what may be skipped."""
        return self.read(sentence, *before) or self.read(sentence, *before, remarks=True)


def reader_of(home: Path | None = None) -> Reader:
    """Of the simulated home, or of another."""
    return Reader(FastPath(Resolver(load_home(home, delay=0).registry)))
