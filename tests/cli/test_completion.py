"""What a shell offers for a line of the language."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from voice_gateway.completing import completed
from voice_gateway.known_names import known_names, remember_names
from voice_gateway.settings import cache_dir
from voice_gateway.wishes import Verb, read_wish

NAMES = ("Kitchen", "Kitchen Light", "Living Room", "Living Room Blinds", "Light Switch")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("off kit", ["off kitchen", "off kitchen light"]),
        ("off kitchen li", ["off kitchen light"]),
        ("off Kitchen LI", ["off kitchen light"]),
        ("in 10m: close living r", ["in 10m: close living room", "in 10m: close living room blinds"]),
        ("off lights except kitchen l", ["off lights except kitchen light"]),
        ("on lamp; unl", ["on lamp; unless ", "on lamp; unlock "]),
        ("off nothing like it", []),
        ("tog", ["toggle "]),
    ],
)
def test_a_line_goes_on_with_a_verb_or_a_name(typed: str, offered: list[str]) -> None:
    assert list(completed(typed, NAMES)) == offered


REST = {
    "alarm": "07:00", "ask": "warmest room", "at": "18:30: on lamp", "cancel": "last", "calc": "2+2",
    "color": "lamp blue", "daily": "07:00: on lamp", "date": "", "every": "10m: on lamp",
    "humidity": "bedroom 50", "tilt": "blinds 30",
    "if": "lamp on: off lamp", "in": "10m: on lamp", "level": "lamp 40", "list": "shopping read",
    "mode": "thermostat heat", "move": "last 07:00", "planned": "", "remind": "20:00 bins",
    "routine": "night: off lamp", "set": "thermostat 20", "speed": "fan 40", "temp": "thermostat 20",
    "time": "", "timer": "9m", "undo": "", "unless": "lamp on: on lamp", "volume": "40",
    "weekdays": "07:00: on lamp", "weekends": "07:00: on lamp", "when": "door opens: on lamp",
    "whenever": "door opens: on lamp", "white": "lamp warm",
}  # fmt: skip


def test_every_first_word_that_is_offered_begins_a_line_and_no_verb_is_missing() -> None:
    offered = [line.strip() for line in completed("", NAMES)]
    for word in offered:
        assert read_wish(f"{word} {REST.get(word, 'lamp')}".strip()).parts, word
    assert {verb.value for verb in Verb} <= set(offered)


def test_names_are_those_of_the_home_that_was_seen_last() -> None:
    assert "Kitchen Light" in known_names()
    remember_names(["Wobble", "attic"])
    assert known_names() == ["attic", "Wobble"]


@pytest.mark.parametrize("broken", ["{", '{"a": 1}', "[1, 2]", "\x00"])
def test_a_broken_memory_of_names_is_no_error(broken: str) -> None:
    cache_dir().mkdir(parents=True, exist_ok=True)
    (cache_dir() / "names.json").write_text(broken)
    assert all(isinstance(name, str) for name in known_names())


async def shell(line: str, word: int) -> tuple[str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c",
        "from voice_gateway.cli.app import app; app(prog_name='voice-gateway')",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={
            **os.environ, "_VOICE_GATEWAY_COMPLETE": "complete_bash", "COMP_WORDS": line,
            "COMP_CWORD": str(word),
        },
    )  # fmt: skip
    out, err = await process.communicate()
    return out.decode(), err.decode()


async def test_a_shell_is_offered_the_names_quoted_or_not() -> None:
    remember_names(NAMES)
    assert await shell("voice-gateway wish off kitchen li", 4) == ("light\n", "")
    assert await shell('voice-gateway wish "in 10m: off kitchen li', 2) == ("in 10m: off kitchen light\n", "")


async def test_a_shell_is_told_nothing_when_it_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "voice-gateway").mkdir()
    (tmp_path / "voice-gateway" / "names.json").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _, err = await shell("voice-gateway wish off kit", 3)
    assert err == ""
    assert json.dumps(known_names())
