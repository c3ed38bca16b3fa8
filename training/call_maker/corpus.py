"""Public sentences, given by path. They teach with which verb a wish begins, and when nothing is wished."""

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from training.call_maker.example import Example
from voice_gateway.call_maker.prompt import spoken

_HELD_OUT_OF = 6
"""One row of so many is only for testing."""

_COLOURS = re.compile(r"\b(?:red|blue|green|colou?r|purple|pink|yellow|white|orange|warm)\b")
_TIMED = re.compile(r"\b(?:when|at \d|in \w+ minutes|until|after|o'clock|timer|every|tomorrow|pm|am)\b")
_VERBS = {
    "HassClimateSetTemperature": "temp", "HassSetPosition": "level", "iot_hue_lightoff": "off",
    "iot_hue_lighton": "on", "iot_wemo_on": "on", "iot_wemo_off": "off", "iot_hue_lightup": "level",
    "iot_hue_lightdim": "level", "iot_cleaning": "start", "HassVacuumStart": "start",
    "HassVacuumReturnToBase": "dock",
}  # fmt: skip
_BEGINNINGS = {
    "alarm": "alarm", "alarm_set": "alarm", "alarm_remove": "cancel alarm", "timer": "timer",
    "HassStartTimer": "timer", "HassTimerStatus": "timer", "HassCancelTimer": "cancel timer",
    "reminder_update": "remind", "calculator": "calc", "measurement_conversion": "calc", "qa_maths": "calc",
    "play_music": "play", "play_radio": "play", "play_podcasts": "play", "play_audiobook": "play",
    "next_song": "next", "weather": "weather", "weather_query": "weather",
    "shopping_list": "list shopping read", "shopping_list_update": "list shopping",
    "todo_list": "list to do read", "todo_list_update": "list to do",
    "HassListAddItem": "list", "HassListCompleteItem": "list", "lists_createoradd": "list",
    "lists_remove": "list", "lists_query": "list", "HassBroadcast": "announce", "HassMediaUnpause": "resume",
    "exchange_rate": "web", "flight_status": "web", "news_query": "web", "qa_currency": "web",
    "qa_stock": "web", "traffic": "web", "transport_traffic": "web", "restaurant_reviews": "web",
    "restaurant_suggestion": "web", "gas": "web", "recommendation_events": "web",
    "recommendation_locations": "web", "recommendation_movies": "web",
}  # fmt: skip
_WHOLE = {"cancel": "cancel", "HassNevermind": "cancel", "general_commandstop": "cancel"}
_DROPPED = re.compile(r"\b(?:cancel|stop|never ?mind|forget|abort|shut up|quit)\b")
"""Words that certainly drop what was begun."""
_UNCERTAIN = frozenset(
    {"update_playlist", "what_song", "music_query", "music_settings", "music_likeness", "music", "query"}
    | {"next_holiday", "change_speed", "whisper_mode", "reset_settings", "sync_device", "recipe", "reminder"}
    | {"calendar_set", "HassPauseTimer", "alarm_query", "datetime_convert", "timezone", "find_phone"}
    | {"cooking_recipe", "iot_coffee", "calendar_query", "hue_lightoff", "hue_lightup", "music_dislikeness"}
    | {"cleaning", "set", "post", "podcasts", "quirky", "carry_on", "general_confirm", "qa_factoid"}
)
"""Intents of which some sentences ask for something that can be wished, and some do not."""


def held_out_row(text: str) -> bool:
    return zlib.crc32(text.lower().encode()) % _HELD_OUT_OF == 0


