"""A satellite has a name and a room: what is said there is meant there, and rings there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.handle import Handled
from wyoming.info import Attribution, Info
from wyoming.info import Satellite as About

from tests.assembled import Assemble
from tests.voice.test_announcing import WAITS, runs, served, words
from tests.voice.test_wyoming import client, next_event, until
from voice_gateway.planning import announcing
from voice_gateway.voice.whereabouts import whereabouts

NOBODY = Attribution("nobody", "")


def about(name: str, area: str | None = None) -> Info:
    return Info(
        satellite=About(
            name=name, area=area, attribution=NOBODY, installed=True, description=None, version=None
        )
    )


@asynccontextmanager
async def satellite(address: str, name: str, area: str) -> AsyncIterator[AsyncTcpClient]:
    async with client(address) as there:
        await there.write_event(about(name, area).event())
        await runs(there, WAITS)
        yield there


async def hear(there: AsyncTcpClient, text: str) -> str:
    await there.write_event(Transcript(text=text).event())
    return Handled.from_event(await next_event(there)).text or ""


@pytest.mark.parametrize(
    ("info", "rooms", "room"),
    [
        (about("sat-1", "Kitchen"), (), "Kitchen"),
        (about("sat-1", "Kitchen"), ("sat-1 = Bedroom",), "Bedroom"),
        (None, ("10.0.0.7=Hall",), "Hall"),
        (about("living-room-satellite"), (), "Living Room"),
        (about("sat-1"), (), ""),
    ],
)
def test_where_a_satellite_is(info: Info | None, rooms: tuple[str, ...], room: str) -> None:
    assert whereabouts(info, "10.0.0.7", rooms, ["Kitchen", "Living Room"]).room == room


async def test_s83_the_light_is_the_one_of_the_room_it_was_said_in(assemble: Assemble) -> None:
    async with served(assemble) as (house, at), satellite(at, "sat", "Bedroom") as there:
        await house.ask("turn on the bedroom light")
        await house.ask("turn on the kitchen light")
        assert "bedroom light" in (await hear(there, "turn off the light")).lower()
        assert not house.state("bedroom light").on
        assert house.state("kitchen light").on


async def test_s83_a_timer_rings_where_it_was_set_and_nowhere_else(assemble: Assemble) -> None:
    async with (
        served(assemble) as (house, at),
        satellite(at, "one", "Kitchen") as kitchen,
        satellite(at, "two", "Bedroom") as bedroom,
    ):
        await hear(bedroom, "set a pasta timer for nine minutes")
        _, events = await asyncio.gather(house.later(minutes=9.1), until(bedroom, "audio-stop"))
        assert "pasta" in await words(events)
        assert await hear(kitchen, "hello")  # the next thing that the kitchen gets is its own answer


async def test_s84_the_kitchen_is_told(assemble: Assemble) -> None:
    async with (
        served(assemble) as (_, at),
        satellite(at, "one", "Kitchen") as kitchen,
        satellite(at, "two", "Bedroom") as bedroom,
    ):
        _, events = await asyncio.gather(
            hear(bedroom, "tell the kitchen that dinner is ready"), until(kitchen, "audio-stop")
        )
        assert "dinner" in await words(events)


async def test_s83_a_ring_goes_on_until_it_is_stopped_in_its_room(
    assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "RING_EVERY", 0.5)
    async with (
        served(assemble) as (house, at),
        satellite(at, "one", "Kitchen") as kitchen,
        satellite(at, "two", "Bedroom") as bedroom,
    ):
        await hear(bedroom, "set a timer for nine minutes")
        _, first = await asyncio.gather(house.later(minutes=9.1), until(bedroom, "audio-stop"))
        assert await until(bedroom, "audio-stop")
        assert await hear(kitchen, "please stop") != "Okay."
        await bedroom.write_event(Transcript(text="stop").event())
        heard = await until(bedroom, "handled")
        assert Handled.from_event(heard[-1]).text == "Okay."
        assert not house.gateway.announcer.silence()
        assert first


async def test_a_satellite_that_sends_rubbish_is_told_so_and_goes_on(assemble: Assemble) -> None:
    async with served(assemble) as (_, at), client(at) as there:
        nonsense = about("sat", "Bedroom").event()
        nonsense.data["satellite"] = "here"
        await there.write_event(nonsense)
        assert (await next_event(there)).type == "error"
        assert await hear(there, "hello")


async def test_where_everybody_is_is_told_where_that_is_known(assemble: Assemble) -> None:
    home = "".join(
        f'[[device]]\nname = "{name}"\nkind = "person"\nstate = {{ activity = "{place}" }}\n'
        for name, place in (("Anna", "home"), ("Ben", "away"))
    )
    async with assemble(home=home) as house:
        answer = await house.ask("where is everybody")
        assert answer.text == (await house.ask("who is home")).text
        assert answer.text == "Anna is at home. Ben is away."
