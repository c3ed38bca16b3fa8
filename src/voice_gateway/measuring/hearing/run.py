"""Says a clip to the gateway of its home, and looks at what became of it beside the written words."""

from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from voice_gateway.conversation import Conversation
from voice_gateway.devices import SimulatedHome
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway
from voice_gateway.make_believe import Time
from voice_gateway.measuring.hearing.clips import Clip
from voice_gateway.measuring.tasks.home_run import HomeRun
from voice_gateway.measuring.tasks.states import Snapshot, same, snapshot
from voice_gateway.outcome import TurnOutcome
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.recording import spoken_part
from voice_gateway.voice.transcriber import OffLoop
from voice_gateway.voice.vad import Silero

NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Became:
    """What came of a sentence."""

    before: Snapshot
    after: Snapshot
    answer: str
    outcome: str

    @cached_property
    def changes(self) -> dict[tuple[str, str], Any]:
        return {
            (device, name): value
            for device, state in self.after.items()
            for name, value in state.items()
            if not same(name, self.before[device].get(name), value)
        }

    def is_like(self, other: "Became") -> bool:
        """The same was done or, where nothing is done to devices, the same was answered."""
        if self.changes or other.changes:
            return _agree(self.changes, other.changes)
        return self.outcome == other.outcome and _folded(self.answer) == _folded(other.answer)

    def does_what_was_not_asked(self, wanted: "Became") -> bool:
        """Something changed that should not have, or was kept for later that was not said."""
        if any(
            not (key in wanted.changes and same(key[1], value, wanted.changes[key]))
            for key, value in self.changes.items()
        ):
            return True
        kept = not self.changes and self.outcome == TurnOutcome.DONE.value
        return kept and _folded(self.answer) != _folded(wanted.answer)


@dataclass(frozen=True)
class Heard:
    """One clip, and what was made of it."""

    clip: str
    said: str
    heard: str
    voice: str
    noise: str
    decibels: int | None
    right: bool
    wrong_change: bool
    answer: str
    confidence: float = 1.0

    def row(self) -> dict[str, Any]:
        return asdict(self)


class HearingRun:
    """Homes, ears and the clips that were made."""

    def __init__(self, homes: HomeRun, transcriber: OffLoop, kept: Path | None = None) -> None:
        self._homes = homes
        self._transcriber = transcriber
        self._kept = kept
        self._activity = Silero()
        self._wanted: dict[tuple[Path, str], Became] = {}

    async def run(self, clip: Clip) -> Heard:
        wanted = await self._became_of_text(clip)
        async with self._gateway(clip) as gateway:
            ears = Hearing(gateway, self._transcriber)
            heard = spoken_part(clip.sound(self._kept), self._activity, self._homes.settings.voice)
            said = await ears.hear(heard, Conversation())
            became = await _said(gateway, said.text, said.confidence)
        return Heard(
            clip.name,
            clip.text,
            said.text,
            str(clip.voice),
            clip.noise,
            clip.decibels,
            became.is_like(wanted),
            became.does_what_was_not_asked(wanted),
            became.answer,
            said.confidence,
        )

    def _gateway(self, clip: Clip) -> AbstractAsyncContextManager[Gateway]:
        """A fresh copy of its home, always at the same time."""
        home = SimulatedHome(clip.tasks.plan, delay=0)
        return self._homes.gateway(home, Time.of(self._homes.settings, NOON))

    async def _became_of_text(self, clip: Clip) -> Became:
        key = (clip.tasks.path, clip.text)
        if key not in self._wanted:
            async with self._gateway(clip) as gateway:
                self._wanted[key] = await _said(gateway, clip.text)
        return self._wanted[key]


async def _said(gateway: Gateway, text: str, heard: float = 1.0) -> Became:
    home = gateway.home
    assert home is not None  # noqa: S101 - every clip has one
    before = snapshot(home)
    try:
        answer = await gateway.turn(text, Conversation(), heard=heard)
    except GatewayError as error:
        return Became(before, snapshot(home), error.message, TurnOutcome.FAILED.value)
    return Became(before, snapshot(home), answer.text, answer.outcome.value)


def _agree(one: dict[tuple[str, str], Any], other: dict[tuple[str, str], Any]) -> bool:
    return one.keys() == other.keys() and all(same(key[1], one[key], other[key]) for key in one)


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
