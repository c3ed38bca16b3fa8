"""Wishes as the tool calls that they stand for. No home is looked at: names stay as they were said.

What no call can say (a plan, a condition, "half as bright") comes to no call at all, rather than to
half of it; `carry_out`, which knows the home, can do more.
"""

from typing import Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import Action, tool_names
from voice_gateway.devices.commands import MODES
from voice_gateway.tools import make_call
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.text import write_wish
from voice_gateway.wishes.tree import Asking, Errand, Step, Value, Wish
from voice_gateway.wishes.verbs import ASPECTS
from voice_gateway.wishes.words import Question, Thing, Verb

CONTROL: Final = tool_names.CONTROL
READ: Final = tool_names.READ
LIST: Final = tool_names.LIST
VERIFY: Final = tool_names.VERIFY
DETAILS: Final = tool_names.DETAILS
HEALTH: Final = tool_names.HEALTH
CLOCK: Final = "get_current_datetime"
SPEAKER: Final = "control_speaker_volume"
SEARCH: Final = "search_web"

PLAN: Final = "plan"
_KEPT_BY: Final = {Thing.TIMER: "timers", Thing.LIST: "lists", Thing.ROUTINE: "routines"}

HOME: Final = frozenset({CONTROL, READ, LIST, VERIFY, DETAILS, HEALTH})
TOOLS: Final = HOME | {CLOCK, SPEAKER, SEARCH}
"""Every tool that wishes can become calls of."""

LOUDNESS: Final = "volume"
"""What a question about the loudness is about."""

_GRADES: Final = {"low": 33.0, "medium": 66.0, "high": 100.0, "max": 100.0, "min": 1.0}
ASKED_WITH: Final = {
    Question.LIST: (LIST, "room"), Question.FIND: (VERIFY, "device"), Question.DETAIL: (DETAILS, "filter"),
    Question.HEALTH: (HEALTH, "device"),
}  # fmt: skip
_READ_WITH: Final = frozenset(
    {Question.READ, Question.COUNT, Question.WHICH, Question.ANY, Question.ALL, Question.MOST}
)
_FILTERS: Final = {
    ("devices", "dead"): "dead", ("devices", "asleep"): "asleep", ("batteries", "low"): "low battery",
}  # fmt: skip
"""Questions over several that the network's own list answers."""

_MOST_DEGREES: Final = 10.0
""" "Warmer" takes up to so many degrees as a step; more would be read as the temperature itself."""


def calls_of(wish: Wish) -> list[ToolCall]:
    """The calls, in order; none where anything of the wish is beyond them."""
    if wish.when or wish.only_if or wish.also or wish.errands or any(step.lasting for step in wish.steps):
        return []
    found = [asking_call(part) if isinstance(part, Asking) else _step_call(part) for part in wish.named]
    return [call for call in found if call] if all(found) else []


def control(device: str, action: Action, value: float | str | None = None) -> ToolCall:
    """The call that tells devices to do something."""
    whole = isinstance(value, int | float) and float(value).is_integer()
    given = {} if value is None else {"value": int(value) if whole else value}
    return make_call(CONTROL, {"device": device, "action": action.value, **given})


def device_call(step: Step, words: str) -> ToolCall | None:  # noqa: PLR0911 - one for each way to say it
    """The call of a step on the devices that the words name; None when no single call says it."""
    action, value = action_of(step), step.value
    if action is None or not words:
        return None
    if action is Action.SET_MODE and value and value.word in (*MODES, Action.ON, Action.OFF):
        return make_call(CONTROL, {"device": words, "action": value.word})
    if action in _CHOSEN:
        return _chosen_call(step, action, words)
    if action is Action.SET_VOLUME and value and (louder := _louder(value)):
        return control(words, *louder)
    if action is Action.SET_TEMPERATURE and value and (turned := _turned(value)):
        action, value = turned
    if action is Action.SET_LEVEL and value and value.word in ("up", "down"):
        return control(words, Action.BRIGHTEN if value.word == "up" else Action.DIM)
    if action not in _AMOUNTED:
        step_by = degrees(value) if value and action in (Action.WARMER, Action.COOLER) else None
        return control(words, action, step_by)
    if value is None or value.by or value.times:
        return None
    number = degrees(value) if action is Action.SET_TEMPERATURE else percent(value)
    return None if number is None else control(words, action, number)


_AMOUNTED: Final = frozenset(
    {Action.SET_LEVEL, Action.SET_TEMPERATURE, Action.SET_VOLUME, Action.SET_HUMIDITY, Action.TILT}
)
_CHOSEN: Final = frozenset(
    {Action.SET_MODE, Action.SET_PRESET, Action.SET_FAN_MODE, Action.SET_SWING, Action.SET_SOURCE}
    | {Action.SET_COLOR, Action.ARM}
)
"""What is set to a word; a number may be one, too: a channel, a shade of white in kelvin."""


