"""Sentences that were labelled by hand, as wish lines.

python -m training.call_maker.labelled FILE --part train

A row is `{text, act, does: [{do, target, value, unit, room, except, items, name}], when, for, if, context}`;
what comes out are the patterns that `patterns.py` reads. A row whose label says more than the language can is
left out.
"""

import argparse
import json
import re
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.call_maker.contexts import earlier
from training.call_maker.lines import STATES, copied
from training.call_maker.resolved import read_or_none
from voice_gateway.devices.extremes import COMPARATIVES, EXTREMES, SUPERLATIVES
from voice_gateway.measuring.sentences.form import Form, Line
from voice_gateway.measuring.sentences.likeness import same_targets, same_times
from voice_gateway.measuring.sentences.mapping import form_of
from voice_gateway.saying import WEEKDAYS
from voice_gateway.wishes import Deed, Wish, write_wish
from voice_gateway.wishes.verbs import ASPECTS

Row = Mapping[str, Any]
Written = Callable[[Row, str, Row], str | None]
"""From a label, its name and the row that it stands in to a part of a wish."""

_SAME = frozenset(
    {"on", "off", "toggle", "open", "close", "lock", "unlock", "start", "stop", "dock", "activate", "pause"}
    | {"resume", "next", "previous", "mute", "unmute"}
)
_UNNAMED = frozenset({"song", "track", "sound", "music", "my audiobook", "audiobook", "ringing", "countdown"})
_QUANTITIES = re.compile(
    r"(?:water )?temperature|humidity|battery|power|volume|co2|pressure|energy|dew point|firmware|location"
)
_KNOWN_STATES = {**STATES, "up": "open", "down": "closed", "low battery": "low", "battery low": "low",
                 "unoccupied": "empty", "playing": "on", "wet": "wet", "dry": "dry"}  # fmt: skip
_ASPECTS = {
    "finished": "done", "over": "done", "complete": "done", "fill level": "level",
    "water level": "level", "soil moisture": "moisture", "remaining time": "time-left",
    "hours left": "time-left", "left": "time-left", "on duration": "on-since",
    "time on": "on-since", "running time": "on-since", "open duration": "open-since",
    "last open": "last-opened", "opened": "last-opened", "title": "song", "track": "song",
    "colour": "color", "plugged": "plugged-in", "noise level": "noise", "wind speed": "wind",
    "setpoint": "set-temperature", "target temperature": "set-temperature", "input": "source",
}  # fmt: skip
"""Other words for what may be asked of a thing."""
_COMPARING = {**SUPERLATIVES, **COMPARATIVES}
_QUANTITY_WORDS = {
    "battery": r"battery|charge|juice", "energy": r"energy|kwh|electricity", "power": r"power|watt",
    "humidity": r"humid|damp", "brightness": r"bright|light level", "noise": r"noise|loud",
    "temperature": r"temperature|warm|cold|hot|degree",
}  # fmt: skip
_HEATED = re.compile(
    r"degree|celsius|fahrenheit|heat|warm|cool|thermostat|radiator|air ?con|\bac\b|stat\b|temp|oven|boiler|"
    r"pool|tub|sauna|shower|nest\b|fridge|freez|hot|cold|chill|perishing|baltic"
)
_TOLD = ((r"(.+) (on|off)", r"\2 \1"), (r"(.+) to (\d+)", r"set \1 \2"))
"""How steps of routines are told in a few words."""
_REVERSED = {"on": "off", "off": "on", "open": "close", "close": "open", "list_add": "list_remove"}
_MEANT = {"start": "hoover", "lock": "doors", "unlock": "door"}
"""What is meant where only the deed is said."""
_OF_DAY = {"tonight": "21:00", "morning": "08:00", "afternoon": "15:00", "evening": "19:00", "night": "21:00"}
_DAY = re.compile(r"tomorrow|today|daily|weekdays|weekends|(?:\w+days?,)*\w+days?")
"""As the gateway takes what says no hour."""
_DATED = re.compile(
    rf"\b(?:{'|'.join(month_name[1:]).lower()}|\d+(?:st|nd|rd|th)|end of|(?:half|quarter) past)\b"
)
_KEPT = frozenset({"level_by", "volume_by", "temperature_by", "undo", "cancel", "stop"})


def pattern_of(row: Row) -> dict[str, Any] | None:
    """The sentence and its wish, with what was said before; None where the label is beyond the language."""
    try:
        return _pattern(row)
    except (KeyError, ValueError):
        return None  # an amount that is none, or a part that is missing


