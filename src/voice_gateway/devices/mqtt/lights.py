"""Lights, as they are announced: all in one table (`"schema": "json"`), or a topic for each thing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from voice_gateway.devices.errors import CannotDo
from voice_gateway.devices.home_assistant.domains.light import COLOURS, EFFECT, WHITES
from voice_gateway.devices.home_assistant.portrait import as_number, is_number
from voice_gateway.devices.mqtt.announced import Announced, Message
from voice_gateway.devices.mqtt.heard import Heard
from voice_gateway.devices.mqtt.templates import written
from voice_gateway.devices.mqtt.tints import Tint, chart_of, rgb_of, tint_of_chart, tint_of_rgb, tint_told

_MIREDS = (153.0, 500.0)
_MILLION = 1_000_000


def light_told(
    announced: Announced, heard: Heard, value: str | None, attributes: dict[str, Any]
) -> tuple[str | None, dict[str, Any]]:
    """What it tells, in the words of Home Assistant's lights."""
    modes = _modes(announced)
    low, high = _whites(announced)
    effects = announced.option("effect_list")
    attributes |= {
        "supported_color_modes": modes, "min_color_temp_kelvin": low, "max_color_temp_kelvin": high,
        "effect_list": effects, "supported_features": EFFECT if effects else 0,
    }  # fmt: skip
    told = _in_table(announced, heard) if _by_table(announced) else _by_topics(announced, heard)
    return value, attributes | {name: what for name, what in told.items() if what is not None}


def _by_table(announced: Announced) -> bool:
    return bool(announced.option("schema", default="basic") == "json")


def _modes(announced: Announced) -> list[str]:
    if _by_table(announced):
        listed = announced.option("supported_color_modes")
        if isinstance(listed, list):
            return [str(mode) for mode in listed]
        found = [mode for mode in (*COLOURS, WHITES) if announced.option(mode) is True]
        return found or (["brightness"] if announced.option("brightness") else ["onoff"])
    found = [mode for mode in (*COLOURS, WHITES) if announced.option(f"{mode}_command_topic")]
    return found or (["brightness"] if announced.option("brightness_command_topic") else ["onoff"])


def _whites(announced: Announced) -> tuple[float, float]:
    """The least and the most kelvin."""
    if announced.option("min_kelvin", "max_kelvin") is not None:
        return announced.option("min_kelvin", default=2000), announced.option("max_kelvin", default=6535)
    least = announced.option("min_mireds", default=_MIREDS[0])
    most = announced.option("max_mireds", default=_MIREDS[1])
    return round(_MILLION / max(1, most)), round(_MILLION / max(1, least))


def _in_table(announced: Announced, heard: Heard) -> dict[str, Any]:
    said = heard.get(announced.option("state_topic"))
    table = said.table if said and isinstance(said.table, dict) else {}
    tint, white = tint_told(table.get("color")), _kelvin(announced, table.get("color_temp"))
    mode = table.get("color_mode") or (COLOURS[0] if tint else WHITES if white else None)
    return _shown(announced, mode, table.get("brightness"), tint, white, table.get("effect"))


def _by_topics(announced: Announced, heard: Heard) -> dict[str, Any]:
    def told(what: str) -> str | None:
        return heard.told(announced.option(f"{what}_state_topic"), announced.option(f"{what}_value_template"))

    white, tint, latest = _kelvin(announced, as_number(told(WHITES))), None, 0
    for mode in COLOURS:
        numbers = [as_number(part) for part in (told(mode) or "").split(",")]
        said = heard.get(announced.option(f"{mode}_state_topic"))
        if said and len(numbers) >= 2 and None not in numbers:
            tint, latest = _tint(mode, [part or 0.0 for part in numbers]), said.number
    whiter = heard.get(announced.option(f"{WHITES}_state_topic"))
    guess = WHITES if white and (not tint or (whiter and whiter.number > latest)) else COLOURS[0]
    shown = told("color_mode") or (guess if white or tint else None)
    return _shown(announced, shown, as_number(told("brightness")), tint, white, told("effect"))


