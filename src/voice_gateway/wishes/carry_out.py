"""Carries out a wish: through the one executor, and no further than it says."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import (
    Ability,
    Action,
    Ambiguous,
    Command,
    Device,
    Guard,
    Home,
    Matched,
    Resolver,
    State,
    can,
)
from voice_gateway.devices.caution import gets_hot
from voice_gateway.devices.plan import STEP, plan
from voice_gateway.devices.words import roots
from voice_gateway.dialogue import AwaitingChoice, LastAction, Option
from voice_gateway.models.text_calls import make_call
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Outcome, Result, ToolExecutor, ToolManager, TurnState
from voice_gateway.wishes.actions import WARMTH, action_of
from voice_gateway.wishes.calls import (
    READ,
    asking_call,
    clock_or_search_call,
    control,
    degrees,
    device_call,
    volume_call,
)
from voice_gateway.wishes.conditions import holds, read_for
from voice_gateway.wishes.restore import restoring_calls
from voice_gateway.wishes.tree import (
    POINTING,
    UNNAMED,
    WHAT,
    WHERE,
    Asking,
    Condition,
    Question,
    Step,
    Value,
    Verb,
    Wish,
)

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
LEFT_ALONE = "Okay, I've left it as it is."
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

    def followed_by(self, further: "Carried") -> "Carried":
        """Both together, in order."""
        return Carried(
            [*self.calls, *further.calls],
            [*self.results, *further.results],
            [*self.said, *further.said],
            further.waiting or self.waiting,
            self.outcome or further.outcome,
        )


@dataclass(frozen=True)
class Interpreter:
    """Knows the home, its names, and the tools by which everything is done."""

    manager: ToolManager
    executor: ToolExecutor
    home: Home | None = None
    resolver: Resolver | None = None
    guard: Guard = field(default_factory=Guard)

    async def carry_out(self, wish: Wish, turn: TurnState, last: LastAction | None = None) -> Carried:
        """Do it, as far as it can be done now; what cannot is told."""
        carried = Carried()
        if wish.when or any(step.lasting for step in wish.steps):
            return replace(carried, said=[LATER if wish.when else A_WHILE], outcome=TurnOutcome.DECLINED)
        if wish.only_if is not None and not await self._holds(wish.only_if, turn, carried):
            return carried
        kept = self.meant_by(wish, turn)
        for place, part in enumerate(wish.parts, start=1):
            await self._part(part, turn, last, carried, kept)
            if carried.waiting:
                carried.waiting = replace(carried.waiting, rest=wish.parts[place:])
                break
        return carried

    async def choose(
        self, step: Step, device_ids: tuple[str, ...], turn: TurnState, rest: tuple[Step | Asking, ...] = ()
    ) -> Carried:
        """Do a step to the devices that the person has chosen, and then the rest of the sentence."""
        carried = Carried()
        devices = [device for one in device_ids if self.home and (device := self.home.registry.get(one))]
        await self._run(self._calls(step, devices, ", ".join(device_ids)), turn, carried)
        return carried.followed_by(await self.carry_out(Wish(rest), turn))

    async def _part(
        self,
        part: Step | Asking,
        turn: TurnState,
        last: LastAction | None,
        carried: Carried,
        kept: frozenset[str],
    ) -> None:
        if unclear := self._unclear(part, turn):
            carried.said.append(unclear)
            carried.outcome = TurnOutcome.ASKED_BACK
        elif isinstance(part, Asking):
            await self._run_or_decline(asking_call(part, turn.room), "tell you that", turn, carried)
        elif part.verb is Verb.UNDO:
            await self._undo(last, turn, carried, kept)
        elif part.verb in (Verb.TIME, Verb.DATE, Verb.SEARCH):
            await self._run_or_decline(clock_or_search_call(part), "look that up", turn, carried)
        elif part.verb in (Verb.VOLUME, Verb.MUTE, Verb.UNMUTE):
            await self._run_or_decline(volume_call(part), "change that volume", turn, carried)
        elif part.verb is Verb.CANCEL and not part.words:
            carried.said.append(LEFT_ALONE)
            carried.outcome = TurnOutcome.DECLINED
        elif part.verb in _NOT_YET or action_of(part) is None:
            _decline(_NOT_YET.get(part.verb, "do that"), carried)
        else:
            await self._device(part, turn, last, carried)

    def _unclear(self, part: Step | Asking, turn: TurnState) -> str:
        """What is asked back where nothing is named that could be looked for."""
        name = part.target.name
        nothing = isinstance(part, Asking) and part.question is Question.READ and not name
        if name in UNNAMED or nothing or POINTING.search(name):
            return WHAT
        if self.resolver is None or turn.room or not name.endswith(" here"):
            return ""
        return "" if isinstance(self.resolver.resolve(name), Matched) else WHERE

    async def _device(self, step: Step, turn: TurnState, last: LastAction | None, carried: Carried) -> None:
        if self.resolver is None:
            await self._run_or_decline(device_call(step, step.target.words), "do that", turn, carried)
            return
        step = self._as_hot(self._with_unit(step, turn), turn)
        action, words = action_of(step), step.target.words
        found = self.resolver.resolve(words, action=action, room=turn.room)
        if isinstance(found, Ambiguous) and (recent := _recent(found, last)):
            found, words = Matched((recent,)), recent.id
        if isinstance(found, Ambiguous):
            carried.waiting = AwaitingChoice(found.sentence, step, tuple(map(self._option, found.candidates)))
            return
        devices: tuple[Device, ...] = ()
        if isinstance(found, Matched):
            devices = found.devices
            if turn.room and found != self.resolver.resolve(words, action=action):
                words = ", ".join(device.id for device in devices)
        for some, named in self._apart(devices, step, words):
            calls = self._calls(step, some, named)
            if not calls and not some:
                # No single call says it, but looking for the name tells that there is none.
                calls = [make_call(READ, {"device": named})]
            if not calls:
                _decline("do that", carried)
            await self._run(calls, turn, carried)

    def _as_hot(self, step: Step, turn: TurnState) -> Step:
        """To warm up an oven is to switch it on."""
        if step.verb is not Verb.WARMER or self.resolver is None:
            return step
        found = self.resolver.resolve(step.target.words, action=Action.WARMER, room=turn.room)
        hot = isinstance(found, Matched) and all(gets_hot(device) for device in found.devices)
        return replace(step, verb=Verb.ON, value=None) if hot else step

    def _apart(
        self, devices: tuple[Device, ...], step: Step, words: str
    ) -> list[tuple[tuple[Device, ...], str]]:
        """What needs a yes apart from what does not, so that the harmless part is not held up."""
        action = action_of(step)
        held = {device.id for device in devices if action and self._needs_yes(device, action)}
        if not held or len(devices) == 1:
            return [(devices, words)]
        free = tuple(device for device in devices if device.id not in held)
        # Each by itself, so that a person may agree to some of them.
        asked = [(device,) for device in devices if device.id in held]
        return [(some, ", ".join(device.id for device in some)) for some in (free, *asked) if some]

    def _needs_yes(self, device: Device, action: Action) -> bool:
        if not can(device, action) or action in (Action.SET_LEVEL, Action.SET_TEMPERATURE, Action.SET_MODE):
            return False
        return self.guard.must_confirm(device, plan(device, Command(action)))

    def _with_unit(self, step: Step, turn: TurnState) -> Step:
        """A bare number is degrees where there is something to warm, else percent; so are "up" and "down"."""
        value = step.value or Value()
        if step.verb is Verb.SET:
            number = None if value.number is None else int(value.number)
            warm = number in WARMTH and Ability.TARGET in self._abilities(step, Action.SET_TEMPERATURE, turn)
        elif step.verb is Verb.LEVEL and (value.by or value.word in ("up", "down")):
            able = self._abilities(step, Action.SET_LEVEL, turn)
            warm = Ability.TARGET in able and not able & {Ability.LEVEL, Ability.POSITION}
        else:
            return step
        return replace(step, verb=Verb.TEMPERATURE if warm else Verb.LEVEL)

    def _option(self, device: Device) -> Option:
        said = (device.name, *device.aliases, device.room, device.floor)
        said = (*said, *(words.replace("'s", "s").replace("’s", "s") for words in said))
        place = self.resolver.place_of(device) if self.resolver else frozenset[str]()
        words = place | {root for words in said for root in roots(words)} | {"room", "floor"}
        return Option(device.id, words)

    def _abilities(self, step: Step, action: Action, turn: TurnState) -> frozenset[Ability]:
        """What those that are meant can do among them."""
        words = step.target.words
        found = self.resolver.resolve(words, action=action, room=turn.room) if self.resolver else None
        devices = found.devices if isinstance(found, Matched) else ()
        return frozenset(ability for device in devices for ability in device.abilities)

    def _calls(self, step: Step, devices: Sequence[Device], words: str) -> list[ToolCall]:
        """The calls of one step: one for all where all are told the same, else one for each device."""
        action, amount = action_of(step), _moved_by(step.value, devices)
        if amount is not None and action is not None and devices:
            able = [device for device in devices if can(device, action)] or list(devices)
            return [control(device.id, action, _relative(device, action, amount)) for device in able]
        call = device_call(step, words)
        return [call] if call else []

    async def _undo(
        self, last: LastAction | None, turn: TurnState, carried: Carried, kept: frozenset[str]
    ) -> None:
        if last is None or self.home is None or not (last.before or last.lost):
            if not kept:
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

    def meant_by(self, wish: Wish, turn: TurnState) -> frozenset[str]:
        """The devices that the wish itself sets, which need not be taken back first."""
        found: set[str] = set()
        for step in wish.steps:
            if self.resolver and step.target.name and (action := action_of(step)):
                meant = self.resolver.resolve(step.target.words, action=action, room=turn.room)
                found |= {device.id for device in meant.devices} if isinstance(meant, Matched) else set()
        return frozenset(found)

    async def _holds(self, condition: Condition, turn: TurnState, carried: Carried) -> bool:
        """Look at the fact; where it is not so, say how it is and that nothing was done."""
        truth = holds(condition, self.resolver, turn.room) if self.resolver else None
        if truth:
            return True
        if truth is None:
            carried.said.append(f"I can't tell whether that is so ({condition.about}), so I changed nothing.")
            carried.outcome = TurnOutcome.NOT_UNDERSTOOD
            return False
        await self._run([make_call(READ, {"device": read_for(condition)})], turn, carried)
        carried.said.append("So I've left it as it is.")
        return False

    async def _run_or_decline(
        self, call: ToolCall | None, what: str, turn: TurnState, carried: Carried
    ) -> None:
        if call is None:
            _decline(what, carried)
        else:
            await self._run([call], turn, carried)

    async def _run(self, calls: list[ToolCall], turn: TurnState, carried: Carried) -> None:
        known = [tool for call in calls if (tool := self.manager.get(call["name"]))]
        results = await self.executor.run_all(calls, known, turn)
        for result in results:
            if result.outcome is Outcome.UNKNOWN:
                carried.outcome = TurnOutcome.FAILED
        carried.calls += calls
        carried.results += results


def _decline(what: str, carried: Carried) -> None:
    carried.said.append(f"I can't {what} yet.")
    carried.outcome = TurnOutcome.DECLINED


def _moved_by(value: Value | None, devices: Sequence[Device]) -> Value | None:
    """By how much it is moved from where it is; None when it is told a place, or a plain step of its own."""
    if value is None:
        return None
    if value.word in ("up", "down") and any(device.state.position is not None for device in devices):
        return Value(STEP if value.word == "up" else -STEP, by=True)
    return value if value.by or value.times else None


def _relative(device: Device, action: Action, value: Value) -> float:
    """What a relative amount comes to for this device as it is now."""
    state, number = device.state, value.number or 0.0
    if action is Action.SET_TEMPERATURE:
        number = number if value.times else degrees(value) or 0.0
        now, low, high = state.target or 20.0, *device.target_range
    else:
        now = float(_present(state))
        low, high = 0.0, 100.0
    # Of nothing there is no part: "a quarter of its speed", of a fan that stands still, is a quarter.
    times = now * number if now else 100 * number
    wanted = times if value.times else now + number
    return round(max(low, min(high, wanted)), 1)


def _present(state: State) -> int:
    if state.position is not None:
        return state.position
    return (state.level or 0) if state.on is not False else 0


def _recent(found: Ambiguous, last: LastAction | None) -> Device | None:
    """The one of several that was spoken to last: "turn the light off again"."""
    recent = [device for device in found.candidates if last and device.id in last.before]
    return recent[0] if len(recent) == 1 else None
