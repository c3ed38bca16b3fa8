"""Measures hearing on recordings: word error rate, right tool calls, speed, and false wake-ups."""

import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError, InputError
from voice_gateway.gateway import Gateway
from voice_gateway.trace import Called
from voice_gateway.voice.audio import Sound, read_wav
from voice_gateway.voice.speakable import speakable
from voice_gateway.voice.transcriber import OffLoop
from voice_gateway.voice.wake import WakeWord


@dataclass(frozen=True)
class Recorded:
    """A recording and what is said in it."""

    file: Path
    text: str


@dataclass(frozen=True)
class Judged:
    """What became of a recording."""

    recorded: Recorded
    heard: str
    errors: int
    words: int
    seconds: float
    """The length of the sound."""

    took: float
    """Seconds to transcribe it."""

    wakes: int
    """How often the wake word was heard."""

    has_wake_word: bool
    called_right: bool | None = None
    """Whether it led to the calls that its text leads to; None when that leads to none, or was not asked."""


@dataclass(frozen=True)
class Score:
    judged: Sequence[Judged]

    @property
    def word_error_rate(self) -> float:
        return sum(each.errors for each in self.judged) / max(1, sum(each.words for each in self.judged))

    @property
    def right_calls(self) -> float | None:
        commands = [each.called_right for each in self.judged if each.called_right is not None]
        return sum(commands) / len(commands) if commands else None

    @property
    def real_time_factor(self) -> float:
        return sum(each.took for each in self.judged) / max(1e-9, sum(each.seconds for each in self.judged))

    @property
    def wakes_heard(self) -> float | None:
        """The share of recordings with the wake word in which it was heard."""
        with_word = [each.wakes > 0 for each in self.judged if each.has_wake_word]
        return sum(with_word) / len(with_word) if with_word else None

    @property
    def false_wakes_per_hour(self) -> float | None:
        without = [each for each in self.judged if not each.has_wake_word]
        hours = sum(each.seconds for each in without) / 3600
        return sum(each.wakes for each in without) / hours if hours else None


def read_folder(folder: Path) -> list[Recorded]:
    """All WAV files with a .txt of the same name beside them."""
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}.")
    found = [
        Recorded(file, file.with_suffix(".txt").read_text(encoding="utf-8").strip())
        for file in sorted(folder.rglob("*.wav"))
        if file.with_suffix(".txt").is_file()
    ]
    if not found:
        raise InputError(
            f"{folder} holds no recordings.",
            fix="Put WAV files there, each with its words in a .txt beside it.",
        )
    return found


async def judge(
    recorded: Recorded,
    transcriber: OffLoop,
    wake: WakeWord,
    names: Sequence[str] = (),
    gateway: Gateway | None = None,
) -> Judged:
    """Hear one recording; with a gateway, see what it leads to as well."""
    sound = read_wav(recorded.file)
    began = time.perf_counter()
    heard = await transcriber.transcribe(sound, names)
    took = time.perf_counter() - began
    wanted, got = words(recorded.text), words(heard)
    called_right = None
    command, phrase = recorded.text, words(wake.phrase)
    if gateway and (right := await _calls(gateway, _without(command, phrase))):
        called_right = await _calls(gateway, _without(heard, phrase)) == right
    return Judged(
        recorded,
        heard,
        Levenshtein.distance(wanted, got),
        len(wanted),
        sound.seconds,
        took,
        count_wakes(wake, sound),
        " ".join(phrase) in " ".join(wanted),
        called_right,
    )


def words(text: str) -> list[str]:
    """The words as they are spoken, so that "40 %" and "forty percent" are the same."""
    return re.findall(r"[a-z0-9']+", speakable(text).lower().replace("-", " ").replace("’", "'"))


def count_wakes(wake: WakeWord, sound: Sound) -> int:
    wake.reset()
    count = 0
    for frame in sound.frames():
        if wake.hear(frame) >= wake.cutoff:
            count += 1
            wake.reset()
    return count


def _without(text: str, phrase: Iterable[str]) -> str:
    pattern = r"\W*".join(map(re.escape, phrase))
    return re.sub(rf"^\W*{pattern}\W*", "", text, flags=re.I) or text


async def _calls(gateway: Gateway, text: str) -> list[str]:
    """The tool calls that a sentence leads to."""
    try:
        answer = await gateway.turn(text, Conversation())
    except GatewayError:
        return []
    return [f"{call.tool} {json.dumps(call.arguments, sort_keys=True)}" for call in answer.trace.all(Called)]
