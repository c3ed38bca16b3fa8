"""Many homes in one process: each sleeps until somebody speaks in it, and is seen from outside."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.assembled import devices
from tests.home import settings_for
from tests.nats_rig.asking import ask
from tests.nats_rig.servers import Server
from voice_gateway.assembly import open_gateway, open_planning
from voice_gateway.cli.app import app
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.hosting import hosting
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.overview import look_at
from voice_gateway.gateway import Gateway
from voice_gateway.settings import Settings
from voice_gateway.settings.model import FleetSettings

LIGHTS = devices(("Hall light", "Hall", "light", "on = false"))


class Awake:
    """Which homes were opened, in order."""

    def __init__(self) -> None:
        self.homes: list[str] = []

    @asynccontextmanager
    async def open(self, settings: Settings) -> AsyncIterator[Gateway]:
        self.homes.append(settings.fleet.home)
        async with open_gateway(settings) as gateway:
            yield gateway


@pytest.fixture
def homes(nats_server: Server, fleet_home: str, tmp_path: Any) -> dict[str, Callable[[], Settings]]:
    file = tmp_path / "home.toml"
    file.write_text(f"delay = 0\n{LIGHTS}", encoding="utf-8")
    shared = {
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "home.file": file, "fleet.nats_url": nats_server.url, "fleet.gateway": "host",
    }  # fmt: skip
    names = (f"{fleet_home}a", f"{fleet_home}b")
    return {name: partial(settings_for, **shared, **{"fleet.home": name}) for name in names}


async def test_s89_a_home_wakes_when_somebody_speaks_in_it_and_the_others_sleep_on(
    nats_server: Server, homes: dict[str, Callable[[], Settings]]
) -> None:
    awake, (first, second) = Awake(), homes
    fleet = FleetSettings(nats_url=nats_server.url)
    async with hosting(fleet, homes, awake.open), connected(fleet, "somebody") as client:
        assert awake.homes == []
        answer = await ask(Line(client, first), "turn on the hall light")
        assert answer["outcome"] == "done"
        assert awake.homes == [first]
        planned = await ask(Line(client, second), "turn on the hall light in two hours")
        assert planned["outcome"] == "done"
    again = Awake()
    async with hosting(fleet, homes, again.open):
        assert again.homes == [second]  # it has a plan to keep


async def test_s89_the_fleet_is_seen_by_other_programs_with_who_owns_each_home(
    nats_server: Server, homes: dict[str, Callable[[], Settings]]
) -> None:
    first = next(iter(homes))
    fleet = FleetSettings(nats_url=nats_server.url)
    async with open_gateway(homes[first]()) as gateway, connected(fleet, "somebody") as client:
        await ask(Line(client, first), "turn on the hall light")
        [home] = [one for one in await look_at(client) if one.name == first]
        assert (home.owner, home.leader != "" or home.lag == 0) == ("host", True)
        assert [(one.name, one.owns) for one in home.gateways] == [("host", True)]
        shown = await asyncio.to_thread(
            CliRunner().invoke,
            app,
            ["fleet", "status", "--json"],
            env={"VOICE_GATEWAY_FLEET_NATS_URL": nats_server.url},
        )
        assert shown.exit_code == 0, shown.output
        assert first in [one["name"] for one in json.loads(shown.output)]
        async with open_planning(homes[first]()) as planning:
            assert planning.keeper.somewhere
            assert [device.name for device in planning.desk.home.devices()] == ["Hall light"]  # type: ignore[union-attr]
        figures = gateway.metrics.exposition().decode()
        assert f'voice_gateway_owns{{gateway="host",home="{first}"}} 1.0' in figures


def test_a_gateway_that_is_alone_says_how_to_join_others() -> None:
    told = CliRunner().invoke(app, ["fleet", "status"])
    assert told.exit_code != 0
    assert "alone" in str(told.exception)
