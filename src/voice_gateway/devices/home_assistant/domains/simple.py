"""What is only on or off, only started, or only set: switches, sirens, buttons, scenes, scripts, settings."""

from __future__ import annotations

from collections.abc import Callable

from voice_gateway.devices.change import Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Deed,
    Domain,
    Portrait,
    Read,
    Units,
    as_number,
    bounds,
    is_number,
    is_on,
    offered,
    value,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

_NUMBERS = (0.0, 100.0)


def _switched(kind: Kind) -> Read:
    def read(entity: Entity, units: Units) -> Portrait:
        return Portrait(kind, frozenset({Ability.ON}), State(on=is_on(entity)))

    return read


def _switch(entity: Entity, change: Change, units: Units) -> Deed:
    # A group has no services of its own.
    domain = "homeassistant" if entity.domain == "group" else entity.domain
    return Deed((Call(domain, "turn_on" if change.to.on else "turn_off"),), change)


def _started(kind: Kind, ability: Ability) -> Read:
    def read(entity: Entity, units: Units) -> Portrait:
        return Portrait(kind, frozenset({ability}))

    return read


def _start(service: str) -> Callable[[Entity, Change, Units], Deed]:
    def write(entity: Entity, change: Change, units: Units) -> Deed:
        return Deed((Call(entity.domain, service),))

    return write


def _numbered(entity: Entity, units: Units) -> Portrait:
    told = value(entity)
    return Portrait(
        Kind.NUMBER,
        frozenset({Ability.NUMBER}),
        State(number=as_number(told)),
        choices=Choices(
            numbers=bounds(entity, "min", "max", _NUMBERS), unit=word(entity, "unit_of_measurement") or ""
        ),
    )


def _number(entity: Entity, change: Change, units: Units) -> Deed:
    wanted, step = change.to.number or 0.0, entity.attribute("step")
    low, _ = bounds(entity, "min", "max", _NUMBERS)
    if is_number(step) and step > 0:
        wanted = round(low + round((wanted - low) / step) * step, 6)
    return Deed((Call(entity.domain, "set_value", {"value": wanted}),), Change(State(number=wanted)))


def _chosen(entity: Entity, units: Units) -> Portrait:
    options = Choices(options=offered(entity, "options"))
    return Portrait(Kind.SELECT, frozenset({Ability.OPTION}), State(option=value(entity)), choices=options)


def _choose(entity: Entity, change: Change, units: Units) -> Deed:
    return Deed((Call(entity.domain, "select_option", {"option": change.to.option}),), change)


SWITCH = Domain(_switched(Kind.SWITCH), _switch)
SIREN = Domain(_switched(Kind.SIREN), _switch)
BUTTON = Domain(_started(Kind.BUTTON, Ability.PRESS), _start("press"))
SCENE = Domain(_started(Kind.SCENE, Ability.RUN), _start("turn_on"))
SCRIPT = Domain(_started(Kind.SCRIPT, Ability.RUN), _start("turn_on"))
NUMBER = Domain(_numbered, _number)
SELECT = Domain(_chosen, _choose)