def _pattern(row: Row) -> dict[str, Any] | None:
    before, told, done = earlier(str(row.get("context", "")))
    steps = list(row["does"])
    corrects = row["act"] == "correction" and done and not any(step["do"] in _KEPT for step in steps)
    if corrects and len(steps) > 1 and steps[0]["do"] == _REVERSED.get(steps[1]["do"]):
        steps = steps[1:]
    if steps and steps[0]["do"] == "routine":
        line = _routine(steps, row)
    elif corrects and row.get("when"):
        # What was planned stays as it is but for its time.
        line = f"move last {_when(str(row['when'])).removeprefix('at ')}"
    elif any(step.get("when") for step in steps):
        line = "; also ".join(_alone(step, row) for step in steps)
    else:
        parts = [_part(step, row) for step in steps]
        if not all(parts):
            return None
        wish = "; ".join((["undo"] if corrects and steps else []) + [part for part in parts if part])
        line = _headed(wish, row) if wish else "none"
    if "is ringing" in row.get("context", "") and row["act"] == "stop":
        line = "cancel"
    read = read_or_none(line)
    if read is None or not _says_it_all(read, row):
        return None
    found = {"say": row["text"], "wish": write_wish(read), "before": before, "asked": told}
    return {key: value for key, value in found.items() if value}


def _alone(step: Row, row: Row) -> str:
    """A step that has its own time."""
    own = {**row, "when": step.get("when") or row.get("when", "")}
    return _headed(_part(step, own) or "", own)


def _says_it_all(wish: Wish, row: Row) -> bool:
    """Whether the language could tell the times and the things of the label."""
    is_timed, is_done = bool(row.get("when") or row.get("for")), row["act"] in ("command", "plan")
    if not is_timed and not is_done:
        return True
    line, read = Line(row["text"], Form.of(row)), form_of(wish)
    moved = any(errand.deed is Deed.MOVE for errand in wish.errands)  # its time is that of the plan
    timed = not is_timed or moved or same_times(line, read)
    return timed and (not is_done or same_targets(line, read))


def _headed(wish: str, row: Row) -> str:
    lasting, fact = str(row.get("for", "")), str(row.get("if", "")).lower()
    if lasting:
        wish = "; ".join(f"{part} {_lasting(lasting)}" for part in wish.split("; "))
    if fact:
        wish = f"{fact if fact.startswith('unless') else f'if {fact}'}: {wish}"
    timed = re.search(r"(?:^|; )(?:remind|alarm|weather|timer|cancel)\b", wish)
    when = "" if timed else _when(str(row.get("when", "")))
    return f"{when}: {wish}" if when else wish


def _routine(steps: Sequence[Row], row: Row) -> str:
    """A routine, whose steps are labels, or sentences of a few words."""
    first, *others = steps
    does = [*first.get("items", ()), *others]
    if not does:
        return f"activate {copied(str(first.get('name') or first.get('target', '')))}"
    written = [_told(each) if isinstance(each, str) else _part(each, row) or "" for each in does]
    return f"routine {copied(str(first['name']))}: {'; '.join(written)}"


def _told(step: str) -> str:
    for pattern, form in _TOLD:
        if match := re.fullmatch(pattern, step.lower()):
            return match.expand(form)
    return step.lower()


def _when(text: str) -> str:
    text = re.sub(r"\bis (?=opens|closes)", "", text.lower()).replace("%", "").replace(" done", " finishes")
    if match := re.fullmatch(r"weekly (\w+day) (.*)", text):
        return f"{match[1]}s {match[2]}"
    if match := re.fullmatch(r"((?:\w+days, )+\w+days) (\S+)", text):
        return f"{match[1].replace('s, ', ',').removesuffix('s')} {match[2]}"
    if match := re.fullmatch(r"every day except (\w+day) (\S+)", text):
        return f"{','.join(day for day in WEEKDAYS if day != match[1])} {match[2]}"
    text = text.removeprefix("next ")
    for part, clock in _OF_DAY.items():
        text = re.sub(rf"(?:(?:this )?\b{part})$", clock, text)
    if re.fullmatch(r"\d\d:\d\d", text):
        return f"today {text}"
    if _DAY.fullmatch(text):
        return f"{text} 09:00"
    return f"at {text}" if text.startswith(("sunset", "sunrise")) else text


