"""A real Home Assistant with the gateway as its model, as its voice and by MCP, and the other way round."""

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.assembled import Assemble
from tests.console.rig import Rig, open_rig
from tests.home_assistant_rig.bridge import sse_to_http
from tests.home_assistant_rig.rig import HomeAssistant, Json, Visitor, spoken
from tests.servers.ollama import call, say
from tests.voice.rig import need_voice
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_server import serve_wyoming

CONTROL = "control_zwave_device"


@pytest.fixture
async def gateway() -> AsyncIterator[Rig]:
    """The gateway with a model whose script is empty: whatever needs one fails."""
    async with open_rig(fast_path=True) as rig:
        yield rig


async def agent(visitor: Visitor, gateway: Rig, **options: object) -> tuple[Json, str]:
    """Home Assistant's Ollama integration with the gateway as its model, set up as its page does it."""
    entry = await visitor.add("ollama", {"url": f"{gateway.url}/ollama"}, {"model": "voice-gateway:latest"})
    numbers = {"num_ctx": 8192.0, "max_history": 20.0, "keep_alive": -1.0}
    await visitor.set_options(entry, {"llm_hass_api": "none", **numbers, **options})
    return entry, await visitor.entity_of(entry, "conversation")


async def test_without_control_it_talks_to_our_home(visitor: Visitor, gateway: Rig) -> None:
    _, assistant = await agent(visitor, gateway)
    light = await visitor.state("light.kitchen_lights")
    answer = await visitor.say("turn on the kitchen light", assistant)
    assert spoken(answer) == "Kitchen light is now on."
    assert gateway.home.registry[gateway.device("Kitchen Light")].state.on is True
    assert (await visitor.state("light.kitchen_lights"))["state"] == light["state"]


async def test_with_control_its_own_devices_do_it_and_ours_do_not(visitor: Visitor, gateway: Rig) -> None:
    await visitor.do("light/turn_off", "light.bed_light")
    _, assistant = await agent(visitor, gateway, llm_hass_api="assist")
    before = gateway.home.devices()
    answer = await visitor.say("turn on the bed light", assistant)
    assert spoken(answer) == "Bed light is now on."
    assert (await visitor.state("light.bed_light"))["state"] == "on"
    same = {"conversation_id": answer["conversation_id"]}
    await visitor.say("set the bed light to 40 percent", assistant, **same)
    assert (await visitor.state("light.bed_light"))["attributes"]["brightness"] == 102
    await visitor.say("turn it off", assistant, **same)
    assert (await visitor.state("light.bed_light"))["state"] == "off"
    assert gateway.home.devices() == before


async def test_a_question_is_answered_by_how_its_devices_are(visitor: Visitor, gateway: Rig) -> None:
    await visitor.do("light/turn_off", "light.bed_light")
    _, assistant = await agent(visitor, gateway, llm_hass_api="assist")
    assert spoken(await visitor.say("is the bed light on?", assistant)) == "Bed light is off."
    await visitor.do("light/turn_on", "light.bed_light", brightness_pct=30)
    assert spoken(await visitor.say("is the bed light on?", assistant)) == "Bed light is on at 30 percent."


async def test_a_name_that_it_does_not_have_is_asked_about(visitor: Visitor, gateway: Rig) -> None:
    _, assistant = await agent(visitor, gateway, llm_hass_api="assist")
    answer = spoken(await visitor.say("turn on the jacuzzi", assistant))
    assert "no device called" in answer


async def test_it_talks_to_us_over_wyoming(visitor: Visitor, gateway: Rig) -> None:
    need_voice()
    parts = choose_parts(VoiceSettings(speech="flite"), speaker=CollectingSpeaker())
    async with serve_wyoming(WyomingService(gateway.gateway, parts), "tcp://127.0.0.1:0") as address:
        host, port = address.removeprefix("tcp://").split(":")
        entry = await visitor.add("wyoming", {"host": host, "port": int(port)})
        for domain in ("stt", "tts", "conversation"):
            await visitor.entity_of(entry, domain)
        answer = await visitor.say(
            "turn on the kitchen light", await visitor.entity_of(entry, "conversation")
        )
        assert spoken(answer) == "Kitchen light is now on."
        assert gateway.home.registry[gateway.device("Kitchen Light")].state.on is True


async def test_its_assistant_uses_our_home_by_mcp_and_is_held_to_the_guard(
    visitor: Visitor, gateway: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One gateway is the model, another the home: what happens there has come by MCP."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of the other"))
    async with open_rig() as other, sse_to_http(f"{other.url}/mcp") as address:
        tools = await visitor.add("mcp", {"url": address})
        _, assistant = await agent(visitor, gateway, llm_hass_api=f"mcp-{tools['entry_id']}")
        gateway.ollama.steps[:] = [
            call((CONTROL, {"device": "kitchen light", "action": "on"})),
            say("Kitchen light is now on."),
            call((CONTROL, {"device": "front door", "action": "unlock"})),
            say("I've unlocked the front door."),
        ]
        before = gateway.home.devices()
        answer = await visitor.say("turn on the kitchen light", assistant)
        assert spoken(answer) == "Kitchen light is now on."
        assert other.home.registry[other.device("Kitchen Light")].state.on is True
        answer = await visitor.say("unlock the front door", assistant)
        assert "I've unlocked" not in spoken(answer)
        assert other.home.registry[other.device("Front Door")].state.locked is True
        assert gateway.home.devices() == before
        await visitor.leave()


async def test_its_mcp_tools_stand_beside_our_home_and_are_held_to_the_guard(
    visitor: Visitor, home_assistant: HomeAssistant, assemble: Assemble, tmp_path: Path
) -> None:
    await visitor.do("lock/lock", "lock.front_door")
    await visitor.do("light/turn_off", "light.bed_light")
    exposed = {"assistants": ["conversation"], "entity_ids": ["lock.front_door"], "should_expose": True}
    await visitor.command("homeassistant/expose_entity", **exposed)
    await visitor.add("mcp_server", {"llm_hass_api": "assist"})
    program = {
        "command": sys.executable,
        "args": ["-m", "tests.home_assistant_rig.bridge", f"{home_assistant.url}/mcp_server/sse"],
        "env": {"HOME_ASSISTANT_TOKEN": home_assistant.token},
        "cwd": str(Path(__file__).parents[2]),
        "tier": "device",
    }
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {"house": program}}))
    async with assemble(**{"mcp.config": file}) as house:
        house.script(call(("HassTurnOn", {"name": "Bed Light", "domain": ["light"]})), say("Okay."))
        await house.ask("turn on the bed light")
        assert (await visitor.state("light.bed_light"))["state"] == "on"
        house.script(call(("HassLightSet", {"brightness": 10})), say("Done."))
        answer = await house.ask("make it cosy with the bed light")
        assert not answer.success
        house.script(call(("HassTurnOff", {"name": "Front Door", "domain": ["lock"]})), say("Okay."))
        answer = await house.ask("turn off the front door lock of the other house")
        assert (await visitor.state("lock.front_door"))["state"] == "locked"
        assert house.home()["Kitchen Light"] is not None
