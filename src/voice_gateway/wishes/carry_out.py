"""Carries out a wish: through the one executor, and no further than it says."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import Guard, Home, Matched, Resolver
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Outcome, ToolExecutor, ToolManager, TurnState, make_call
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.beside import beside_one_another
from voice_gateway.wishes.calls import (
    LOUDNESSES,
    READ,
    asking_call,
    clock_or_search_call,
    device_call,
    plan_call,
    volume_call,
)
from voice_gateway.wishes.carried import Carried
from voice_gateway.wishes.choice import AwaitingChoice
from voice_gateway.wishes.conditions import Present, holds, is_time_for, read_for
from voice_gateway.wishes.device_steps import EMPTYING, DeviceSteps
from voice_gateway.wishes.last_action import LastAction
from voice_gateway.wishes.part_of import part_of, refused
from voice_gateway.wishes.restore import restoring_calls
from voice_gateway.wishes.text import read_wish
from voice_gateway.wishes.tree import (
    LEAVE_IT,
    POINTING,
    UNNAMED,
    WHAT,
    WHERE,
    Asking,
    Condition,
    Errand,
    Part,
    Step,
    Target,
    Wish,
)
from voice_gateway.wishes.verbs import PAST
from voice_gateway.wishes.words import Deed, Question, Verb

_NOT_YET: Final = {
    Verb.PLAY: "play music or films",
    Verb.ANNOUNCE: "make announcements",
    Verb.WEATHER: "tell the weather",
}
LATER = "I can't do things at another time yet, so I haven't changed anything."
A_WHILE = "I can't do things for a while and then undo them yet, so I haven't changed anything."
LEFT_ALONE = "Okay, I've left it as it is."
NO_RECORD = "I keep no record of when that changes."
NOTHING_TO_UNDO = "There is nothing that I could take back."


@dataclass(frozen=True)
class Interpreter:
    """Knows the home, its names, and the tools by which everything is done."""

    manager: ToolManager
    executor: ToolExecutor
    home: Home | None = None
    resolver: Resolver | None = None
    guard: Guard = field(default_factory=Guard)
    routine: Callable[[str], Awaitable[Wish | None]] | None = None
    """What a routine comes to, by its name."""

    present: Present | None = None
    """What time it is, for what depends on that."""

    @cached_property
    def steps(self) -> DeviceSteps | None:
        """None where the home is in another process, and only its tools are here."""
        return DeviceSteps(self.resolver, self.guard) if self.resolver else None

    async def carry_out(self, wish: Wish, turn: TurnState, last: LastAction | None = None) -> Carried:
        """Do it, as far as it can be done now; what is for later is kept, and what cannot be done is told."""
        carried = Carried()
        for group in wish.groups:
            carried.add(await self._group(group, turn, last))
        return carried

    async def _group(self, wish: Wish, turn: TurnState, last: LastAction | None) -> Carried:
        carried = Carried()
        wish = beside_one_another(wish, self.steps, turn.room)
        if wish.when:
            await self._keep(wish, turn, carried)
            return carried
        if wish.only_if is not None and not await self._holds(wish.only_if, turn, carried):
            return carried
        kept = self.meant_by(wish, turn)
        for place, part in enumerate(wish.parts, start=1):
            await self._part(part, turn, last, carried, kept)
            if carried.waiting:
                carried.waiting = replace(carried.waiting, rest=wish.parts[place:])
                break
        return carried

    async def choose(self, waiting: AwaitingChoice, device_ids: tuple[str, ...], turn: TurnState) -> Carried:
        """Do a step to the devices that the person has chosen, and then the rest of the sentence."""
        step, rest, carried = waiting.step, waiting.rest, Carried()
        if waiting.planned:
            chosen = replace(step, target=Target(", ".join(device_ids)))
            parts = tuple(chosen if part == step else part for part in waiting.planned.parts)
            carried.add(await self.carry_out(replace(waiting.planned, parts=parts), turn))
        elif self.steps:
            devices = [device for one in device_ids if self.home and (device := self.home.registry.get(one))]
            await self._run(self.steps.calls_to(step, devices, ", ".join(device_ids)), turn, carried)
        carried.add(await self.carry_out(Wish(rest), turn))
        return carried

    async def _part(
        self,
        part: Part,
        turn: TurnState,
        last: LastAction | None,
        carried: Carried,
        kept: frozenset[str],
    ) -> None:
        if Wish((part,)) == LEAVE_IT:
            carried.said.append(LEFT_ALONE)
            carried.outcome = TurnOutcome.DECLINED
        elif isinstance(part, Step) and part.verb is Verb.ACTIVATE and self.routine:
            await self._activate(part, self.routine, turn, last, carried)
        elif isinstance(part, Errand) and (calls := self.steps.list_calls(part) if self.steps else []):
            await self._list(part, calls, turn, carried)
        elif isinstance(part, Errand) or _is_kept(part):
            await self._keep(Wish((part,)), turn, carried)
        elif unclear := self._unclear(part, turn):
            carried.said.append(unclear)
            carried.outcome = TurnOutcome.ASKED_BACK
        elif isinstance(part, Asking):
            await self._run_or_decline(asking_call(part, turn.room), "tell you that", turn, carried)
            carried.said += [NO_RECORD] if part.state in PAST else []
        elif part.verb is Verb.UNDO:
            await self._undo(part, last, turn, carried, kept)
        elif part.verb in (Verb.TIME, Verb.DATE, Verb.SEARCH):
            await self._run_or_decline(clock_or_search_call(part), "look that up", turn, carried)
        elif part.verb in LOUDNESSES and not part.target.name:
            await self._run_or_decline(volume_call(part), "change that volume", turn, carried)
        elif self.steps and (meant := self.steps.completed(part, turn.room)) != part:
            await self._part(meant, turn, last, carried, kept)
        elif part.verb in _NOT_YET or action_of(part) is None:
            carried.decline(_NOT_YET.get(part.verb, "do that"))
        else:
            await self._device(part, turn, last, carried)

    async def _list(self, errand: Errand, calls: list[ToolCall], turn: TurnState, carried: Carried) -> None:
        """On a list of the home's own; to empty it is to take off what is read there."""
        done = Carried()
        await self._run(calls, turn, done)
        there = [each["text"] for each in done.items if not each["done"]]
        if self.steps and errand.deed in EMPTYING and there:
            done = Carried()
            off = replace(errand, deed=Deed.REMOVE, items=tuple(there))
            await self._run(self.steps.list_calls(off), turn, done)
        carried.calls += done.calls
        carried.results += done.results

    def _unclear(self, part: Step | Asking, turn: TurnState) -> str:
        """What is asked back where nothing is named that could be looked for."""
        name = part.target.name
        nothing = isinstance(part, Asking) and part.question is Question.READ and not name
        if name in UNNAMED or nothing or POINTING.search(name):
            return WHAT
        if self.resolver is None or turn.room or not f" {name}".endswith(" here"):
            return ""
        return "" if isinstance(self.resolver.resolve(name), Matched) else WHERE

    async def _device(self, step: Step, turn: TurnState, last: LastAction | None, carried: Carried) -> None:
        if self.steps is None:
            await self._run_or_decline(device_call(step, step.target.words), "do that", turn, carried)
            return
        calls = self.steps.calls(step, turn.room, last)
        if isinstance(calls, AwaitingChoice):
            carried.waiting = calls
        elif not calls:
            carried.decline("do that")
        else:
            await self._run(calls, turn, carried)

    async def _activate(
        self,
        step: Step,
        routine: Callable[[str], Awaitable[Wish | None]],
        turn: TurnState,
        last: LastAction | None,
        carried: Carried,
    ) -> None:
        wish = await routine(step.target.name)
        steps, room = self.steps, turn.room
        if wish is None and steps and (steps.devices(step, room) or steps.choice(step, room)):
            # A scene or a script of the home.
            await self._device(step, turn, last, carried)
            return
        if wish is None:
            carried.said.append(f"I know no routine called “{step.target.name}”.")
            carried.outcome = TurnOutcome.NOT_UNDERSTOOD
            return
        carried.add(await self.carry_out(wish, turn, last))

    async def _keep(self, wish: Wish, turn: TurnState, carried: Carried) -> None:
        """Through a tool, like everything else, so that it is asked about, recorded and told the same way."""
        for step in wish.steps:
            if self.steps and (choice := self.steps.choice(step, turn.room)):
                carried.waiting = replace(choice, step=step, planned=wish)
                return
        call = plan_call(wish)
        if self.manager.get(call["name"]):
            await self._run([call], turn, carried)
            return
        if wish.when is None and not any(step.lasting for step in wish.steps):
            carried.decline("tell you that" if wish.questions else "do that")
            return
        carried.said.append(LATER if wish.when else A_WHILE)
        carried.outcome = TurnOutcome.DECLINED

    async def _undo(
        self, part: Step, last: LastAction | None, turn: TurnState, carried: Carried, kept: frozenset[str]
    ) -> None:
        if part.target.name:
            last = part_of(last, part.target, self.resolver, turn.room)
            if refused(last, part.target, self.resolver, turn.room, carried):
                return
        for line in last.undo if last else ():
            await self._keep(read_wish(line), turn, carried)
        if last and last.undo and not (last.before or last.lost):
            return
        if last is None or not (self.home and self.steps) or not (last.before or last.lost):
            if not kept:
                carried.said.append(NOTHING_TO_UNDO)
                carried.outcome = TurnOutcome.DECLINED
            return
        now = {device.id: device.state for device in self.home.devices() if device.id not in kept}
        changed = {one: state for one, state in last.before.items() if one in now and now[one] != state}
        await self._run(restoring_calls(changed, self.home.registry, self.steps.called), turn, carried)
        carried.said += [f"I can't take back that {what}." for what in last.lost]
        if last.lost:
            carried.outcome = TurnOutcome.DECLINED
        if not changed and not last.lost and not kept:
            carried.said.append("It is as it was before.")

    def meant_by(self, wish: Wish, turn: TurnState) -> frozenset[str]:
        """The devices that the wish itself sets, which need not be taken back first."""
        found: set[str] = set()
        for step in wish.steps:
            if self.steps and step.target.name and action_of(step):
                found |= {device.id for device in self.steps.devices(step, turn.room)}
        return frozenset(found)

    async def _holds(self, condition: Condition, turn: TurnState, carried: Carried) -> bool:
        """Look at the fact; where it is not so, say how it is and that nothing was done."""
        if condition.is_of_the_clock:
            truth = is_time_for(condition, self.present)
        else:
            truth = holds(condition, self.resolver, turn.room) if self.resolver else None
        if truth:
            return True
        if truth is None:
            about = f" ({condition.about})" if condition.about else ""
            carried.said.append(f"I can't tell whether that is so{about}, so I changed nothing.")
            carried.outcome = TurnOutcome.NOT_UNDERSTOOD
            return False
        if condition.is_of_the_clock:
            carried.said.append("It is not the time for that, so I've left it as it is.")
            carried.outcome = TurnOutcome.ANSWERED
            return False
        await self._run([make_call(READ, {"device": read_for(condition)})], turn, carried)
        carried.said.append("So I've left it as it is.")
        return False

    async def _run_or_decline(
        self, call: ToolCall | None, what: str, turn: TurnState, carried: Carried
    ) -> None:
        if call is None:
            carried.decline(what)
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


def _is_kept(part: Step | Asking) -> bool:
    """Whether who keeps plans must see to it."""
    if isinstance(part, Asking):
        return part.question in (Question.PLANNED, Question.WHY)
    return part.lasting is not None or part.verb is Verb.ANNOUNCE
