"""False wakes: hours of speech and music without the wake word, listened to faster than they last.

`python -m bench false_wakes --hours 6`. Many voices read the project's own documents, alone or over music.
"""

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from voice_gateway.measuring.hearing import rooms
from voice_gateway.measuring.hearing.judging import count_wakes
from voice_gateway.measuring.hearing.voices import Voice, installed, speak
from voice_gateway.voice.audio import RATE, Sound, from_samples
from voice_gateway.voice.wake import MicroWake

TEXTS = ("README.md", "CONTRIBUTING.md", "docs", "evaluations/README.md")
SLOW = "kokoro"
"""An engine that takes longer than it speaks."""

WORDS = ("hey_jarvis", "okay_nabu")
MUSIC_EVERY, OVER_MUSIC_EVERY = 5, 3
_SENTENCE = re.compile(r"[A-Z][a-z][^.!?|`#*<>{}\[\]\n]{30,160}[.!?]")


def sentences() -> list[str]:
    """What is read aloud: every sentence of the documents that can be."""
    files = [file for place in TEXTS for file in (sorted(Path(place).rglob("*.md")) or [Path(place)])]
    found = [text for file in files for text in _SENTENCE.findall(file.read_text(encoding="utf-8"))]
    return [text for text in found if not re.search(r"jarvis|nabu", text, re.I)]


def pieces(voices: list[Voice]) -> Iterator[tuple[str, Sound]]:
    """Talk, talk over music, and music, without end."""
    texts, rng, number = sentences(), np.random.default_rng(85), 0
    shuffled = random.Random(85)
    while True:
        number += 1
        if number % MUSIC_EVERY == 0:
            played = rooms.music(10 * RATE, rng)
            yield "music", from_samples(0.3 * played / np.abs(played).max(), RATE)
            continue
        voice = shuffled.choice(voices)
        said = speak(voice, shuffled.choice(texts).rstrip(".!?"))
        if number % OVER_MUSIC_EVERY:
            yield "speech", said
        else:
            samples = said.samples()
            yield (
                "speech over music",
                from_samples(rooms.mixed(samples, rooms.music(len(samples), rng), 10), RATE),
            )


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench false_wakes", description=__doc__)
    parser.add_argument("--hours", type=float, default=0.1)
    hours = parser.parse_args(arguments).hours
    voices = [voice for voice in installed() if voice.engine != SLOW]
    wakes = {word: MicroWake(word) for word in WORDS}
    heard: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    for kind, sound in pieces(voices):
        seconds[kind] += sound.seconds
        for word, wake in wakes.items():
            heard[f"{word} in {kind}"] += count_wakes(wake, sound)
        if sum(seconds.values()) >= 3600 * hours:
            break
    played = sum(seconds.values()) / 3600
    for word in WORDS:
        total = sum(heard[f"{word} in {kind}"] for kind in seconds)
        print(f"{word:12} {total} false wakes in {played:.2f} hours: {total / played:.2f} an hour")
        for kind, length in sorted(seconds.items()):
            print(f"    {kind:20} {length / 3600:5.2f} hours, {heard[f'{word} in {kind}']} false wakes")
    result = Path("build/false_wakes.json")
    result.parent.mkdir(exist_ok=True)
    figures = {word: sum(heard[f"{word} in {kind}"] for kind in seconds) / played for word in WORDS}
    result.write_text(json.dumps({"hours": played, "per_hour": figures}, indent=2) + "\n")
