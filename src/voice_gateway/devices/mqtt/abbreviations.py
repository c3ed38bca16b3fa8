"""The short words that devices write in their announcements to save memory, and what they stand for."""

from __future__ import annotations

from typing import Any

_WHOLE = {
    "avty": "availability", "cmps": "components", "cns": "connections", "dev": "device", "e": "encoding",
    "en": "enabled_by_default", "ent_cat": "entity_category", "ids": "identifiers", "mdl": "model",
    "mf": "manufacturer", "o": "origin", "obj_id": "object_id", "ops": "options", "opt": "optimistic",
    "p": "platform", "ret": "retain", "sa": "suggested_area", "sup_clrm": "supported_color_modes",
    "t": "topic",
}  # fmt: skip
_WORDS = {
    "act": "action", "aft": "after", "attr": "attributes", "avail": "available", "avty": "availability",
    "bri": "brightness", "cla": "class", "clr": "color", "clrm": "color_mode", "cls": "close",
    "clsd": "closed", "cmd": "command", "cod": "code", "curr": "current", "dev": "device", "dis": "disarm",
    "dly": "delay", "exp": "expire", "fanspd": "fan_speed", "feat": "features", "fx": "effect", "hi": "high",
    "hum": "humidity", "inv": "invert", "lo": "low", "loc": "locate", "lst": "list", "meas": "measurement",
    "mirs": "mireds", "nite": "night", "opnd": "opened", "opt": "optimistic", "osc": "oscillation",
    "paus": "pause", "pct": "percentage", "pl": "payload", "pos": "position", "pow": "power", "pr": "preset",
    "prs": "press", "req": "required", "ret": "return_to_base", "rng": "range", "rst": "reset",
    "scl": "scale", "spd": "speed", "stat": "state", "strt": "start", "sup": "supported", "t": "topic",
    "temp": "temperature", "tpl": "template", "uniq": "unique", "unlk": "unlock", "val": "value",
    "whit": "white",
}  # fmt: skip
_TEMPERATURES = frozenset({"color", "clr", "max", "min"})
"""After these words, a “temp” is written out nowhere."""
_BASE = "~"


def expanded(table: dict[str, Any], *, base: str = "") -> dict[str, Any]:
    """The table with every option under its whole name, and `~` in topics replaced."""
    base = str(table.get(_BASE) or base)
    found: dict[str, Any] = {}
    for name, value in table.items():
        if name != _BASE:
            option = written_out(name)
            found[option] = _with_base(value, base) if option.endswith("topic") else value
    for option in ("device", "origin"):
        if isinstance(found.get(option), dict):
            found[option] = expanded(found[option])
    if isinstance(entries := found.get("availability"), dict | list):
        listed = entries if isinstance(entries, list) else [entries]
        found["availability"] = [expanded(one, base=base) for one in listed if isinstance(one, dict)]
    return found


def written_out(name: str) -> str:
    if name in _WHOLE:
        return _WHOLE[name]
    words = name.split("_")
    found = []
    for place, word in enumerate(words):
        before, after = words[place - 1] if place else "", words[place + 1 : place + 2]
        if word == "temp" and (before in _TEMPERATURES or after == ["step"]):
            found.append(word)
        elif word == "hum" and not place:
            found.append("target_humidity")
        else:
            found.append(_WORDS.get(word, word))
    return "_".join(found)


def _with_base(topic: Any, base: str) -> Any:
    if not base or not isinstance(topic, str):
        return topic
    if topic.startswith(_BASE):
        return base + topic[1:]
    return topic[:-1] + base if topic.endswith(_BASE) else topic
