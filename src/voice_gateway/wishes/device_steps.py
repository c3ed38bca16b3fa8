"""A step on devices of the home, as calls: who is meant, what is asked back, what needs a yes of its own."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from langchain_core.messages import ToolCall

from voice_gateway.devices import (
    Ability,
    Action,
    Ambiguous,
    Command,
    Device,
    Guard,
    Kind,
    Matched,
    RefusedValue,
    Resolver,
    State,
    Unknown,
    can,
)
from voice_gateway.devices.caution import gets_hot
from voice_gateway.devices.change import Change
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.kinds import LIGHTS
from voice_gateway.devices.plan import plan
from voice_gateway.devices.unable import offers_at_all as offers
from voice_gateway.devices.words import roots
from voice_gateway.tools import make_call
from voice_gateway.wishes.actions import action_of, is_warmth
from voice_gateway.wishes.calls import READ, control, device_call
from voice_gateway.wishes.choice import AwaitingChoice, Option
from voice_gateway.wishes.last_action import LastAction
from voice_gateway.wishes.relative import moved_by, relative
from voice_gateway.wishes.tree import Errand, Step, Target, Value, Wish
from voice_gateway.wishes.words import Deed, Thing, Verb

_OF_PLAYERS = frozenset({Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.PREVIOUS})
_WHATEVER_PLAYS = frozenset({"music", "song", "track", "playback"})
_LIGHTS_HERE = "lights here"
GROCERIES = frozenset({"shopping", "grocery", "groceries"})
"""One list by several names."""
EMPTYING = frozenset({Deed.CLEAR, Deed.DROP})
"""A list of the home's own can only be emptied."""
_NAMED_VALUES = frozenset({Verb.SOURCE, Verb.COLOR, Verb.MODE, Verb.PRESET, Verb.FAN_MODE, Verb.SWING})


