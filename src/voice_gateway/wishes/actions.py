"""From verbs of the language to what the devices know."""

from typing import Final

from voice_gateway.devices import Action
from voice_gateway.devices.degrees import Degrees
from voice_gateway.wishes.tree import Step
from voice_gateway.wishes.words import Verb

_PLAIN: Final = {
    Verb.ON: Action.ON, Verb.OFF: Action.OFF, Verb.TOGGLE: Action.TOGGLE, Verb.OPEN: Action.OPEN,
    Verb.CLOSE: Action.CLOSE, Verb.LOCK: Action.LOCK, Verb.UNLOCK: Action.UNLOCK, Verb.START: Action.ON,
    Verb.STOP: Action.STOP, Verb.LEVEL: Action.SET_LEVEL, Verb.SPEED: Action.SET_LEVEL,
    Verb.TEMPERATURE: Action.SET_TEMPERATURE, Verb.WARMER: Action.WARMER, Verb.COOLER: Action.COOLER,
    Verb.MODE: Action.SET_MODE, Verb.PRESET: Action.SET_PRESET, Verb.FAN_MODE: Action.SET_FAN_MODE,
    Verb.SWING: Action.SET_SWING, Verb.HUMIDITY: Action.SET_HUMIDITY, Verb.TILT: Action.TILT,
    Verb.COLOR: Action.SET_COLOR, Verb.WHITE: Action.SET_COLOR, Verb.VOLUME: Action.SET_VOLUME,
    Verb.MUTE: Action.MUTE, Verb.UNMUTE: Action.UNMUTE, Verb.SOURCE: Action.SET_SOURCE,
    Verb.RESUME: Action.PLAY, Verb.PAUSE: Action.PAUSE, Verb.NEXT: Action.NEXT,
    Verb.PREVIOUS: Action.PREVIOUS, Verb.CLEAN: Action.CLEAN, Verb.DOCK: Action.DOCK,
    Verb.LOCATE: Action.LOCATE, Verb.PRESS: Action.PRESS, Verb.ARM: Action.ARM, Verb.DISARM: Action.DISARM,
    Verb.ACTIVATE: Action.ACTIVATE,
}  # fmt: skip
_MEANT_BY: Final = {action.value: verb for verb, action in reversed(_PLAIN.items())}
"""Of verbs that come to one action, the first."""

_WARMTH: Final = {Degrees.CELSIUS: range(5, 31), Degrees.FAHRENHEIT: range(41, 96)}


def is_warmth(number: float, degrees: Degrees = Degrees.CELSIUS) -> bool:
    """Whether a bare number in a room is a temperature; a lamp takes the others."""
    return int(number) in _WARMTH[degrees]


def action_of(step: Step) -> Action | None:
    """The device action that the step comes to; None where it is none of theirs."""
    if step.verb is Verb.SET and step.value is not None and step.value.number is not None:
        warm = not step.value.by and not step.value.times and is_warmth(step.value.number)
        return Action.SET_TEMPERATURE if warm else Action.SET_LEVEL
    return _PLAIN.get(step.verb)


def verb_of(action: str) -> Verb | None:
    """The verb that an action stands for, the other way round than `action_of`."""
    return _MEANT_BY.get(action)
