"""Fair between homes: one that floods waits behind the others, and is told when it asks too much."""

import asyncio

import pytest

from tests.assembled import devices
from tests.home import settings_for
from tests.nats_rig.asking import ask
from tests.nats_rig.servers import Server
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.places import Allowance, Places, TooMany
from voice_gateway.settings.model import FleetSettings


class Street:
    """Turns that run until they are told to end, in the order in which they got a place."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.begun: list[str] = []
        self._ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def comes(self, *homes: str) -> None:
        self.tasks += [asyncio.create_task(self._turn(home)) for home in homes]
        await self._settled()

    async def ends_one(self) -> None:
        self._ends.pop(0).set()
        await self._settled()

    async def _turn(self, home: str) -> None:
        async with self._places.one(home):
            self.begun.append(home)
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()

    async def _settled(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


async def test_a_home_that_floods_waits_behind_one_that_asks_one_thing() -> None:
    street = Street(Places(at_once=2))
    await street.comes("flood", "flood", "flood", "flood", "quiet")
    assert street.begun == ["flood", "flood"]
    await street.ends_one()
    assert street.begun[2] == "quiet"
    for _ in range(4):
        await street.ends_one()
    assert street.begun[3:] == ["flood", "flood"]


async def test_one_home_never_takes_all_places() -> None:
    street = Street(Places(at_once=3, of_one_home=2))
    await street.comes("flood", "flood", "flood")
    assert len(street.begun) == 2
    await street.comes("quiet")
    assert street.begun[-1] == "quiet"
    for _ in range(4):
        await street.ends_one()


async def test_who_goes_away_while_waiting_leaves_its_place_to_others() -> None:
    street = Street(Places(at_once=1))
    await street.comes("one", "two", "three")
    street.tasks[1].cancel()
    await street.ends_one()
    assert street.begun == ["one", "three"]
    await street.ends_one()
    await street.comes("four")
    assert street.begun[-1] == "four"
    await street.ends_one()


def test_an_allowance_is_spent_and_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("voice_gateway.fleet.places.time.monotonic", lambda: now)
    allowance = Allowance(60)
    for _ in range(60):
        allowance.spend()
    with pytest.raises(TooMany):
        allowance.spend()
    now += 2
    allowance.spend()
    allowance.spend()
    with pytest.raises(TooMany):
        allowance.spend()


async def test_a_home_that_asks_too_much_is_told_so_at_every_entry(
    nats_server: Server, fleet_home: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("home") / "home.toml"
    file.write_text(f"delay = 0\n{devices(('Hall light', 'Hall', 'light', 'on = false'))}", encoding="utf-8")
    settings = settings_for(**{
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "home.file": file, "fleet.nats_url": nats_server.url, "fleet.home": fleet_home,
        "fleet.turns_per_minute": 2,
    })  # fmt: skip
    fleet = FleetSettings(nats_url=nats_server.url)
    async with open_gateway(settings) as gateway, connected(fleet, "somebody") as client:
        for _ in range(2):
            assert (await gateway.turn("turn on the hall light", Conversation())).success
        with pytest.raises(TooMany, match="2 turns a minute"):
            await gateway.turn("turn on the hall light", Conversation())
        told = await ask(Line(client, fleet_home), "turn off the hall light")
        assert "more than 2 turns a minute" in told["error"]
        assert "turns_per_minute" in told["fix"]
