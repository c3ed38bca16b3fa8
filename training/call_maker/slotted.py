"""Public sentences with their slots, given by path: those whose wish their slots say for certain."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from training.call_maker.corpus import beginning_of, held_out_row, is_talk
from training.call_maker.example import Example
from training.call_maker.lines import copied, line
from voice_gateway.call_maker.prompt import spoken

Row = tuple[str, str, Mapping[str, str]]
_LIT = re.compile(r"\b(lights?|lamps?|bulbs?)\b")
_UNPLAIN = re.compile(
    r"\b(?:and|then|how|why|if|when|until|not|don't|tomorrow|minutes?|hours?|pm|am|o'clock|every|except|by|"
    r"to \w+ percent|"
    r"check|is|are|favou?rite|after|before|one of|setting|level|rotate|to eight|black)\b"
)
_TURNED = {
    "iot_hue_lighton": ("on", r"\bon\b"), "iot_hue_lightoff": ("off", r"\boff\b"),
    "iot_wemo_on": ("on", r"\bon\b"), "iot_wemo_off": ("off", r"\boff\b"),
    "iot_hue_lightdim": ("dim", r"\b(?:dim|lower|down|darker|dimmer)\b"),
    "iot_hue_lightup": ("brighten", r"\b(?:brighten|brighter|up|raise|increase)\b"),
    "iot_cleaning": ("start", r"\b(?:start|activate|turn on|run|switch on)\b"),
    "iot_coffee": ("on", r"\b(?:turn on|start|switch on)\b"),
}  # fmt: skip
_LOUD = {"audio_volume_up": "volume up", "audio_volume_down": "volume down"}
_POLITE = r"(?:please |olly |can you |could you )*"
_TO_LIST = r"(?:my |the |our )?(?P<list>.+?)(?: list)?(?: please)?"
_ADDED = re.compile(rf"{_POLITE}(?:add|put) (?P<item>[\w' ]+?) (?:to|on|in|onto) {_TO_LIST}")
_REMOVED = re.compile(
    rf"{_POLITE}(?:remove|delete|cross|take) (?P<item>[\w' ]+?) (?:off|from|off of) {_TO_LIST}"
)


def lessons(path: Path) -> list[Example]:
    """The training part."""
    return [each for row in _rows(path) if not held_out_row(row[0]) for each in _lesson(*row)]


def _rows(path: Path) -> Iterator[Row]:
    for text in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        yield row["text"], row["intent"], {kind: spoken(words) for kind, words in reversed(row["slots"])}


def _lesson(text: str, intent: str, slots: Mapping[str, str]) -> list[Example]:
    said = spoken(text)
    wish = wish_of(said.removesuffix(" ?"), intent, slots)
    if wish:
        return [Example(said, wish, "public")] * 3
    label = "volume" if intent.startswith("audio") else "datetime" if intent == "datetime_query" else ""
    if beginning := beginning_of(said, label, intent):
        return [Example(said, beginning, "public", open=True)]
    return [Example(said, "none", "public")] if is_talk(text, "", intent) else []


def wish_of(text: str, intent: str, slots: Mapping[str, str]) -> str:  # noqa: PLR0911 (one for each intent)
    """The wish, or nothing when the slots do not say it all."""
    if intent.startswith("lists"):
        return _list(text, intent)
    if _UNPLAIN.search(text) or {"time", "date", "timeofday"} & slots.keys():
        return ""
    if intent == "datetime_query" and {*slots} <= {"place_name"} and re.search(r"\btime\b", text):
        return f"time {slots['place_name']}" if slots else "time"
    if intent in _LOUD and not slots and re.search(r"\b(?:volume|sound|louder|quieter|softer)\b", text):
        return "" if re.search(r"\d|\bto\b|percent", text) else _LOUD[intent]
    if intent == "audio_volume_mute" and re.search(r"\bmute\b", text):
        device = slots.get("device_type", "")
        return f"mute {copied(device)}".strip() if {*slots} <= {"device_type"} else ""
    name = _name(text, slots)
    if not name:
        return ""
    if intent == "iot_hue_lightchange" and {*slots} <= {"color_type", "house_place", "device_type"}:
        colour = slots.get("color_type", "")
        return line("color", name, word=colour.replace(" ", "-")) if colour and "warm" not in colour else ""
    if intent in _TURNED and {*slots} <= {"house_place", "device_type"}:
        verb, said = _TURNED[intent]
        return line(verb, name) if re.search(said, text) else ""
    return ""


def _name(text: str, slots: Mapping[str, str]) -> str:
    """What is meant: the device with its place; where only the place is a slot, the lights there."""
    device, place = slots.get("device_type", ""), slots.get("house_place", "")
    lit = _LIT.search(text)
    noun = device or (lit[1] if lit else "")
    if not noun or noun not in text or re.search(r"\bmy \w+ room\b", text):
        return ""
    if place in ("room", "house", "apartment", "home"):
        return ""
    return copied(f"{noun} in {place}" if place and place not in noun else noun)


def _list(text: str, intent: str) -> str:
    forms = {"lists_createoradd": (_ADDED, "add"), "lists_remove": (_REMOVED, "remove")}
    pattern, verb = forms.get(intent, (None, ""))
    match = pattern.fullmatch(text) if pattern else None
    if not match or re.search(r"\b(?:list|item|items|this|that|it|new|event|something|all)\b", match["item"]):
        return ""
    name = match["list"].removesuffix(" list")
    items = ", ".join(copied(item) for item in re.split(r" and ", match["item"]))
    return f"list {copied(name)} {verb} {items}" if len(name.split()) <= 3 else ""