def _chosen_call(step: Step, action: Action, words: str) -> ToolCall | None:
    value = step.value
    if value is None or value.by or value.times:
        return None
    if value.number is not None:
        return control(words, action, value.number)
    said = value.word.replace("-", " ")
    if step.verb is Verb.WHITE:
        if (kelvin := said.removesuffix("k")).isdigit():
            return control(words, action, int(kelvin))
        if said in (Action.WARMER, Action.COOLER):
            return control(words, Action(said))
        said = said if said.endswith(("white", "light")) else f"{said} white"
    return control(words, action, said)


def _louder(value: Value) -> tuple[Action, float | None] | None:
    """ "Up", or by ten percent: louder."""
    if value.word in ("up", "down"):
        return (Action.VOLUME_UP if value.word == "up" else Action.VOLUME_DOWN), None
    if not value.by or value.number is None:
        return None
    return (Action.VOLUME_UP if value.number > 0 else Action.VOLUME_DOWN), abs(value.number)


def percent(value: Value) -> float | None:
    """The percentage that was named, by a number or by a word."""
    return _GRADES.get(value.word) if value.number is None else value.number


def degrees(value: Value) -> float | None:
    """The temperature, or the difference of two, in degrees Celsius."""
    if value.number is None or not value.fahrenheit:
        return value.number
    return round((value.number if value.by else value.number - 32) / 1.8, 1)


def clock_or_search_call(step: Step) -> ToolCall | None:
    """The call of a step that looks something up."""
    match step.verb:
        case Verb.TIME:
            return make_call(CLOCK, {"timezone": step.words} if step.words else {})
        case Verb.DATE:
            return make_call(CLOCK, {"date": step.words} if step.words else {})
        case Verb.SEARCH if step.words:
            return make_call(SEARCH, {"query": step.words})
        case Verb.WEATHER:
            return make_call(SEARCH, {"query": f"weather {step.words or 'today'}"})
    return None


LOUDNESSES: Final = frozenset({Verb.VOLUME, Verb.MUTE, Verb.UNMUTE})
"""Without a name, they are about this machine."""


def volume_call(step: Step) -> ToolCall | None:
    """The call that changes how loud this machine is; None for another, or when it says not how much."""
    value = step.value or Value()
    if step.target.name:
        return None
    if step.verb in (Verb.MUTE, Verb.UNMUTE):
        return make_call(SPEAKER, {"action": step.verb.value})
    if value.word in ("up", "down"):
        return make_call(SPEAKER, {"action": value.word})
    level = percent(value)
    if level is None or value.times:
        return None
    action = "set" if not value.by else "up" if level > 0 else "down"
    return make_call(SPEAKER, {"action": action, "level": round(abs(level))})


def asking_call(part: Asking, room: str = "") -> ToolCall | None:  # noqa: PLR0911 - one for each question
    """The call that answers a question; `room` is where "here" is."""
    name = " ".join(room if room and word == "here" else word for word in part.target.words.split())
    if part.question is Question.COUNT and not part.state:
        # How many there are, in whatever state: as many as are listed.
        return _about(*ASKED_WITH[Question.LIST], name)
    if part.question in ASKED_WITH:
        tool, argument = ASKED_WITH[part.question]
        text = f"{name} {part.state}".strip()
        return None if part.question is Question.FIND and not text else _about(tool, argument, text)
    if part.question not in _READ_WITH:
        return None
    if name == LOUDNESS:
        return make_call(SPEAKER, {"action": "get"})
    if part.question is not Question.READ and (filtered := _FILTERS.get((name, part.state))):
        return _about(DETAILS, "filter", filtered)
    if part.question is Question.MOST:
        return _about(READ, "device", f"{part.state} {name}".strip())
    how = part.question.value if part.question in (Question.ALL, Question.ANY) else ""
    one = part.question is Question.READ and part.state in ASPECTS
    state = "" if one else part.state.replace("-", " ")
    return _about(READ, "device", " ".join(word for word in (how, name or "everything", state) if word))


def plan_call(wish: Wish) -> ToolCall:
    """The call that keeps a wish for another time, or does an errand; either is one line of the language."""
    part = wish.parts[0] if len(wish.parts) == 1 and not wish.when else None
    tool = _KEPT_BY.get(part.thing, PLAN) if isinstance(part, Errand) else PLAN
    return make_call(tool, {"wish": write_wish(wish)})


def _about(tool: str, argument: str, text: str) -> ToolCall:
    return make_call(tool, {argument: text} if text else {})


def _step_call(step: Step) -> ToolCall | None:
    if step.verb in LOUDNESSES and not step.target.name:
        return volume_call(step)
    return clock_or_search_call(step) or device_call(step, step.target.words)


def _turned(value: Value) -> tuple[Action, Value | None] | None:
    """ "Up", or by two degrees: warmer."""
    if value.word in ("up", "down"):
        return (Action.WARMER if value.word == "up" else Action.COOLER), None
    if not value.by or value.number is None or abs(degrees(value) or 0.0) > _MOST_DEGREES:
        return None
    return (Action.WARMER if value.number > 0 else Action.COOLER), Value(abs(degrees(value) or 0.0))
