"""A ring is heard at every gateway of a home, and silenced at any of them."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.assembled import devices
from tests.home import settings_for
from tests.nats_rig.servers import Server
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.gateway import SILENCED, Gateway
from voice_gateway.planning import announcing


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "RING_EVERY", 0.1)
    monkeypatch.setattr(announcing, "RINGS", 10_000)


async def two(stack: AsyncExitStack, url: str, home: str, folder: Path) -> list[Gateway]:
    file = folder / "home.toml"
    file.write_text(f"delay = 0\n{devices(('Hall light', 'Hall', 'light', 'on = false'))}", encoding="utf-8")
    shared = {
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "home.file": file, "fleet.nats_url": url, "fleet.home": home,
    }  # fmt: skip
    return [
        await stack.enter_async_context(open_gateway(settings_for(**shared, **{"fleet.gateway": name})))
        for name in ("one", "two")
    ]


@pytest.mark.usefixtures("quick")
async def test_s89_stop_silences_what_rings_at_another_gateway(
    nats_server: Server, fleet_home: str, tmp_path: Path
) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with AsyncExitStack() as stack:
        owner, other = await two(stack, nats_server.url, fleet_home, tmp_path)
        stack.enter_context(other.announcer.listening(heard.put))
        asked = await other.turn("set a timer for one second", Conversation())
        assert asked.success, asked.text
        await heard.get()
        await heard.get()  # it goes on
        answer = await other.turn("stop", Conversation())
        assert answer.text == SILENCED
        await asyncio.sleep(0.5)
        while not heard.empty():
            heard.get_nowait()
        await asyncio.sleep(0.5)
        assert heard.empty()
        assert not owner.announcer.silence()  # nothing is left to silence


@pytest.mark.usefixtures("quick")
async def test_stop_in_one_room_leaves_what_rings_in_another(
    nats_server: Server, fleet_home: str, tmp_path: Path
) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with AsyncExitStack() as stack:
        owner, other = await two(stack, nats_server.url, fleet_home, tmp_path)
        stack.enter_context(other.announcer.listening(heard.put))
        owner.announcer.ring("The eggs are done.", "Kitchen")
        await heard.get()
        told = await other.turn("stop", Conversation(), room="Hall")
        assert told.text != SILENCED
        await heard.get()  # it still rings
        assert (await other.turn("stop", Conversation(), room="Kitchen")).text == SILENCED
