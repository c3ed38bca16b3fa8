"""What the assistant tells of a deed, as the command that it came of.

"At 21:00 I'll close the shed" came of "close the shed at 21:00", and "muffins timer set for 30 minutes" of
"set a muffins timer for 30 minutes". Nothing is known here of what a person answers to it.
"""

import re
from collections.abc import Iterator
from typing import Final

_DONE: Final = {
    "turned": "turn", "turning": "turn", "switched": "switch", "switching": "switch", "opened": "open",
    "opening": "open", "closed": "close", "closing": "close", "locked": "lock", "locking": "lock",
    "unlocked": "unlock", "unlocking": "unlock", "set": "set", "setting": "set", "dimmed": "dim",
    "dimming": "dim", "started": "start", "starting": "start", "stopped": "stop", "added": "add",
    "paused": "pause", "muted": "mute", "raised": "raise", "raising": "raise", "lowered": "lower",
    "lowering": "lower", "playing": "play", "put": "put", "made": "make", "announcing": "announce",
    "extending": "open", "arming": "arm", "drawing": "open", "raises": "raise", "starts": "start",
    "opens": "open", "closes": "close", "stops": "stop", "locks": "lock", "unlocks": "unlock",
}  # fmt: skip
_LEAD: Final = re.compile(r"^(?:(?:ok(?:ay)?|sorry|sure|done|right|all done)[,.:]? +)+", re.I)
_CLOCK: Final = re.compile(r"(?<![\d:])\d(?=:\d\d\b)")
""" "6:40" as the assistant tells it is in the morning."""
_WILL: Final = re.compile(r"^(?:(?P<when>[^,]+?),? )?I(?:'ll| will|'m going to) (?P<what>.+)", re.I)
_REMIND: Final = re.compile(r"^remind you\b", re.I)
_I_DID: Final = re.compile(r"^(?:i(?:'ve| have)?\s+)?(?P<did>\w+)\s+(?P<what>.+)", re.I)
_GAUGES: Final = r"timer|alarm|reminder"
_KEPT: Final = re.compile(
    rf"^(?:the |your |a |an )?(?P<name>(?:[\w'-]+ )*?)(?P<kind>{_GAUGES})(?: is| was)?(?: now)? "
    r"(?:set|running|started)(?: (?P<rest>(?:for|at|to) .+))?$",
    re.I,
)
_WHAT_STARTS: Final = re.compile(
    r"^(?P<what>(?:the |your )?[\w' ]+?) (?:will |has |have )?(?P<does>start|stop|open|close|lock|unlock)"
    r"(?:s|ed)?(?P<rest> .+)?$",
    re.I,
)
_DOING: Final = re.compile(r" \w+ing\b", re.I)
_COMES_ON: Final = re.compile(
    r"^(?P<what>(?:the |your )?[\w' ]+?) (?:comes?|goes?|will (?:come|go)) (?P<way>on|off)(?P<rest> .+)?$",
    re.I,
)
_IS_SET: Final = re.compile(
    r"^(?P<what>(?:the |your )?[\w' ]+?) (?:(?:is|are) )?(?:(?:now )?(?:at|set to)|volume is) (?P<to>\d.*)$",
    re.I,
)
_RUNS: Final = re.compile(
    r"^(?P<what>(?:the |your )?[\w' ]+?) (?:is|are) (?P<does>running|playing)(?P<rest> .+)?$", re.I
)
_BUSY: Final = {"running": "start", "playing": "play"}
_READ: Final = re.compile(r"^(?P<what>your [\w' ]+? list) has\b", re.I)
_IT_IS: Final = re.compile(
    r"^(?P<what>(?:(?!when |if ).)+?) (?:is|are|will be|was|were) (?:now )?(?P<state>(?!\w+ing\b).+)", re.I
)
_IS_SO: Final = re.compile(
    r"^(?:(?!(?:is|are|was|were) )[\w']+ )+?(?:on|off|open|closed|locked)(?= |$)", re.I
)
_PLAIN: Final = re.compile(r"(?:on|off|open|closed|locked|unlocked|\d+)\b", re.I)
_NOT_FOUND: Final = re.compile(
    r"\b(?:could not|couldn't|can't|cannot|did not|didn't|don't) (?:find|see|know)(?: of)? "
    r"(?:(?:the|an?|any) )?(?:device )?(?:called )?(?P<name>[\w' ]+?)(?: to (?P<do>\w+))?[.!]?$",
    re.I,
)


def as_commands(told: str) -> Iterator[str]:
    """What may have been asked for, the likeliest first; nothing where a sentence tells of no deed."""
    text = _CLOCK.sub(r"0\g<0>", _LEAD.sub("", told.strip(" .()")).strip(" ."))
    if not text or told.rstrip(" )").endswith("?") or _NOT_FOUND.search(text):
        return
    if will := _WILL.match(text):
        what = _REMIND.sub("remind me", will["what"])
        yield f"{what} {will['when'] or ''}".strip()
        return
    if kept := _KEPT.match(text):
        yield " ".join(f"set a {kept['name']}{kept['kind']} {kept['rest'] or ''}".split())
        return
    if (did := _I_DID.match(text)) and (verb := _DONE.get(did["did"].lower())):
        yield f"{verb} {did['what']}"
        return
    yield from _of_a_thing(text)


def _of_a_thing(text: str) -> Iterator[str]:
    """ "The mower starts at nine", "the lamp is on"."""
    if comes := _COMES_ON.match(text):
        yield f"turn {comes['way']} {comes['what']}{comes['rest'] or ''}"
        return
    if _IS_SO.match(text):
        yield text
        return
    if listed := _READ.match(text):
        yield f"read {listed['what']}"
    if to := _IS_SET.match(text):
        yield f"set {to['what']} to {to['to']}"
    elif runs := _RUNS.match(text):
        yield f"{_BUSY[runs['does'].lower()]} {runs['what']}{runs['rest'] or ''}"
    elif starts := _WHAT_STARTS.match(text):
        rest = "" if _DOING.match(starts["rest"] or "") else starts["rest"] or ""
        yield f"{starts['does']} {starts['what']}{rest}"
    if state := _IT_IS.match(text):
        yield f"{state['what']} {state['state']}"
        if not _PLAIN.match(state["state"]):
            yield f"set {state['what']} to {state['state']}"


def not_found(told: str) -> tuple[str, str]:
    """What the assistant says that it does not know, and what it would have done with it."""
    match = _NOT_FOUND.search(told.strip())
    return (match["name"].lower(), match["do"] or "") if match else ("", "")