def _shown(
    announced: Announced, mode: Any, brightness: Any, tint: Tint | None, white: int | None, effect: Any
) -> dict[str, Any]:
    scale = announced.option("brightness_scale", default=255)
    return {
        "brightness": brightness * 255 / scale if isinstance(brightness, int | float) and scale else None,
        # Whichever way its colour is counted, hue and saturation are what is looked at.
        "color_mode": COLOURS[0] if mode in COLOURS else mode,
        "hs_color": tint,
        "color_temp_kelvin": white,
        "effect": effect,
    }


def _tint(mode: str, numbers: list[float]) -> Tint:
    if mode == "hs":
        return numbers[0], numbers[1]
    return tint_of_chart(numbers[0], numbers[1]) if mode == "xy" else tint_of_rgb([*numbers, 0.0][:3])


def _kelvin(announced: Announced, told: Any) -> int | None:
    if not is_number(told) or told <= 0:
        return None
    return round(told if announced.option("color_temp_kelvin") else _MILLION / told)


def light_messages(announced: Announced, service: str, data: Mapping[str, Any]) -> tuple[Message, ...]:
    """What is published to turn it on, with all that it is to look like, or off."""
    wanted = {
        "brightness": _level(announced, data.get("brightness_pct")),
        "tint": data.get("hs_color"),
        "white": _white(announced, data.get("color_temp_kelvin")),
        "effect": data.get("effect"),
    }
    if _by_table(announced):
        return (_table(announced, service, wanted),)
    return _topics(announced, service, wanted)


def _level(announced: Announced, percent: Any) -> int | None:
    scale = float(announced.option("brightness_scale", default=255))
    return None if percent is None else max(1, round(percent * scale / 100))


def _white(announced: Announced, kelvin: Any) -> int | None:
    if kelvin is None:
        return None
    return round(float(kelvin) if announced.option("color_temp_kelvin") else _MILLION / float(kelvin))


def _table(announced: Announced, service: str, wanted: Mapping[str, Any]) -> Message:
    on = service == "turn_on"
    table: dict[str, Any] = {
        "state": announced.option("payload_on", default="ON") if on
        else announced.option("payload_off", default="OFF"),
        "brightness": wanted["brightness"],
        "color_temp": wanted["white"],
        "effect": wanted["effect"],
    }  # fmt: skip
    if wanted["tint"]:
        table["color"] = _colour(next(mode for mode in COLOURS if mode in _modes(announced)), wanted["tint"])
    told = {name: what for name, what in table.items() if what is not None}
    return Message(str(announced.option("command_topic")), json.dumps(told))


def _colour(mode: str, tint: Tint) -> dict[str, float]:
    if mode == "hs":
        return {"h": tint[0], "s": tint[1]}
    if mode == "xy":
        x, y = chart_of(tint)
        return {"x": x, "y": y}
    white = {"rgbw": ("w",), "rgbww": ("c", "w")}.get(mode, ())
    return {**dict(zip("rgb", rgb_of(tint), strict=True)), **dict.fromkeys(white, 0)}


def _topics(announced: Announced, service: str, wanted: Mapping[str, Any]) -> tuple[Message, ...]:
    topic = str(announced.option("command_topic"))
    if service != "turn_on":
        return (Message(topic, str(announced.option("payload_off", default="OFF"))),)
    styles: list[Message] = []
    if wanted["tint"]:
        mode = next(mode for mode in COLOURS if mode in _modes(announced))
        numbers = list(_colour(mode, wanted["tint"]).values())
        named = dict(zip(("red", "green", "blue"), numbers, strict=False))
        joined = ",".join(f"{part:g}" for part in numbers)
        styles.append(_style(announced, mode, joined, **named))
    for what, told in (
        (WHITES, wanted["white"]),
        ("brightness", wanted["brightness"]),
        ("effect", wanted["effect"]),
    ):
        if told is not None:
            styles.append(_style(announced, what, told))
    switch = Message(topic, str(announced.option("payload_on", default="ON")))
    match announced.option("on_command_type", default="last"):
        case "first":
            return (switch, *styles)
        case "brightness" if styles:
            # Its brightness turns it on.
            return tuple(styles)
    return (*styles, switch)


def _style(announced: Announced, what: str, told: Any, **named: Any) -> Message:
    topic = announced.option(f"{what}_command_topic")
    if not topic:
        raise CannotDo(f"The {announced.name} cannot be told its {what.replace('_', ' ')}.")
    text = written(announced.option(f"{what}_command_template"), told, **named)
    return Message(topic, text, option=f"{what}_command_topic")
