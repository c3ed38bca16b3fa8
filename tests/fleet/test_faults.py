"""What holds while the message system breaks: a server dies, an uplink is cut, a gateway is too slow."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from bench.soak.home import CountingHome

from tests.home import settings_for
from tests.nats_rig.asking import ask
from tests.nats_rig.gateways import LIGHTS, Fleet, Nursery
from tests.nats_rig.servers import Server, cluster, running
from tests.ports import free_port
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.fleet import connecting
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line
from voice_gateway.gateway import Gateway
from voice_gateway.settings.model import FleetSettings


@asynccontextmanager
async def gateways(
    url: str, *names: str, replicas: int = 1
) -> AsyncIterator[tuple[CountingHome, list[Gateway]]]:
    """Of one home, in this process."""
    async with AsyncExitStack() as stack:
        home = await stack.enter_async_context(CountingHome(LIGHTS).running())
        opened = []
        for name in names:
            settings = settings_for(**{
                "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
                "home.zwave_url": home.url, "fleet.nats_url": url, "fleet.home": "house",
                "fleet.gateway": name, "fleet.replicas": replicas,
            })  # fmt: skip
            opened.append(await stack.enter_async_context(open_gateway(settings)))
        yield home, opened


async def test_s89_a_server_of_three_that_dies_costs_no_turn_and_doubles_none(tmp_path: Path) -> None:
    with cluster(tmp_path) as servers:
        url = ",".join(server.url for server in servers)
        async with gateways(url, "one", "two", replicas=3) as (home, opened):
            for number in range(12):
                if number == 4:
                    servers[0].kill()
                if number == 8:
                    await asyncio.to_thread(servers[0].start)
                word = "off" if number % 2 else "on"
                answer = await opened[number % 2].turn(f"turn {word} the hall light", Conversation())
                assert answer.success, answer.text
            assert home.commands["Hall light"] == [True, False] * 6


async def test_s89_a_home_goes_on_when_its_uplink_is_cut_and_is_reached_again_when_it_heals(
    tmp_path: Path,
) -> None:
    """The bucket of a home lies in its own leaf; from the hub, the home is reached through the leaf."""
    port = free_port()
    hub = Server(tmp_path / "hub", f'leafnodes {{ listen: "127.0.0.1:{port}" }}\n', name="hub")
    remote = f'leafnodes {{ reconnect: "1s", remotes: [ {{ url: "nats://127.0.0.1:{port}" }} ] }}\n'
    leaf = Server(tmp_path / "leaf", remote, name="leaf", domain="house")
    with running(hub, leaf):
        async with gateways(leaf.url, "one") as (home, [gateway]):
            async with connected(FleetSettings(nats_url=hub.url), "far away") as far:
                assert (await ask(Line(far, "house"), "turn on the hall light"))["outcome"] == "done"
            hub.kill()
            answer = await gateway.turn("turn off the hall light", Conversation())
            assert answer.success, answer.text
            assert (await gateway.turn("remind me to eat in one hour", Conversation())).success
            hub.start()
            async with connected(FleetSettings(nats_url=hub.url), "far away") as far:
                assert (await ask(Line(far, "house"), "turn on the hall light"))["outcome"] == "done"
            assert home.commands["Hall light"] == [True, False, True]


async def test_s89_a_gateway_that_was_too_slow_to_hear_everything_sees_the_home_as_it_is(
    nursery: Nursery, tmp_path: Path
) -> None:
    """The server breaks the line to who does not read; what was missed is looked up when it is back."""
    server = Server(tmp_path / "nats", 'max_payload: 300000\nmax_pending: 400000\nwrite_deadline: "1s"\n')
    with running(server):
        fleet = Fleet(nursery, server.url, "house", tmp_path)
        async with fleet.running("one", "two"):
            owner = await fleet.owner()
            slow = next(name for name in ("one", "two") if name != owner)
            fleet.gateways[slow].freeze()
            while "Slow Consumer" not in server.log:
                await fleet.line.tell("device", {"gone": "x" * 100_000})
            answer = await fleet.ask("turn on the hall light", one_try=3)
            assert answer["outcome"] == "done"
            fleet.gateways[slow].thaw()
            await fleet.gateways[owner].stop()
            # The one that was slow is alone now: it must know that the light is on, and may switch it.
            answer = await fleet.ask("turn off the hall light")
            assert (answer["gateway"], answer["outcome"]) == (slow, "done")
            assert fleet.lights.commands["Hall light"] == [True, False]


async def test_where_nats_does_not_answer_the_reason_is_told_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connecting, "_OPENING", 0.5)
    nobody = FleetSettings(nats_url=f"nats://127.0.0.1:{free_port()}")
    with pytest.raises(Unanswered, match="NATS does not answer") as told:
        await AsyncExitStack().enter_async_context(connected(nobody, "one"))
    assert told.value.fix