@dataclass(frozen=True)
class DeviceSteps:
    """Knows the home's names, and who guards it."""

    resolver: Resolver
    guard: Guard

    def calls(self, step: Step, room: str, last: LastAction | None = None) -> list[ToolCall] | AwaitingChoice:
        """The calls that do it, the question which one is meant, or no calls where none says it."""
        step = self._as_meant_of_it(self.with_unit(step, room), room)
        action, words = action_of(step), step.target.words
        found = self.resolver.resolve(words, action=action, room=room)
        if isinstance(found, Ambiguous) and (recent := _recent(found, last)):
            found, words = Matched((recent,)), self.called(recent)
        if isinstance(found, Ambiguous):
            return AwaitingChoice(found.sentence, step, tuple(map(self._option, found.candidates)))
        devices: tuple[Device, ...] = ()
        if isinstance(found, Matched):
            devices = _that_shine(step, found.devices)
            elsewhere = room and found != self.resolver.resolve(words, action=action)
            if elsewhere or devices != found.devices:
                words = ", ".join(self.called(device) for device in devices)
        made: list[ToolCall] = []
        for some, named in self._apart(devices, step, words):
            calls = self.calls_to(step, some, named)
            if not calls and not some:
                # No single call says it, but looking for the name tells that there is none.
                calls = [make_call(READ, {"device": named})]
            made += calls
        return made

    def called(self, device: Device) -> str:
        """What it alone is called: its name, which can be said, or else its id."""
        return device.label if self.resolver.resolve(device.label) == Matched((device,)) else device.id

    def completed(self, step: Step, room: str) -> Step:
        """The step with its device named apart from what else is said: `source tv hdmi 1`, `play radio`.

        Where no name is said, who plays right now is meant, and by what gets brighter the lights of the room.
        """
        if step.verb is Verb.LEVEL and not step.target.name:
            return replace(step, target=replace(step.target, name=_LIGHTS_HERE))
        if step.verb is Verb.PLAY and step.words:
            return self._played(step, room)
        if step.verb in _OF_PLAYERS and {*roots(step.target.name)} <= _WHATEVER_PLAYS:
            target = self._playing(room, paused=step.verb is Verb.RESUME)
            return replace(step, target=Target(target)) if target else step
        return self._parted(step, room) if step.verb in _NAMED_VALUES and step.value else step

    def _played(self, step: Step, room: str) -> Step:
        """What is said to be played may be the player itself, or one of its channels."""
        if not step.target.name:
            meant = replace(step, verb=Verb.RESUME, target=Target(step.words), words="")
            return meant if self.devices(meant, room) else step
        channel = Value(word="-".join(step.words.split()))
        meant = replace(step, verb=Verb.SOURCE, value=channel, words="")
        players = self.devices(meant, room)
        return meant if players and all(offers(player, step.words) for player in players) else step

    def _parted(self, step: Step, room: str) -> Step:
        """The name apart from the value: the longest that offers the rest, or else that names anything."""
        value, said = step.value or Value(), step.target.name.split()
        found: list[Step] = []
        for at in range(len(said), 0, -1):
            named = self.resolver.resolve(" ".join(said[:at]), room=room)
            if isinstance(named, Unknown):
                continue
            rest = [*said[at:], value.word or f"{value.number or 0:g}"]
            meant = Value(word="-".join(rest)) if len(rest) > 1 else value
            found.append(replace(step, target=replace(step.target, name=" ".join(said[:at])), value=meant))
            devices = named.devices if isinstance(named, Matched) else named.candidates
            if any(offers(device, " ".join(rest)) for device in devices):
                return found[-1]
        return found[0] if found else step

    def _playing(self, room: str, *, paused: bool) -> str:
        """The one player that plays, or that is paused; of several, the one in this room; else none."""
        wanted = "paused" if paused else "playing"
        found = [device for device in self.resolver.devices if device.state.activity == wanted]
        here = [device for device in found if room and device.room.casefold() == room.casefold()]
        chosen = here or found
        return chosen[0].id if len(chosen) == 1 and chosen[0].kind is Kind.MEDIA_PLAYER else ""

    def list_calls(self, errand: Errand) -> list[ToolCall]:
        """The calls of an errand about a list that the home itself keeps; none where it keeps none such.

        What is to be emptied is read first.
        """
        kept = self._kept_list(errand)
        if kept is None:
            return []
        if errand.deed is Deed.READ or errand.deed in EMPTYING:
            return [make_call(READ, {"device": kept.id})]
        action = {Deed.ADD: Action.ADD_ITEM, Deed.REMOVE: Action.REMOVE_ITEM}.get(errand.deed)
        return [control(kept.id, action, item) for item in errand.items] if action else []

    def _kept_list(self, errand: Errand) -> Device | None:
        """The home's own list that an errand is about."""
        said = errand.name.casefold()
        names = GROCERIES if said in GROCERIES else {said}
        named = {*names, *(f"{name} list" for name in names)}
        kept = [one for one in self.resolver.devices if one.kind is Kind.TODO_LIST]
        found = [one for one in kept if named & {name.casefold() for name in (one.name, *one.aliases)}]
        called = [one for one in found if said in one.name.casefold()]
        found = called if len(called) == 1 else found
        return found[0] if errand.thing is Thing.LIST and len(found) == 1 else None

    def choice(self, step: Step, room: str) -> AwaitingChoice | None:
        """The question which one is meant, where several fit."""
        asked = self.calls(step, room)
        return asked if isinstance(asked, AwaitingChoice) else None

    def devices(self, step: Step, room: str) -> tuple[Device, ...]:
        """Those that are meant, where that is clear."""
        action = action_of(self.with_unit(step, room))
        found = self.resolver.resolve(step.target.words, action=action, room=room)
        return found.devices if isinstance(found, Matched) else ()

    def guarded(self, step: Step, room: str) -> list[tuple[Device, Change]]:
        """Those of them that need a yes, however they are right now."""
        step = self._as_meant_of_it(self.with_unit(step, room), room)
        action = action_of(step)
        unknown = [replace(device, state=State()) for device in self.devices(step, room)]
        return [
            (device, plan(device, Command(action)))
            for device in unknown
            if action and self._needs_yes(device, action)
        ]

    def name_nothing(self, wish: Wish, room: str) -> bool:
        """Whether the wish tells something to a device that is not there."""
        told = [step for step in wish.steps if step.target.name and step.verb is not Verb.ACTIVATE]
        found = (self.resolver.resolve(step.target.words, room=room) for step in told if action_of(step))
        return any(isinstance(each, Unknown) for each in found)

    def check_able(self, step: Step, room: str) -> None:
        """Raises `CannotDo` where the one device that is meant can never do it: nobody locks a lamp."""
        step = self._as_meant_of_it(self.with_unit(step, room), room)
        action, devices = action_of(step), self.devices(step, room)
        if action is None or len(devices) != 1:
            return
        with suppress(RefusedValue):
            plan(devices[0], Command(action))

    def guarded_back(self, step: Step, room: str) -> list[tuple[Device, Change]]:
        """Those that need a yes to be brought back to how they are now: an open garage, an unlocked door."""
        blank = [(replace(one, state=State()), Change(one.state)) for one in self.devices(step, room)]
        return [(device, back) for device, back in blank if self.guard.must_confirm(device, back)]

    def _as_meant_of_it(self, step: Step, room: str) -> Step:
        """To warm up an oven is to switch it on; to close a light, as many say, is to switch it off.

        The mode of an alarm is how it is armed.
        """
        if step.verb is Verb.MODE:
            alarms = self.devices(step, room)
            are_alarms = alarms and all(one.kind is Kind.ALARM_PANEL for one in alarms)
            return replace(step, verb=Verb.ARM) if are_alarms else step
        if step.verb is Verb.CLOSE and step.value is None:
            found = self.resolver.resolve(step.target.words, room=room)
            switched = isinstance(found, Matched) and all(map(_is_only_switched, found.devices))
            return replace(step, verb=Verb.OFF) if switched else step
        if step.verb is not Verb.WARMER:
            return step
        found = self.resolver.resolve(step.target.words, action=Action.WARMER, room=room)
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
        if not can(device, action):
            return False
        try:
            return self.guard.must_confirm(device, plan(device, Command(action)))
        except RefusedValue:
            # What it comes to hangs on a value, and is looked at when that is known.
            return False

    def with_unit(self, step: Step, room: str) -> Step:
        """A bare number is degrees where there is something to warm, else percent; so are "up" and "down"."""
        value = step.value or Value()
        if value.fahrenheit and self.resolver.degrees is Degrees.FAHRENHEIT:
            # Here it goes without saying.
            return self.with_unit(replace(step, value=replace(value, fahrenheit=False)), room)
        if step.verb is Verb.SET:
            able = self._abilities(step, Action.SET_TEMPERATURE, room)
            number = value.number
            warm = number is not None and is_warmth(number, self.resolver.degrees) and Ability.TARGET in able
        elif step.verb is Verb.LEVEL and (value.by or value.word in ("up", "down")):
            able = self._abilities(step, Action.SET_LEVEL, room)
            warm = Ability.TARGET in able and not able & {Ability.LEVEL, Ability.POSITION}
        else:
            return step
        return replace(step, verb=Verb.TEMPERATURE if warm else Verb.LEVEL)

    def _option(self, device: Device) -> Option:
        said = (device.name, *device.aliases, device.room, device.floor)
        said = (*said, *(words.replace("'s", "s").replace("’s", "s") for words in said))
        place = self.resolver.place_of(device)
        words = place | {root for words in said for root in roots(words)} | {"room", "floor"}
        return Option(device.id, words)

    def _abilities(self, step: Step, action: Action, room: str) -> frozenset[Ability]:
        """What those that are meant can do among them."""
        words = step.target.words
        found = self.resolver.resolve(words, action=action, room=room)
        devices = found.devices if isinstance(found, Matched) else ()
        return frozenset(ability for device in devices for ability in device.abilities)

    def calls_to(self, step: Step, devices: Sequence[Device], words: str) -> list[ToolCall]:
        """The calls of one step: one for all where all are told the same, else one for each device."""
        action, amount = action_of(step), moved_by(step.value, devices)
        if amount is not None and action is not None and devices:
            able = [device for device in devices if can(device, action)] or list(devices)
            return [control(self.called(each), action, relative(each, action, amount)) for each in able]
        call = device_call(step, words)
        return [call] if call else []


def _that_shine(step: Step, devices: tuple[Device, ...]) -> tuple[Device, ...]:
    """Of many lights, those that are on are made brighter or dimmer; where none is, all of them."""
    value = step.value or Value()
    moved = step.verb is Verb.LEVEL and (value.by or value.times or value.word in ("up", "down"))
    lit = tuple(device for device in devices if device.kind not in LIGHTS or device.state.on)
    return lit if moved and lit and len(devices) > 1 else devices


def _recent(found: Ambiguous, last: LastAction | None) -> Device | None:
    """The one of several that was spoken to last: "turn the light off again"."""
    recent = [device for device in found.candidates if last and device.id in last.before]
    return recent[0] if len(recent) == 1 else None


def _is_only_switched(device: Device) -> bool:
    """Whether it goes on and off, and can be neither opened nor locked."""
    return Ability.ON in device.abilities and not device.abilities & {Ability.POSITION, Ability.LOCKED}
