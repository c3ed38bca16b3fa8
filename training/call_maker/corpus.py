"""Public sentences, given by path. They teach which verb a code begins with, and when nothing is called."""

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from training.call_maker.example import Example, codes_line
from voice_gateway.call_maker.prompt import spoken

GROUP = {"device": "home", "datetime": "time", "volume": "volume", "search": "web"}
_HELD_OUT_OF = 6
"""One row of so many is only for testing."""

_COLOURS = re.compile(r"\b(?:red|blue|green|colou?r|purple|pink|yellow|white|orange|warm)\b")
_TIMED = re.compile(r"\b(?:when|at \d|in \w+ minutes|until|after|o'clock|timer|every|tomorrow|pm|am)\b")
_VERBS = {
    "HassClimateSetTemperature": "temp", "HassSetPosition": "level", "iot_hue_lightoff": "off",
    "iot_hue_lighton": "on", "iot_wemo_on": "on", "iot_wemo_off": "off", "iot_hue_lightup": "brighten",
    "iot_hue_lightdim": "dim", "audio_volume_up": "vol up", "audio_volume_down": "vol down",
    "audio_volume_mute": "vol mute",
}  # fmt: skip


def held_out_row(text: str) -> bool:
    return zlib.crc32(text.lower().encode()) % _HELD_OUT_OF == 0


def rows(path: Path) -> Iterator[tuple[str, str, str]]:
    """Sentence, label and intent of every row."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["text"], row["label"], row["intent"]


def lessons(path: Path, seed: int) -> list[Example]:
    """What the training part teaches: the beginning of a code, or `none`."""
    random = Random(seed)
    found = []
    for text, label, intent in rows(path):
        if held_out_row(text):
            continue
        if label in GROUP:
            beginning = _beginning(spoken(text), label, intent)
            copies = 3 if label in ("device", "volume", "datetime") else 1
            if beginning:
                line = codes_line((GROUP[label],), random.randint(2024, 2036))
                found += [Example(line, spoken(text), beginning, "public", open=True)] * copies
        elif random.random() < 0.35:
            group = random.choice(("home", "home", "time", "volume"))
            found.append(Example(codes_line((group,), 2026), spoken(text), "none", "public"))
    return found


def trials(path: Path) -> list[Example]:
    """The held-out part: only the tool is compared, and talk must come to nothing."""
    found = []
    for at, (text, label, _) in enumerate(rows(path)):
        if held_out_row(text):
            group = GROUP.get(label, ("home", "time", "volume")[at % 3])
            target = label if label in GROUP else "none"
            if target == "none" and at % 4:
                continue
            found.append(Example(codes_line((group,), 2026), spoken(text), target, f"public {label}"))
    return found


def _beginning(text: str, label: str, intent: str) -> str:  # noqa: PLR0911 (one return for each case)
    """The words that the code certainly begins with; nothing when that is not certain."""
    if label == "search":
        return "web"
    if label == "datetime":
        return (
            "time"
            if re.search(r"\btimes?\b|\bclock\b", text)
            else "date"
            if "dat" in text or "day" in text
            else ""
        )
    if label == "volume":
        return _volume(text, intent)
    if _COLOURS.search(text) or _TIMED.search(text):
        return ""
    if intent in ("HassTurnOn", "HassTurnOff"):
        return _turned(text, on=intent.endswith("On"))
    if intent == "HassLightSet" and re.search(r"\d|percent", text):
        return "level"
    if intent == "HassGetState" and not text.startswith(("where", "who")) and "home" not in text:
        return "read"
    if intent == "smart_home":
        return (
            _turned(text, on=" off" not in text)
            if re.search(r"\bturn\w* (?:\w+ ){0,3}(?:on|off)\b", text)
            else ""
        )
    verb = _VERBS.get(intent, "")
    return "" if verb in ("dim", "brighten") and re.search(r"\d|percent|to \w+$", text) else verb


def _turned(text: str, *, on: bool) -> str:
    if re.search(r"\block", text):
        return ""
    if re.search(r"\b(?:open|raise)\b", text):
        return "open"
    if re.search(r"\b(?:close|shut|lower)\b", text) and " off" not in text:
        return "close"
    return ("on" if on else "off") if re.search(r"\b(?:on|off|activate|start|turn)\b", text) else ""


def _volume(text: str, intent: str) -> str:
    if re.search(r"\bto \w+|\d", text):
        return "vol"
    if intent in _VERBS:
        return _VERBS[intent]
    up = re.search(r"\b(?:up|louder|raise|increase|higher)\b", text)
    down = re.search(r"\b(?:down|quieter|lower|decrease|softer|reduce)\b", text)
    return "vol" if bool(up) == bool(down) else "vol up" if up else "vol down"
