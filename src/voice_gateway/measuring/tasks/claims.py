"""The judge of false claims: holds an answer against the home as it was before and as it is after.

It shares nothing with what filters answers, so that both cannot be wrong in the same way. It reads plain
sentences only: which device is named, which state is said of it, and whether anything is said to be done.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from voice_gateway.devices import Device

Before = Mapping[str, Mapping[str, Any]]

_SENTENCE = re.compile(r"[^.?!;\n]+(?:\.\d+[^.?!;\n]*)*[.?!;\n]?")
_DENIED = re.compile(
    r"\b(?:not|no|none|nothing|never|neither|cannot|unable|isn't|aren't|haven't|hasn't|can't|couldn't|didn't|won't|don't"
    r"|doesn't|left|shall|should|would|if|which|failed|sorry|last known|took the command|moving)\b"
)
_PROMISED = re.compile(r"\bi(?:'ll| will)\b|\bwhen you say\b|\bplanned\b|\bput it back\b")
"""About another time: what comes of it is judged by the home when that time has come."""

_DONE = "turned|switched|set|opened|closed|locked|unlocked|dimmed"
_DEED = re.compile(
    rf"\bi(?:'ve| have| just)\b[^.]*\b(?:{_DONE}|started|stopped|changed)\b"
    rf"|^(?:done|all done|all set)\b|\b(?:has|have) been (?:{_DONE})\b"
)
_SAID = re.compile(r"\b(on|off|open|closed|shut|locked|unlocked)\b")
_SET_TO = re.compile(r"set to (\d+(?:\.\d+)?) ?°")
_AT = re.compile(r"\b(?:on at|at) (\d+) (?:percent|%)")


def false_claims(answer: str, before: Before, now: Sequence[Device]) -> list[str]:
    """Everything in the answer that is not so."""
    found: list[str] = []
    text = answer.lower().replace("’", "'")
    changed = any(_attributes(device) != dict(before.get(device.id, {})) for device in now)
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if sentence.endswith("?") or _DENIED.search(sentence) or _PROMISED.search(sentence):
            continue
        if _DEED.search(sentence) and not changed:
            found.append(f"says that something was done: {sentence}")
        found += _states(sentence, now)
    return found


def _states(sentence: str, now: Sequence[Device]) -> list[str]:
    said = set(_SAID.findall(sentence))
    if len(said) > 1 or re.search(r"\b(?:\d+|all \d+|some|most) of \d+|^all \d+|^\d+ ", sentence):
        return []
    found = []
    for device in _named(sentence, now):
        if said and _so(device, next(iter(said))) is False:
            found.append(f"says that {device.name} is {next(iter(said))}")
        target = _SET_TO.search(sentence)
        if target and device.state.target is not None and abs(device.state.target - float(target[1])) > 0.06:
            found.append(f"says that {device.name} is set to {target[1]}")
        level = _AT.search(sentence)
        if level and device.state.level is not None and abs(device.state.level - int(level[1])) > 1:
            found.append(f"says that {device.name} is at {level[1]} percent")
    return found


def _named(sentence: str, devices: Sequence[Device]) -> list[Device]:
    """The devices whose full name stands in the sentence; a name within a longer one is not named."""
    found: list[Device] = []
    for device in sorted(devices, key=lambda each: -len(each.name)):
        pattern = re.compile(rf"(?<!\w){re.escape(device.name.lower())}(?!\w)")
        twins = sum(other.name.lower() == device.name.lower() for other in devices)
        if twins == 1 and pattern.search(sentence):
            found.append(device)
            sentence = pattern.sub(" ", sentence)
    return found


def _so(device: Device, word: str) -> bool | None:
    state = device.state
    match word:
        case "on" | "off":
            if state.mode is not None:
                return None
            return None if state.on is None else state.on is (word == "on")
        case "locked" | "unlocked":
            return None if state.locked is None else state.locked is (word == "locked")
        case _ if state.position is not None:
            return (state.position > 0) is (word == "open")
    return None


def _attributes(device: Device) -> dict[str, Any]:
    return {k: v for k, v in device.state.as_table().items() if k not in ("unit", "readings")}