def rows(path: Path) -> Iterator[tuple[str, str, str]]:
    """Sentence, label and intent of every row."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["text"], row.get("label", ""), row["intent"]


def lessons(path: Path, seed: int, talk: float = 1.0) -> list[Example]:
    """What the training part teaches: the beginning of a wish, or `none` for this share of the talk."""
    random = Random(seed)
    found = []
    for text, label, intent in rows(path):
        if held_out_row(text):
            continue
        said = spoken(text)
        if intent in _WHOLE:
            if _DROPPED.search(said):
                found.append(Example(said, _WHOLE[intent], "public"))
        elif beginning := beginning_of(said, label, intent):
            found += [Example(said, beginning, "public", open=True)] * (2 if label in _ASKED else 1)
        elif is_talk(text, label, intent) and random.random() < talk:
            found.append(Example(said, "none", "public"))
    return found


_ASKED = frozenset({"device", "volume", "datetime"})


def is_talk(text: str, label: str, intent: str) -> bool:
    """Whether a sentence certainly asks for nothing that can be wished."""
    wished = intent in _BEGINNINGS or intent in _WHOLE or intent in _UNCERTAIN
    said = _DROPPED.match(text) or re.search(r"\bremind|\btimer|\balarm|\bquiet\b|\bsilence\b", text)
    return not wished and label in ("general", "other", "") and not said


def trials(path: Path) -> list[Example]:
    """The held-out part: only the first verb is compared, and talk must come to nothing."""
    found = []
    for at, (text, label, intent) in enumerate(rows(path)):
        if not held_out_row(text):
            continue
        if is_talk(text, label, intent):
            if at % 3 == 0:
                found.append(Example(spoken(text), "none", "public talk"))
        elif beginning := (_DROPPED.search(text) and _WHOLE.get(intent)) or beginning_of(
            spoken(text), label, intent
        ):
            found.append(Example(spoken(text), beginning, f"public {label or 'home'}", open=True))
    return found


def beginning_of(text: str, label: str, intent: str) -> str:  # noqa: PLR0911 (one return for each case)
    """The words that the wish certainly begins with; nothing when that is not certain."""
    if intent in _BEGINNINGS:
        return "" if intent == "HassStartTimer" and "timer" not in text else _BEGINNINGS[intent]
    if label == "search":
        return "web"
    if label == "datetime":
        if re.search(r"\btimes?\b|\bclock\b", text):
            return "time"
        return "date" if "dat" in text or "day" in text else ""
    if label == "volume":
        return (
            "mute" if intent == "audio_volume_mute" and "mute" in text and "un" not in text else _volume(text)
        )
    if _TIMED.search(text):
        return ""
    if _COLOURS.search(text):
        return (
            "color" if intent == "iot_hue_lightchange" and "white" not in text and "warm" not in text else ""
        )
    if intent in ("HassTurnOn", "HassTurnOff"):
        return _turned(text, on=intent.endswith("On"))
    if intent == "HassLightSet" and re.search(r"\d|percent", text):
        return "level"
    if intent == "HassGetState" and not text.startswith(("where", "who")) and "home" not in text:
        return "ask"
    if intent == "smart_home":
        turns = re.search(r"\bturn\w* (?:\w+ ){0,3}(?:on|off)\b", text)
        return _turned(text, on=" off" not in text) if turns else ""
    return _VERBS.get(intent, "")


def _turned(text: str, *, on: bool) -> str:
    if re.search(r"\block", text):
        return ""
    if re.search(r"\b(?:open|raise)\b", text):
        return "open"
    if re.search(r"\b(?:close|shut|lower)\b", text) and " off" not in text:
        return "close"
    return ("on" if on else "off") if re.search(r"\b(?:on|off|activate|start|turn)\b", text) else ""


def _volume(text: str) -> str:
    if re.search(r"\bmut|\bsilen|\bquiet\b", text):
        return ""
    if re.search(r"\bto \w+|\d", text):
        return "volume"
    up = re.search(r"\b(?:up|louder|raise|increase|higher)\b", text)
    down = re.search(r"\b(?:down|quieter|lower|decrease|softer|reduce)\b", text)
    return "volume" if bool(up) == bool(down) else "volume up" if up else "volume down"
