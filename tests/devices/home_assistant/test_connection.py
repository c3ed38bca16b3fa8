"""The line to Home Assistant breaks, is refused or carries rubbish: it is said plainly, and it heals."""

import asyncio
import logging

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.devices.client import eventually
from tests.ports import free_port
from tests.servers.home_assistant import TOKEN, FarSide, Table, answer, fail, hang_up, send, silence
from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant.connection import RequestFailed, connect
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.reaching import socket_address
from voice_gateway.devices.lasting import Refused


async def test_a_wrong_token_is_said_and_not_tried_again_and_again(far: FarSide) -> None:
    house = House(far.url, "wrong")
    await house.start()
    try:
        assert house.line.note.startswith("it does not accept the token")
        for _ in range(3):
            with pytest.raises(ConnectionLost, match="does not accept the token"):
                async with asyncio.timeout(4):
                    await house.line.get()
        assert far.visits == 1
    finally:
        await house.close()


async def test_the_token_is_in_no_log_and_no_error(far: FarSide, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    far.answers["get_config"] = fail("unknown_error", "no")
    async with connect(far.url, TOKEN) as connection:
        with pytest.raises(RequestFailed):
            await connection.request("get_config")
    with pytest.raises(Refused) as refused:
        async with connect(far.url, "secret-but-wrong"):
            pass
    # The far side runs here too, and writes down what it hears.
    told = [record.getMessage() for record in caplog.records if record.name != "websockets.server"]
    assert any("answered unknown_error" in line for line in told)
    assert not any(TOKEN in line or "secret-but-wrong" in line for line in [*told, str(refused.value)])


async def test_a_closed_line_is_opened_again_by_itself(far: FarSide, far_house: House) -> None:
    far.answers["close_now"] = hang_up
    await far_house.start()
    connection = await far_house.line.get()
    with pytest.raises(ConnectionLost):
        await connection.request("close_now")
    await eventually(lambda: far.visits == 2 and far_house.line.online)
    assert far_house.view.get("light.lamp")


async def test_what_was_not_answered_in_time_is_said(far: FarSide) -> None:
    far.answers["get_config"] = silence
    async with connect(far.url, TOKEN) as connection:
        with pytest.raises(ConnectionLost, match="did not answer in time"):
            await connection.request("get_config", limit=0.05)
        assert (await connection.request("config/area_registry/list"))[0]["name"] == "Study"


async def test_answers_that_nobody_waits_for_and_rubbish_in_between_are_passed_over(far: FarSide) -> None:
    async def rubbish(far: FarSide, socket: ServerConnection, message: Table) -> None:
        await send(socket, {"id": 99}, type="result", success=True, result={})
        await send(socket, {"id": 99}, type="event", event={"a": 1})
        await send(socket, {"id": None}, type="pong")
        await answer(far, socket, message)

    far.answers["get_config"] = rubbish
    async with connect(far.url, TOKEN) as connection:
        assert (await connection.request("get_config"))["version"] == "2030.1.0"


async def test_an_event_that_cannot_be_understood_does_not_end_the_line(
    far: FarSide, far_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    async def strange(far: FarSide, socket: ServerConnection, message: Table) -> None:
        await answer(far, socket, message)
        await send(socket, message, type="event", event={"c": {"light.lamp": ["not", "a", "difference"]}})
        await send(socket, message, type="event", event={"c": {"light.lamp": {"+": {"s": "on"}}}})

    far.answers["subscribe_entities"] = strange
    await far_house.start()
    await eventually(
        lambda: (lamp := far_house.view.get("light.lamp")) is not None and lamp.state.value == "on"
    )
    assert "was not understood" in caplog.text
    assert far.visits == 1


async def test_text_that_is_no_json_ends_the_line_which_is_then_opened_again(
    far: FarSide, far_house: House
) -> None:
    async def babble(far: FarSide, socket: ServerConnection, message: Table) -> None:
        del far.answers["get_config"]
        await socket.send("<html>")

    far.answers["get_config"] = babble
    await far_house.start()
    await eventually(lambda: far_house.line.online)
    assert far.visits == 2


async def test_what_is_no_home_assistant_is_told_from_one_that_is_down(far: FarSide) -> None:
    async def greet(far: FarSide, socket: ServerConnection, message: Table) -> None:
        await socket.send("hello")

    far.answers["greeting"] = greet
    assert await _why_not(far.url) == "what answers there is not Home Assistant"
    assert await _why_not(f"http://127.0.0.1:{free_port()}") == "nothing answers there"
    assert "is not an address such as http://" in await _why_not("my house")
    assert await _why_not("http://no.such.machine.invalid") == "no machine of that name is known here"


@pytest.mark.parametrize(
    ("status", "words"),
    [(403, "shuts this machine out"), (404, "is not Home Assistant"), (502, "is not ready")],
)
async def test_what_its_web_server_says_is_put_in_words(status: int, words: str) -> None:
    async def no(connection: ServerConnection, request: object) -> object:
        return connection.respond(status, "no\n")

    async def never(socket: ServerConnection) -> None:
        raise AssertionError("nobody was let in")

    async with serve(never, "127.0.0.1", 0, process_request=no) as server:  # type: ignore[arg-type]
        port = server.sockets[0].getsockname()[1]
        assert words in await _why_not(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://homeassistant.local:8123", "ws://homeassistant.local:8123/api/websocket"),
        ("https://example.org/house/", "wss://example.org/house/api/websocket"),
        ("ws://127.0.0.1:8123/api/websocket", "ws://127.0.0.1:8123/api/websocket"),
    ],
)
def test_the_address_of_its_page_is_enough(url: str, address: str) -> None:
    assert socket_address(url) == address


async def _why_not(url: str) -> str:
    with pytest.raises(ConnectionLost) as lost:
        async with connect(url, TOKEN):
            pass
    return lost.value.message
