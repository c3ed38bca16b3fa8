"""What was said before a labelled sentence: the turn before with its wish, and the question that waits."""

import re

from training.call_maker.lines import copied
from training.call_maker.resolved import read_or_none
from voice_gateway.wishes import write_wish

_SPEAKERS = re.compile(r"(?:^|[ .!?—-]+)(person|user|assistant)\s*(?::|is\b)\s*", re.I)
_NUMBERS = {
    "ten": 10, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "fifteen": 15, "four": 4,
    "twenty one": 21, "twenty two": 22, "twenty six": 26, "forty two": 42, "two hundred": 200,
}  # fmt: skip
_HOURS = {"six": "06:00", "seven": "07:00", "eight": "08:00"}
_UNFIT = frozenset(
    {
        "is",
        "was",
        "i",
        "turn",
        "planned",
        "announced",
        "every",
        "home",
        "preheat",
        "radio",
        "setting",
        "playlist",
    }
)
_X = r"(?:the |your |our |my )?(?P<x>.+?)"
_N = r"(?P<n>\d+|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")"
_DID = [
    (rf"(?:i )?(?:have )?(?:made|make|turned|turn|changed|set) {_X} (?:to |turn )?"
     r"(?P<w>red|pink|turquoise|green)(?: green)?", "color {x} {w}"),
    (r"(?:the )?(?P<x>.+?) (?:is|are) now (?P<w>red|turquoise|pink)", "color {x} {w}"),
    (rf"(?:set(?:ting)? )?{_X} (?:is )?(?:now )?(?:set )?(?:at|to|on) {_N} degrees.*", "temp {x} {n}"),
    (rf"(?:i )?(?:set(?:ting)?|dimmed|dim) {_X} (?:are )?(?:now )?(?:at|to) {_N} percent.*", "level {x} {n}"),
    (rf"(?:the )?(?P<x>.+?) (?:is|are) (?:now )?at {_N} percent.*", "level {x} {n}"),
    (rf"dim {_X} to {_N}", "level {x} {n}"),
    (rf"{_X} volume (?:at )?{_N}", "volume {x} {n}"),
    (rf"(?:set )?{_X} (?:to|on) {_N}(?: degrees)?", "temp {x} {n}"),
    (rf"(?:i )?(?:have )?(?:turn(?:ed|ing)?|switch(?:ed|ing)?|put) (?P<v>on|off) {_X}", "{v} {x}"),
    (rf"(?:i )?(?:have )?(?:turn(?:ed|ing)?|switch(?:ed|ing)?|put|make) {_X} (?P<v>on|off)(?: again)?",
     "{v} {x}"),
    (r"(?:okay )?(?:the )?(?P<x>.+?) (?:is|are) (?:now )?(?:already )?(?P<v>on|off)", "{v} {x}"),
    (r"(?P<x>.+?) (?P<v>on|off)(?: please)?", "{v} {x}"),
    (rf"(?:on|off) {_X}", "off {x}"),
    (rf"(?:i )?(?:open(?:ed|ing)?|take out|extending|raising) (?:up )?{_X}(?: in five seconds)?", "open {x}"),
    (rf"(?:i )?(?:clos(?:e|ed|ing)|lower(?:ing)?) {_X}", "close {x}"),
    (r"(?:the )?(?P<x>.+?) (?:is|are) (?:now )?open", "open {x}"),
    (r"(?:the )?(?P<x>.+?) (?:is|are) (?:now )?closed", "close {x}"),
    (rf"turn {_X} down", "volume {x} down"),
    (rf"{_X} (?:closed|down)", "close {x}"),
    (rf"(?:i )?unlock(?:ed|ing)? {_X}", "unlock {x}"),
    (rf"(?:i )?lock(?:ed|ing)? {_X}", "lock {x}"),
    (rf"(?:i )?(?:start(?:ed)?|send) {_X}(?: out)?", "start {x}"),
    (r"(?:the )?(?P<x>\w+) (?:has started|is starting).*", "start {x}"),
    (rf"(?:i )?(?:have )?dim(?:med)? {_X}", "level {x} down"),
    (rf"(?:brighten|turn up) {_X}", "level {x} up"),
    (rf"bring down {_X}", "level {x} down"),
    (rf"pause {_X}", "pause {x}"),
    (r"(?:i )?(?:added|add|put) (?P<x>.+?)(?: to| on)? (?:the |my )(?P<y>\w+) list", "list {y} add {x}"),
    (r"(?:play(?:ing)?|put) (?P<x>.+?)(?: on)? (?:on|in) (?:the )?(?P<y>.+)", "play {x} @ {y}"),
    (r"(?:play(?:ing)?|put) (?P<x>.+?)(?: on)?", "play {x}"),
    (r"(?:next song|skip this|skipped to the next song.*)", "next"),
    (r"(?:set an alarm for|alarm at|wake me at) (?P<t>six|seven|eight)", "alarm {t}"),
    (rf"(?:set a timer for )?{_N} minute.*", "timer {n}m"),
    (rf"timer set for {_N} minutes", "timer {n}m"),
    (rf"is {_X} (?:still )?(?:on|working).*|(?:the )?(?P<y>.+) is locked", "ask read {x}{y}"),
    (r"will it rain today", "weather today"),
]  # fmt: skip


def earlier(context: str) -> tuple[dict[str, str] | None, str, bool]:
    """The turn before, what was answered to it, and whether something was done then."""
    person, told = _parted(context)
    asked = "?" in told or told.endswith("confirm.")
    done = bool(told) and not asked and not re.search(r"could ?n[o']t|not able|sorry", told, re.I)
    wish = _wish(person) or ("" if asked else _wish(told))
    said = person or (told if wish else "")
    return {"say": said, "wish": wish} if said else None, told, done


def _parted(context: str) -> tuple[str, str]:
    """What the person and what the assistant said."""
    if " — " in context:
        person, _, told = context.partition(" — ")
        return person.strip(), told.strip()
    pieces = _SPEAKERS.split(context)
    if len(pieces) == 1:
        return "", context.strip()
    spoken: dict[str, str] = {}
    for who, what in zip(pieces[1::2], pieces[2::2], strict=True):
        spoken["person" if who.lower() in ("person", "user") else "assistant"] = what.strip()
    return spoken.get("person", ""), spoken.get("assistant", "")


def _wish(sentence: str) -> str:
    """The wish of a plain sentence, or of the report that it was done; empty when it is not that plain."""
    text = (
        re.sub(r"\(.*?\)", "", sentence.replace("The assistant just", "I"))
        .lower()
        .strip()
        .split(". ")[-1]
        .strip(" .!?")
    )
    text = re.sub(r"^(?:okay|ok),? ", "", text.replace(",", ""))
    for pattern, form in _DID:
        if text and (match := re.fullmatch(pattern, text)):
            found = {key: value or "" for key, value in match.groupdict().items()}
            if number := found.get("n"):
                found["n"] = str(_NUMBERS.get(number, number))
            if "@" not in form and not form.startswith(("play", "alarm", "list")):
                found["x"] = copied(found.get("x", ""))
            if {*found.get("x", "").split()} & _UNFIT:
                return ""
            found["t"] = _HOURS.get(found.get("t", ""), "")
            wish = read_or_none(" ".join(form.format_map(found).split()))
            return write_wish(wish) if wish and wish.parts else ""
    return ""
