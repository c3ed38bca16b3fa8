"""Whether two forms say the same. It is lenient only where a difference in writing is none in meaning."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from voice_gateway.measuring.sentences.form import Does, Form, Line
from voice_gateway.measuring.sentences.moments import same_length, same_moment
from voice_gateway.measuring.sentences.naming import content

T = TypeVar("T")

TELLING: Final = frozenset(
    {"read", "which", "any", "all", "count", "compare", "why", "planned", "timer_left", "list_read"}
    | {"search", "calc", "weather", "time", "date"}
)
"""Steps that change nothing."""

_LOOKED_UP: Final = frozenset({"search", "calc", "weather", "time", "date"})
"""The sentence itself is the query: who has all its words has it."""

_ASKED: Final = frozenset({"read", "which", "any", "all", "count", "compare", "why"})
_IN_WORDS: Final = frozenset(
    {"play", "announce", "remind", "timer", "timer_add", "timer_left", "timer_cancel"}
)
"""Writers put the words of these into the target, the name or the value."""

_HEARD: Final = frozenset(
    {"next", "previous", "pause", "resume", "mute", "unmute", "volume", "volume_by", "stop"}
)
_SOUND: Final = frozenset({"song", "track", "tune", "episode", "music", "sound", "volume"})
"""What is heard names no player."""

_RINGS: Final = frozenset({"timer", "alarm", "reminder", "ringing", "beeping", "ring", "beep"})
"""That something rings says nothing of what it is; to stop it needs no name."""

_STATES: Final = frozenset(
    {"on", "off", "open", "closed", "shut", "locked", "unlocked", "running", "playing", "down", "up"}
)
_COMPARED: Final = frozenset(
    {"temperature", "warmer", "warmest", "hotter", "hottest", "colder", "coldest", "cooler", "coolest"}
    | {"humidity", "brightness", "brighter", "brightest", "darker", "darkest"}
)
"""By what things are compared, which is said in many ways."""

_SAME: Final = {
    "running": "on", "playing": "on", "up": "open", "down": "closed", "shut": "closed", "hottest": "warmest",
    "cold": "cool",
}  # fmt: skip
"""Other words for the same state."""

_LESS: Final = frozenset({"list", "timer", "alarm", "reminder", "routine", "scene", "mode"})
"""What something is, where its name says it: the shopping list is on the shopping."""

_SECONDS: Final = {"s": 1, "m": 60, "h": 3600}
_UNIT: Final = re.compile(r"\b(?:fahrenheit|celsius|centigrade|[fc])\b|°[fc]\b", re.I)
"""Who says none of these leaves it to the home which degrees are meant."""

_GRADES: Final = {"full": 100.0, "max": 100.0, "half": 50.0, "min": 1.0}


def acts(form: Form) -> bool:
    """Whether anything would be changed without asking first."""
    return not form.asks_back and any(not _tells(step) for step in form.does)


def asks(form: Form) -> bool:
    """Whether anything is asked for. To leave things as they are is to ask for nothing."""
    return any(not _leaves_it(step) for step in form.does)


def same_asking(line: Line, read: Form) -> bool:
    """Whether it was seen if anything is asked for."""
    return any(asks(line.wanted) == asks(each) for each in _tellings(read))


def same_verbs(line: Line, read: Form) -> bool:
    return any(Counter(_verbs(line.wanted)) == Counter(_verbs(each)) for each in _tellings(read))


def same_targets(line: Line, read: Form) -> bool:
    """The same content words, step by step, in any order; the room where it is said may be left out."""
    alike = partial(_same_target, line)
    return any(_pair(_steps(line.wanted), _steps(each), alike) for each in _tellings(read))


def same_times(line: Line, read: Form) -> bool:
    """`when`, `for` and `if`."""
    wanted = line.wanted
    return (
        _pair(_times(wanted), _times(read), same_moment)
        and same_length(wanted.lasting, read.lasting)
        and same_moment(wanted.only_if, read.only_if)
    )


def same(line: Line, read: Form) -> bool:
    """Everything: the same steps on the same targets with the same amounts, at the same time."""
    if not asks(line.wanted) and not asks(read):
        return True
    alike = partial(_same_step, line)
    done = any(_pair(_steps(line.wanted), _steps(each), alike) for each in _tellings(read))
    return done and same_times(line, read)


def _tells(step: Does) -> bool:
    return step.do in TELLING or _leaves_it(step)


def _leaves_it(step: Does) -> bool:
    """ "Never mind", where nothing is named that could be called off."""
    return step.do == "cancel" and not content(step.target, step.name)


def _steps(form: Form) -> list[Does]:
    """What is to be done; that something is taken back for it goes without saying."""
    steps = [step for step in form.does if not _leaves_it(step)]
    return [step for step in steps if step.do != "undo"] or steps


def _tellings(read: Form) -> tuple[Form, ...]:
    """What was read, and the same in other words."""
    return (read, *(replace(read, does=does) for does in read.told_otherwise))


def _verbs(form: Form) -> list[str]:
    return [step.do for step in _steps(form)]


def _times(form: Form) -> list[str]:
    """When each of the steps is, each time once."""
    times = {step.when or form.when for step in form.does if step.do not in _LOOKED_UP}
    return sorted(time for time in times if time)


def _same_step(line: Line, wanted: Does, read: Does) -> bool:
    return (
        wanted.do == read.do
        and _same_target(line, wanted, read)
        and content(wanted.but) == content(read.but)
        and (wanted.do == "routine" or _same_items(wanted.items, read.items))
        and (wanted.do in _IN_WORDS | _LOOKED_UP or _same_value(line, wanted, read))
        and (not wanted.do.startswith("timer") or _seconds(wanted) == _seconds(read))
    )


def _same_target(line: Line, wanted: Does, read: Does) -> bool:
    mine, theirs, here = _words(wanted), _words(read), content(line.room)
    if wanted.do in _LOOKED_UP:
        return wanted.do == read.do and mine <= theirs | content(line.text)
    if wanted.do == read.do == "stop" and not mine and content(wanted.target) & _RINGS:
        return True  # what rings is stopped, whatever it is called
    return mine - here == theirs - here


def _words(step: Does) -> frozenset[str]:
    """The words that name what a step is about, wherever they are written."""
    named = [step.target, step.room, step.name]
    worded = (_IN_WORDS - {"timer", "timer_add"}) | _LOOKED_UP | _ASKED
    if step.do in worded and isinstance(step.value, str):
        named.append(step.value)
    if step.do == "compare":
        return content(*named, *step.items) - _COMPARED
    found = content(*named)
    if step.do in _ASKED:
        return _alike(found - _STATES)
    if step.do == "stop":
        return found - _SOUND - _RINGS
    if step.do in _HEARD:
        return found - _SOUND
    if step.do.startswith("list_"):
        return found - {"list"} or frozenset({"shopping"})
    return found - _LESS or found


def _same_items(wanted: Iterable[str], read: Iterable[str]) -> bool:
    return Counter(map(content, wanted)) == Counter(map(content, read))


def _same_value(line: Line, wanted: Does, read: Does) -> bool:
    if wanted.do in _ASKED:
        mine, theirs = _states(wanted), _states(read)
        # Who reads a thing tells how it is.
        return mine == theirs or (wanted.do in ("read", "why") and not theirs)
    return _amount(wanted) == _amount(read) and (_unit(wanted) == _unit(read) or not _UNIT.search(line.text))


def _states(step: Does) -> frozenset[str]:
    """How something must be; which of its readings is meant is among its words."""
    return _alike(content(str(step.value or ""), step.target) & _STATES)


def _alike(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_SAME.get(word, word) for word in words)


def _amount(step: Does) -> float | frozenset[str]:
    if isinstance(step.value, float):
        return step.value
    word = str(step.value or "").lower().strip()
    if step.do in ("level", "speed", "volume") and word in _GRADES:
        return _GRADES[word]
    words = _alike(content(word))
    # "Warm white" and "warm" are one white.
    return words - {"white", "mode", "setting"} or words


def _unit(step: Does) -> str:
    """Percent and degrees go without saying; Fahrenheit does not."""
    if not isinstance(step.value, float):
        return ""
    return "f" if step.unit.lower().strip("° ") in ("f", "fahrenheit") else ""


def _seconds(step: Does) -> float | None:
    """How long a timer is."""
    if not isinstance(step.value, float):
        return None
    return step.value * _SECONDS.get(step.unit[:1].lower(), 60)


def _pair(wanted: Iterable[T], read: Iterable[T], alike: Callable[[T, T], bool]) -> bool:
    """Whether each of the one has its like in the other, and none is left."""
    left = list(read)
    for one in wanted:
        found = next((other for other in left if alike(one, other)), None)
        if found is None:
            return False
        left.remove(found)
    return not left
