"""The owner of a home has its connections; the others see the same devices and command them through it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from voice_gateway.action_id import meant_as
from voice_gateway.devices import Command, SimulatedHome, State
from voice_gateway.devices.commands import Action
from voice_gateway.devices.data import Asked, DataQuestion
from voice_gateway.devices.errors import CannotDo, DeviceError, NotAnswering, Unreached
from voice_gateway.devices.home import Confirmation
from voice_gateway.fleet import commanding
from voice_gateway.fleet.actions import Actions
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.home import SharedHome
from voice_gateway.fleet.line import Line

ON = Command(Action.ON)


class Counted(SimulatedHome):
    """The far side: it counts, and may take for ever."""

    def __init__(self) -> None:
        super().__init__(delay=0)
        self.commands: list[str] = []
        self.hangs = False

    async def command(self, device_id: str, command: Command) -> Confirmation:
        self.commands.append(device_id)
        if self.hangs:
            await asyncio.Event().wait()
        return await super().command(device_id, command)


@dataclass
class Pair:
    owner: SharedHome
    other: SharedHome
    source: Counted
    light: str
    owned: list[bool] = field(default_factory=lambda: [True])


@pytest.fixture
async def pair(bucket: Bucket) -> AsyncIterator[Pair]:
    source = Counted()
    line, owned = Line(bucket.client, bucket.home), [True]
    owner = SharedHome(line, Actions(bucket, "one"), lambda: source, lambda: owned[0])
    other = SharedHome(line, Actions(bucket, "two"), SimulatedHome, lambda: False)
    await owner.start()
    await owner.own()
    await other.start()
    light = next(one.id for one in source.devices() if one.state.on is False)
    yield Pair(owner, other, source, light, owned)
    await other.close()
    await owner.disown()
    await owner.close()


async def _until_on(home: SharedHome, light: str) -> None:
    while not home.registry[light].state.on:  # noqa: ASYNC110 - it is told over the network
        await asyncio.sleep(0.01)


async def test_s89_the_others_see_the_home_as_its_owner_does(pair: Pair) -> None:
    assert {one.id: one.state for one in pair.other.devices()} == {
        one.id: one.state for one in pair.source.devices()
    }
    assert pair.other.health().connected
    pair.source.set_state(pair.light, State(on=True))
    await _until_on(pair.other, pair.light)


async def test_s89_a_command_of_another_gateway_is_done_by_the_owner_and_confirmed(pair: Pair) -> None:
    confirmed = await pair.other.command(pair.light, ON)
    assert confirmed.device.state.on
    assert confirmed.change
    assert confirmed.change.told == {"on": True}
    assert pair.source.commands == [pair.light]


async def test_s90_a_command_that_is_sent_again_under_its_id_is_not_done_again(pair: Pair) -> None:
    for _ in range(2):
        with meant_as("turn-1"):
            assert (await pair.other.command(pair.light, Command(Action.TOGGLE))).device.state.on
    assert pair.source.commands == [pair.light]


async def test_what_a_device_refuses_is_refused_in_its_own_words_everywhere(pair: Pair) -> None:
    with pytest.raises(CannotDo) as here:
        await pair.owner.command(pair.light, Command(Action.SET_TEMPERATURE, 21))
    with pytest.raises(CannotDo) as there:
        await pair.other.command(pair.light, Command(Action.SET_TEMPERATURE, 21))
    assert here.value.message == there.value.message
    with pytest.raises(DeviceError):
        await pair.other.ask(pair.light, DataQuestion(Asked.FORECAST))


async def test_s90_what_the_owner_began_and_never_ended_is_told_as_not_known(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commanding, "ANSWER", 0.5)
    pair.source.hangs = True
    with meant_as("turn-1"), pytest.raises(NotAnswering, match="not known"):
        await pair.other.command(pair.light, ON)
    assert pair.source.commands == [pair.light]


async def test_where_nobody_owns_the_home_a_command_waits_and_then_nothing_was_changed(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commanding, "PATIENCE", 0.3)
    pair.owned[0] = False
    with pytest.raises(Unreached, match="was not changed"):
        await pair.other.command(pair.light, ON)
    assert pair.source.commands == []
