"""The MCP server as any client sees it: a process, standard input and output, and the real client."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

import httpx
import pytest
from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client

from tests.devices.client import mcp_client, text_of
from tests.ports import free_port

if TYPE_CHECKING:
    from tests.zwave_rig.rig import ZwaveRig

YES = types.ElicitResult(action="accept", content={"confirm": True})
SERVER = (sys.executable, "-m", "voice_gateway", "zwave-mcp")


async def test_the_six_tools_are_offered_with_truthful_hints() -> None:
    async with mcp_client() as client:
        tools = {tool.name: tool for tool in (await client.session.list_tools()).tools}
    assert set(tools) == {
        "list_devices",
        "verify_device",
        "list_zwave_devices",
        "control_zwave_device",
        "get_device_sensor_data",
        "check_zwave_health",
    }
    hints = {name: tool.annotations for name, tool in tools.items()}
    for name, hint in hints.items():
        assert hint is not None
        assert hint.readOnlyHint is (name != "control_zwave_device")
        assert hint.idempotentHint is (name != "control_zwave_device")


async def test_a_device_is_switched_and_its_state_said_and_structured() -> None:
    async with mcp_client() as client:
        result = await client.call(
            "control_zwave_device", device="the kitchen light", action="set_level", value=40
        )
        assert text_of(result) == "Kitchen light is now on at 40 percent."
        assert result.structuredContent is not None
        assert result.structuredContent["done"][0]["state"] == {"on": True, "level": 40}
        result = await client.call("get_device_sensor_data", device="kitchen light")
        assert text_of(result) == "Kitchen light is on at 40 percent."


async def test_a_group_is_switched_at_once() -> None:
    async with mcp_client() as client:
        assert await client.control("all the lights downstairs", "off") == (
            "Kitchen light, living room light, reading lamp and hallway lamp are now off."
        )
        result = await client.call("control_zwave_device", device="everything", action="off")
        assert text_of(result) == "All 8 devices are now off."
        assert not result.isError


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"device": "porch light", "action": "on"}, "There is no device called “porch light”."),
        ({"device": "lamp", "action": "on"}, "Which one do you mean: the reading lamp or the hallway lamp?"),
        ({"device": "hallway lamp", "action": "dim"}, "The hallway lamp can't be dimmed."),
        ({"device": "freezer", "action": "off"}, "The freezer plug does not answer."),
        ({"device": "bedroom", "action": "set_temperature", "value": 99}, "takes 5 to 35 °C, not 99"),
        ({"device": "kitchen light"}, "control_zwave_device needs “action”."),
        ({"device": "light", "action": "on", "room": "kitchen"}, "has no argument “room”"),
        ({"device": "kitchen light", "action": "explode"}, "is not something a device can do"),
    ],
)
async def test_what_cannot_be_done_is_an_error_in_plain_words(
    arguments: dict[str, object], said: str
) -> None:
    async with mcp_client() as client:
        result = await client.call("control_zwave_device", **arguments)
    assert result.isError
    assert said in text_of(result)


async def test_reads_answer_for_rooms_readings_and_what_is_absent() -> None:
    async with mcp_client() as client:
        assert (
            text_of(await client.call("get_device_sensor_data", device="front door"))
            == "Front door is locked."
        )
        assert text_of(await client.call("get_device_sensor_data", device="front door temperature")) == (
            "Front door reports no temperature. Front door is locked."
        )
        assert text_of(await client.call("get_device_sensor_data", device="bathroom humidity")) == (
            "Bathroom sensor reads humidity 58 %."
        )
        assert text_of(await client.call("get_device_sensor_data", device="temperature")) == (
            "Bedroom thermostat reads 18.5 °C. Bathroom sensor reads 22.4 °C."
        )
        listed = await client.call("list_devices", room="kitchen")
        assert text_of(listed) == "3 devices: kitchen light (off), coffee machine (off), water valve (open)."
        verified = await client.call("verify_device", device="garage light")
        assert verified.structuredContent is not None
        assert verified.structuredContent["exists"] is False
        assert not verified.isError
        verified = await client.call("verify_device", device="garage door")
        assert verified.structuredContent is not None
        assert (verified.structuredContent["exists"], verified.structuredContent["active"]) == (True, True)
        health = text_of(await client.call("check_zwave_health"))
        assert health == (
            "The network is up and 14 of 15 devices answer. "
            "Not answering: freezer plug; low battery: bedroom thermostat."
        )
        details = await client.call("list_zwave_devices", filter="locks")
        assert details.structuredContent is not None
        assert [device["name"] for device in details.structuredContent["devices"]] == ["Front Door"]


async def test_a_guarded_device_is_opened_after_a_yes() -> None:
    async with mcp_client(answer=YES) as client:
        assert await client.control("front door", "unlock") == "Front door is now unlocked."
        assert client.asked == ["Unlock the front door? Say yes to confirm."]
        assert await client.control("front door", "lock") == "Front door is now locked."
        assert len(client.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        types.ElicitResult(action="decline"),
        types.ElicitResult(action="cancel"),
        types.ElicitResult(action="accept", content={"confirm": False}),
    ],
)
async def test_without_a_yes_nothing_is_opened_and_it_is_no_error(answer: types.ElicitResult) -> None:
    async with mcp_client(answer=answer) as client:
        assert await client.control("garage door", "open") == "Not confirmed, so nothing was changed."
        assert (
            text_of(await client.call("get_device_sensor_data", device="garage door"))
            == "Garage door is closed."
        )


async def test_a_client_that_cannot_ask_is_told_how_to_allow_it() -> None:
    async with mcp_client() as client:
        said = await client.control("front door", "unlock")
        assert said.startswith("Nothing was changed. “Unlock the front door” must be confirmed")
        assert "--unguarded" in said
        assert (
            text_of(await client.call("get_device_sensor_data", device="front door"))
            == "Front door is locked."
        )
    async with mcp_client("--unguarded") as client:
        assert await client.control("front door", "unlock") == "Front door is now unlocked."


async def test_the_list_of_guarded_devices_can_be_given() -> None:
    async with mcp_client("--guard", "coffee machine", answer=YES) as client:
        await client.control("coffee maker", "on")
        await client.control("front door", "unlock")
        assert client.asked == ["Turn on the coffee machine? Say yes to confirm."]


async def test_a_network_that_was_never_reached_is_not_an_empty_home() -> None:
    async with mcp_client("--zwave-url", "ws://127.0.0.1:9") as client:
        for tool, arguments in (
            ("control_zwave_device", {"device": "kitchen light", "action": "on"}),
            ("list_devices", {}),
            ("check_zwave_health", {}),
        ):
            result = await client.call(tool, **arguments)
            assert result.isError
            assert text_of(result) == (
                "The Z-Wave network at ws://127.0.0.1:9 cannot be reached: nothing answers there."
            )


async def test_a_mistake_in_the_home_file_ends_with_its_reason(tmp_path: object) -> None:
    process = await asyncio.create_subprocess_exec(
        *SERVER,
        "--home",
        f"{tmp_path}/none.toml",
        stderr=asyncio.subprocess.PIPE,
        stdin=asyncio.subprocess.DEVNULL,
    )
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert b"cannot be read" in errors
    assert b"Traceback" not in errors


async def test_ctrl_c_and_end_of_input_end_it_cleanly() -> None:
    for end in ("eof", "signal"):
        process = await asyncio.create_subprocess_exec(
            *SERVER,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        await process.stdin.drain()
        assert b'"id":1' in await process.stdout.readline()
        if end == "eof":
            process.stdin.close()
        else:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(10):
            assert await process.wait() == 0
        assert process.stderr is not None
        assert await process.stderr.read() == b""
        process.stdin.close()


async def test_the_same_tools_are_served_over_http_on_loopback() -> None:
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *SERVER, "--http", str(port), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        assert f"127.0.0.1:{port}/mcp".encode() in await process.stderr.readline()
        url = f"http://127.0.0.1:{port}/mcp"
        async with httpx.AsyncClient(trust_env=False) as web:
            await _until_answered(web, url)
            foreign = await web.post(url, json={}, headers={"Host": "evil.example"})
            assert foreign.status_code == 421
            async with (
                streamable_http_client(url, http_client=web) as (reader, writer, _),
                ClientSession(reader, writer) as session,
            ):
                await session.initialize()
                result = await session.call_tool(
                    "control_zwave_device", {"device": "kitchen light", "action": "on"}
                )
                assert text_of(result) == "Kitchen light is now on."
    finally:
        process.send_signal(signal.SIGINT)
        await process.wait()
        await process.stderr.read()


async def _until_answered(web: httpx.AsyncClient, url: str) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                await web.get(url)
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
            else:
                return


async def test_from_the_tool_call_to_the_node_itself(rig: ZwaveRig) -> None:
    async with mcp_client("--zwave-url", rig.url, answer=YES) as client:
        assert (
            await client.control("kitchen light", "set_level", value=25)
            == "Kitchen light is now on at 25 percent."
        )
        assert rig.state(2)["MultilevelSwitch_currentValue"] == 25
        assert await client.control("garage door", "open") == "Garage door is now open."
        assert rig.state(8)["barrier"] == 255
        assert await client.control("garage door", "close") == "Garage door is now closed."
        assert rig.state(8)["barrier"] == 0
        asleep = await client.call(
            "control_zwave_device", device="balcony heater", action="set_temperature", value=21
        )
        assert asleep.isError
        assert "is asleep" in text_of(asleep)
        refused = await client.call("control_zwave_device", device="stubborn plug", action="on")
        assert text_of(refused) == "The stubborn plug refused, so it was not changed."
