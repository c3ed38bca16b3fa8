"""Carries out a wish: through the one executor, and no further than it says."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import Action, Ambiguous, Device, Home, Matched, Resolver, State, can
from voice_gateway.devices.words import roots
from voice_gateway.dialogue import AwaitingChoice, LastAction, Option
from voice_gateway.models.text_calls import make_call
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Outcome, Result, ToolExecutor, ToolManager, TurnState
from voice_gateway.wishes.actions import WARMTH, action_of
from voice_gateway.wishes.calls import ASKED_WITH, CLOCK, CONTROL, READ, SEARCH, SPEAKER
from voice_gateway.wishes.conditions import holds
from voice_gateway.wishes.restore import restoring_calls
from voice_gateway.wishes.tree import Asking, Question, Step, Target, Value, Verb, Wish

_GRADES: Final = {"low": 33.0, "medium": 66.0, "high": 100.0, "max": 100.0, "min": 1.0}
_STEP: Final = 20.0
"""Percent points of "a bit more"."""

_NOT_YET: Final = {
    Verb.TIMER: "set timers", Verb.REMIND: "remind you of things", Verb.ALARM: "set alarms",
    Verb.LIST: "keep lists", Verb.ROUTINE: "learn routines", Verb.PLAY: "play music or films",
    Verb.PAUSE: "control what is playing", Verb.RESUME: "control what is playing",
    Verb.NEXT: "control what is playing", Verb.PREVIOUS: "control what is playing",
    Verb.SOURCE: "choose what a player plays from", Verb.COLOR: "change colours",
    Verb.WHITE: "change the shade of white", Verb.DOCK: "send robots home", Verb.ACTIVATE: "start scenes",
    Verb.ANNOUNCE: "make announcements", Verb.WEATHER: "tell the weather", Verb.CANCEL: "cancel plans",
}  # fmt: skip
LATER = "I can't do things at another time yet, so I haven't changed anything."
A_WHILE = "I can't do things for a while and then undo them yet, so I haven't changed anything."
NOTHING_TO_UNDO = "There is nothing that I could take back."


@dataclass
class Carried:
    """What has come of a wish."""

    calls: list[ToolCall] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """One per call, in call order."""

    said: list[str] = field(default_factory=list)
    """What is to be told beside the results."""

    waiting: AwaitingChoice | None = None
    outcome: TurnOutcome | None = None
    """Where the results alone do not say it."""


@dataclass(frozen=True)
class Interpreter:
    """Knows the home, its names, and the tools by which everything is done."""

    manager: ToolManager
    executor: ToolExecutor
    home: Home | None = None
    resolver: Resolver | None = None

    async def carry_out(self, wish: Wish, turn: TurnState, last: LastAction | None = None) -> Carried:
        """Do it, as far as it can be done now; what cannot is told."""
        carried = Carried()
        if wish.when or any(step.lasting for step in wish.steps):
            return replace(carried, said=[LATER if wish.when else A_WHILE], outcome=TurnOutcome.DECLINED)
        if wish.only_if is not None and not await self._condition_holds(wish, turn, carried):
            return carried
        kept = self._meant_by(wish, turn)
        for part in wish.parts:
            await self._part(part, turn, last, carried, kept)
            if carried.waiting:
                break
        return carried

    async def choose(self, step: Step, device_ids: tuple[str, ...], turn: TurnState) -> Carried:
        """Do a step to the devices that the person has chosen."""
        carried = Carried()
        devices = [device for one in device_ids if self.home and (device := self.home.registry.get(one))]
        await self._run(self._calls(step, devices, ", ".join(device_ids)), turn, carried)
        return carried

    async def _part(
        self,
        part: Step | Asking,
        turn: TurnState,
        last: LastAction | None,
        carried: Carried,
        kept: frozenset[str],
    ) -> None:
        if isinstance(part, Asking):
            await self._run(self._asking(part, turn), turn, carried)
        elif part.verb is Verb.UNDO:
            await self._undo(last, turn, carried, kept)
        elif part.verb in (Verb.TIME, Verb.DATE, Verb.SEARCH):
            await self._run([_looked_up(part)], turn, carried)
        elif part.verb in (Verb.VOLUME, Verb.MUTE, Verb.UNMUTE):
            await self._run([_volume(part)], turn, carried)
        elif part.verb in _NOT_YET or action_of(part) is None:
            carried.said.append(f"I can't {_NOT_YET.get(part.verb, 'do that')} yet.")
            carried.outcome = TurnOutcome.DECLINED
        else:
            await self._device(part, turn, carried)

    async def _device(self, step: Step, turn: TurnState, carried: Carried) -> None:
        if self.resolver is None:
            await self._run(self._calls(step, (), step.target.words), turn, carried)
            return
        if step.verb is Verb.SET:
            step = self._with_unit(step, turn)
        action, words = action_of(step), step.target.words
        found = self.resolver.resolve(words, action=action, room=turn.room)
        if isinstance(found, Ambiguous):
            carried.waiting = AwaitingChoice(found.sentence, step, tuple(map(_option, found.candidates)))
            return
        devices: tuple[Device, ...] = ()
        if isinstance(found, Matched):
            devices = found.devices
            if turn.room and found != self.resolver.resolve(words, action=action):
                words = ", ".join(device.id for device in devices)
        await self._run(self._calls(step, devices, words), turn, carried)

    def _with_unit(self, step: Step, turn: TurnState) -> Step:
        """A bare number is degrees where there is something to warm, else percent."""
        number = step.value.number if step.value else None
        if self.resolver and number is not None and int(number) in WARMTH:
            found = self.resolver.resolve(step.target.words, action=Action.SET_TEMPERATURE, room=turn.room)
            if isinstance(found, Matched) and any(can(d, Action.SET_TEMPERATURE) for d in found.devices):
                return replace(step, verb=Verb.TEMPERATURE)
        return replace(step, verb=Verb.LEVEL)

    def _calls(self, step: Step, devices: tuple[Device, ...] | list[Device], words: str) -> list[ToolCall]:
        """The calls of one step: one for all where all are told the same, else one for each device."""
        action, value = action_of(step), step.value
        assert action is not None
        if value is None:
            return [_control(words, action)]
        if value.word in ("up", "down") and action is Action.SET_LEVEL:
            if not any(device.state.position is not None for device in devices):
                return [_control(words, Action.BRIGHTEN if value.word == "up" else Action.DIM)]
            value = Value(_STEP if value.word == "up" else -_STEP, by=True)
        if value.word in _GRADES:
            value = Value(_GRADES[value.word])
        if value.number is None:
            return [make_call(CONTROL, {"device": words, "action": value.word})]
        if value.by or value.times:
            able = [device for device in devices if can(device, action)] or list(devices)
            return [_control(device.id, action, _relative(device, action, value)) for device in able]
        number = round((value.number - 32) / 1.8, 1) if value.fahrenheit else value.number
        return [_control(words, action, number)]

    def _asking(self, part: Asking, turn: TurnState) -> list[ToolCall]:
        if part.target.name == "volume":
            return [make_call(SPEAKER, {"action": "get"})]
        if part.question not in ASKED_WITH:
            return []
        tool, argument = ASKED_WITH[part.question]
        name = part.target.words
        if part.question is Question.MOST:
            name = f"{part.state} {name}".strip()
        elif tool == READ:
            how = part.question.value if part.question in (Question.ALL, Question.ANY) else ""
            name = " ".join(word for word in (how, name or "everything", part.state) if word)
        if turn.room and "here" in name.split():
            name = " ".join(turn.room if word == "here" else word for word in name.split())
        return [make_call(tool, {argument: name} if name else {})]

    async def _undo(
        self, last: LastAction | None, turn: TurnState, carried: Carried, kept: frozenset[str]
    ) -> None:
        if last is None or self.home is None or not (last.before or last.lost):
            carried.said.append(NOTHING_TO_UNDO)
            carried.outcome = TurnOutcome.DECLINED
            return
        now = {device.id: device.state for device in self.home.devices() if device.id not in kept}
        changed = {one: state for one, state in last.before.items() if one in now and now[one] != state}
        await self._run(restoring_calls(changed, self.home.registry), turn, carried)
        carried.said += [f"I can't take back that {what}." for what in last.lost]
        if last.lost:
            carried.outcome = TurnOutcome.DECLINED
        if not changed and not last.lost and not kept:
            carried.said.append("It is as it was before.")

    def _meant_by(self, wish: Wish, turn: TurnState) -> frozenset[str]:
        """The devices that the wish itself sets, which need not be taken back first."""
        found: set[str] = set()
        for step in wish.steps:
            if self.resolver and step.target.name and (action := action_of(step)):
                meant = self.resolver.resolve(step.target.words, action=action, room=turn.room)
                found |= {device.id for device in meant.devices} if isinstance(meant, Matched) else set()
        return frozenset(found)

    async def _condition_holds(self, wish: Wish, turn: TurnState, carried: Carried) -> bool:
        """Look at the fact; where it is not so, say how it is and that nothing was done."""
        condition = wish.only_if
        assert condition is not None
        truth = holds(condition, self.resolver, turn.room) if self.resolver else None
        if truth:
            return True
        if truth is None:
            carried.said.append(f"I can't tell whether that is so ({condition.about}), so I changed nothing.")
            carried.outcome = TurnOutcome.NOT_UNDERSTOOD
            return False
        await self._run([make_call(READ, {"device": condition.about})], turn, carried)
        carried.said.append("So I've left it as it is.")
        return False

    async def _run(self, calls: list[ToolCall], turn: TurnState, carried: Carried) -> None:
        known = [tool for call in calls if (tool := self.manager.get(call["name"]))]
        results = await self.executor.run_all(calls, known, turn)
        for result in results:
            if result.outcome is Outcome.UNKNOWN:
                carried.outcome = TurnOutcome.FAILED
        carried.calls += calls
        carried.results += results


def planned_calls(wish: Wish) -> list[ToolCall]:
    """The calls of a wish as they are before any home is looked at, names as they were said."""
    unaware = Interpreter(ToolManager(), ToolExecutor())
    calls: list[ToolCall] = []
    for part in wish.parts:
        if isinstance(part, Asking):
            calls += unaware._asking(part, TurnState())
        elif part.verb in (Verb.TIME, Verb.DATE, Verb.SEARCH):
            calls.append(_looked_up(part))
        elif part.verb in (Verb.VOLUME, Verb.MUTE, Verb.UNMUTE):
            calls.append(_volume(part))
        elif action_of(part) is not None:
            calls += unaware._calls(part, (), part.target.words)
    return calls


def _control(device: str, action: Action, value: float | None = None) -> ToolCall:
    arguments: dict[str, Any] = {"device": device, "action": action.value}
    if value is not None:
        arguments["value"] = int(value) if float(value).is_integer() else value
    return make_call(CONTROL, arguments)


def _relative(device: Device, action: Action, value: Value) -> float:
    """What a relative amount comes to for this device as it is now."""
    state, number = device.state, value.number or 0.0
    if action is Action.SET_TEMPERATURE:
        now, low, high = state.target or 20.0, *device.target_range
    else:
        now = float(_present(state))
        low, high = 0.0, 100.0
    wanted = now * number if value.times else now + number
    return round(max(low, min(high, wanted)), 1)


def _present(state: State) -> int:
    if state.position is not None:
        return state.position
    return (state.level or 0) if state.on is not False else 0


def _looked_up(step: Step) -> ToolCall:
    match step.verb:
        case Verb.TIME:
            return make_call(CLOCK, {"timezone": step.words} if step.words else {})
        case Verb.DATE:
            return make_call(CLOCK, {"date": step.words} if step.words else {})
        case _:
            return make_call(SEARCH, {"query": step.words})


def _volume(step: Step) -> ToolCall:
    value = step.value
    if step.verb is not Verb.VOLUME or value is None:
        return make_call(SPEAKER, {"action": step.verb.value})
    if value.number is None:
        graded = _GRADES.get(value.word)
        if graded is not None:
            return make_call(SPEAKER, {"action": "set", "level": int(graded)})
        return make_call(SPEAKER, {"action": value.word})
    if value.by:
        direction = "up" if value.number > 0 else "down"
        return make_call(SPEAKER, {"action": direction, "level": int(abs(value.number))})
    return make_call(SPEAKER, {"action": "set", "level": int(value.number)})


def _option(device: Device) -> Option:
    said = (device.name, *device.aliases, device.room, device.floor)
    return Option(device.id, frozenset(root for words in said for root in roots(words)) | {"room", "floor"})


def named_by(device: Device) -> Target:
    """The target that means just this device, in words that can be said again."""
    return Target(device.label)