def _lasting(text: str) -> str:
    if match := re.fullmatch(r"(\d+)m", text):
        return f"for {_duration(int(match[1]) * 60)}"
    if (end := text.removeprefix("until ")) == text:
        return f"for {text}"
    if _DATED.search(end.lower()):
        raise ValueError(text)  # no day of the calendar can be an end
    return f"until {_when(end).removeprefix('at ').removeprefix('today ')}"


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole % 60:
        return f"{whole // 60}m{whole % 60}s" if whole > 120 else f"{whole}s"
    hours, minutes = divmod(whole // 60, 60)
    return "".join([f"{hours}h" if hours else "", f"{minutes}m" if minutes or not hours else ""])


def _name(step: Row) -> str:
    target, room = str(step.get("target", "")), str(step.get("room", ""))
    if target.lower() in _UNNAMED and (step["do"], target.lower()) != ("stop", "music"):
        target = ""
    if not target and not room:
        target = _MEANT.get(step["do"], "")
    name = f"{target} in {room}" if target and room and room.lower() not in target.lower() else target or room
    but = step.get("except", "")
    excepted = but if isinstance(but, list) else [but] if but else []
    return " except ".join([copied(name), *(copied(str(each)) for each in excepted)])


def _part(step: Row, row: Row) -> str | None:  # noqa: PLR0911 (one return for each verb)
    do, name = step["do"], _name(step)
    if do in _SAME:
        if do == "stop" and not name:
            return "cancel"
        return f"{do} {name}".strip()
    if do in ("undo", "cancel"):
        return do if do == "undo" or not step.get("target") else f"cancel {copied(str(step['target']))}"
    if do in _VALUED:
        return _VALUED[do](step, name, row)
    if do.startswith(("timer", "list_")):
        return _kept(step, do)
    if do in _SPOKEN:
        return _SPOKEN[do](step, name, row)
    return _question(step, name, str(row["text"]))


def _hyphened(value: object) -> str:
    text = str(value).lower().replace("hdmi two", "hdmi 2").replace("hdmi three", "hdmi 3")
    return text.strip().replace(" ", "-")


def _by(value: object) -> str:
    return str(value) if isinstance(value, str) else f"{float(str(value)):+g}"


def _level(step: Row, name: str, row: Row) -> str:
    value = step.get("value")
    bare = isinstance(value, int | float) and "unit" not in step
    return f"{'set' if bare else 'level'} {name} {value}"


def _temperature(step: Row, name: str, row: Row) -> str:
    fahrenheit = "f" if str(step.get("unit", "")).upper().endswith("F") else ""
    bare = not fahrenheit and not _HEATED.search(row["text"].lower() + name)
    return f"{'set' if bare else 'temp'} {name} {step['value']}{fahrenheit}"


def _warmer(step: Row, name: str, row: Row) -> str:
    value = step["value"]
    up = value == "up" or (not isinstance(value, str) and value > 0)
    number = "" if isinstance(value, str) else f" {abs(value):g}{'f' if step.get('unit') == 'F' else ''}"
    return f"{'warmer' if up else 'cooler'} {name or 'here'}{number}"


def _white(step: Row, name: str, row: Row) -> str:
    value = (
        str(step["value"]).lower().replace(" white", "").replace("cold", "cool").replace("warmest", "warm")
    )
    return f"white {name} {value.replace(' ', '-')}{'k' if step.get('unit') == 'K' else ''}"


def _volume(step: Row, name: str, row: Row) -> str:
    value = {"loud": "high"}.get(str(step["value"]), step["value"])
    return f"volume {name} {value}"


_VALUED: Mapping[str, Written] = {
    "level": _level,
    "level_by": lambda step, name, row: (
        f"level {name} {'x0.5' if step['value'] == 'half' else _by(step['value'])}"
    ),
    "temperature": _temperature,
    "temperature_by": _warmer,
    "speed": lambda step, name, row: f"speed {name} {'max' if step['value'] == 'full' else step['value']}",
    "mode": lambda step, name, row: f"mode {name} {_hyphened(step['value'])}",
    "color": lambda step, name, row: f"color {name} {_hyphened(step['value'])}",
    "white": _white,
    "volume": _volume,
    "volume_by": lambda step, name, row: f"volume {name} {_by(step['value'])}",
    "source": lambda step, name, row: f"source {name} {_hyphened(step.get('value', ''))}",
}


def _kept(step: Row, do: str) -> str | None:
    """Timers and lists."""
    called = re.sub(r"\btimer\b", "", str(step.get("name", step.get("target", ""))).lower()).strip()
    if do.startswith("timer"):
        unit = str(step.get("unit", "m"))[0]
        amount = float(step.get("value", 0)) * {"s": 1, "m": 60, "h": 3600}[unit]
        written = {
            "timer": f"timer {_duration(amount)} {called}", "timer_left": f"timer {called} left",
            "timer_cancel": f"cancel timer {called}",
            "timer_add": f"timer {called} {'-' if amount < 0 else '+'}{_duration(abs(amount))}",
        }  # fmt: skip
        return " ".join(written[do].split()) if do in written else None
    name = copied(str(step.get("target", step.get("name", "")))).removesuffix("list").strip() or "shopping"
    items = ", ".join(str(item).lower() for item in step.get("items", ()))
    return " ".join(f"list {name.replace('to-do', 'to do')} {do.removeprefix('list_')} {items}".split())


def _words(step: Row) -> str:
    return str(step.get("name") or step.get("value") or step.get("target") or "").lower().strip(" .?!")


def _remind(step: Row, name: str, row: Row) -> str | None:
    words = str(step.get("value") or step.get("name") or step.get("target") or "").lower()
    when = _when(str(row.get("when", "")))
    if when.startswith("when"):
        return f"{when}: remind {words}"
    return " ".join(f"remind {when.removeprefix('at ')} {words}".split())


def _play(step: Row, name: str, row: Row) -> str:
    what = step.get("name") or step.get("value")
    place = name if what else copied(str(step.get("room", "")))
    what = str(what or step.get("target", "")).lower()
    return f"play {what} @ {place}" if place else f"play {what}"


def _announce(step: Row, name: str, row: Row) -> str:
    words = str(step.get("value") or step.get("name", "")).lower()
    return f"announce {words} @ {name}" if name else f"announce {words}"


def _weather(step: Row, name: str, row: Row) -> str:
    when = str(row.get("when", "")).replace("today", "").replace("at 16:00", "today")
    about = str(step.get("name") or "").lower()
    value = str(step.get("value") or step.get("target") or "").lower()
    value = re.sub(r"\b(?:rain|freeze|wind|frost|today)\b", "", value).replace("overnight", "tonight")
    return " ".join(f"weather {about} {value} {when}".split())


_SPOKEN: Mapping[str, Written] = {
    "remind": _remind,
    "alarm": lambda step, name, row: f"alarm {_when(str(row.get('when', ''))).removeprefix('at ')}".strip(),
    "play": _play,
    "announce": _announce,
    "weather": _weather,
    "search": lambda step, name, row: f"web {_words(step)}",
    "calc": lambda step, name, row: f"calc {_words(step)}",
    "time": lambda step, name, row: f"time {_words(step)}".strip(),
    "date": lambda step, name, row: f"date {_words(step)}".strip(),
    "planned": lambda step, name, row: f"planned {name}".strip(),
}


def _compared(about: str) -> str:
    """The word for what two things are compared by, in what the label and the sentence say of it."""
    if found := next(
        (extreme.word for word, extreme in _COMPARING.items() if re.search(rf"\b{word}\b", about)), ""
    ):
        return found
    quantity = next((each for each, words in _QUANTITY_WORDS.items() if re.search(words, about)), "")
    highest = not re.search(r"\b(?:less|least|low|lower|lowest)\b", about)
    return next((x.word for x in EXTREMES.values() if (x.quantity, x.highest) == (quantity, highest)), "")


def _question(step: Row, name: str, said: str) -> str | None:
    do, value = step["do"], str(step.get("value") or step.get("name") or "").lower()
    if do == "compare":
        items = [copied(str(item)) for item in step.get("items", ())] or [
            each.strip() for each in name.split(",")
        ]
        word = _compared(f"{value} {step.get('target', '')} {said}".lower())
        named = "" if name in _QUANTITY_WORDS and not step.get("items") else " and ".join(items)
        return f"ask {word} {named}".strip() if word else None
    aspect = _ASPECTS.get(value, value.replace(" ", "-"))
    state = aspect if aspect in ASPECTS else ""
    if do in ("read", "why"):
        if _QUANTITIES.fullmatch(value) and do == "read":
            return f"ask read {name} {value}"
        known = _KNOWN_STATES.get(value, "") if do == "read" else ""
        return f"ask {do} {name} {known or state}".strip()
    if do == "which" and (most := _COMPARING.get(value)):
        return f"ask {most.word} {name}"
    state = _KNOWN_STATES.get(value, state)
    if do not in ("which", "any", "all", "count") or (value and not state):
        return None
    return f"ask {do} {name or 'devices'} {state}".strip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker.labelled", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--part", required=True)
    options = parser.parse_args()
    for line in options.file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["part"] == options.part and (pattern := pattern_of(row)):
            told = {"act": row["act"], "hand": row["hand"]}
            print(json.dumps(pattern | told, ensure_ascii=False))


if __name__ == "__main__":
    main()
