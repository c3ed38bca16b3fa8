"""The console's own interface, over real HTTP."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.console.rig import eventually, open_rig
from tests.servers.ollama import hang, nothing, say
from voice_gateway.console import create_app, listen, serving
from voice_gateway.console.conversations import Conversations

CONTROL = "control_zwave_device"


def events_of(body: str) -> list[tuple[str, Any]]:
    blocks = [block.split("\n", 1) for block in body.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


async def test_a_question_is_answered_with_its_trace() -> None:
    async with open_rig([nothing(), say("Paris.")]) as rig:
        said = (await rig.http.post("/api/ask", json={"text": "What is the capital of France?"})).json()
        assert (said["text"], said["intent"], said["success"]) == ("Paris.", "general", True)
        assert (said["outcome"], said["question"]) == ("answered", None)
        kinds = [event["event"] for event in said["trace"]["events"]]
        assert kinds == ["classified", "bound", "asked", "asked", "recovered", "answered"]
        kept = (await rig.http.get(f"/api/traces/{said['trace']['id']}")).json()
        assert kept == said["trace"]


async def test_a_streamed_answer_tells_each_step_and_each_piece() -> None:
    async with open_rig([say("It comes. In a few. Pieces of text.")]) as rig:
        asked = {"text": "tell me about otters", "stream": True}
        response = await rig.http.post("/api/chat", json=asked)
        assert response.headers["content-type"].startswith("text/event-stream")
        events = events_of(response.text)
        names = [name for name, _ in events]
        assert names[0] == "step"
        assert names[-1] == "answer"
        pieces = [data["text"] for name, data in events if name == "piece"]
        assert len(pieces) > 1
        assert "".join(pieces) == events[-1][1]["text"] == "It comes. In a few. Pieces of text."


async def test_the_accept_header_asks_for_events_too() -> None:
    async with open_rig([say("Hello.")]) as rig:
        accept = {"Accept": "text/event-stream"}
        response = await rig.http.post("/api/ask", json={"text": "tell me about otters"}, headers=accept)
        assert events_of(response.text)[-1][0] == "answer"


async def test_a_conversation_goes_on_by_its_id_until_it_is_forgotten() -> None:
    async with open_rig([say("One."), say("Two."), say("Three.")]) as rig:
        first = (await rig.http.post("/api/chat", json={"text": "tell me about otters"})).json()
        name = first["conversation"]
        await rig.http.post("/api/chat", json={"text": "why do cats purr", "conversation": name})
        assert [message["content"] for message in rig.ollama.chats[-1]["messages"]][1:3] == [
            "tell me about otters",
            "One.",
        ]
        forgotten = (await rig.http.delete(f"/api/chat/{name}")).json()
        assert forgotten == {"conversation": name, "known": True}
        await rig.http.post("/api/chat", json={"text": "i like cheese a lot", "conversation": name})
        assert len(rig.ollama.chats[-1]["messages"]) == 2


def test_the_conversation_that_was_silent_for_longest_is_forgotten_first() -> None:
    conversations = Conversations(most=2)
    first, _second = conversations.open("first"), conversations.open("second")
    assert conversations.open("first") is first
    conversations.open("third")
    assert conversations.open("first") is first
    assert len(conversations) == 2


async def test_a_conversation_that_is_being_answered_is_not_forgotten() -> None:
    conversations = Conversations(most=1)
    busy = conversations.open("busy")
    async with busy.lock:
        conversations.open("other")
        assert conversations.open("busy") is busy


@pytest.mark.parametrize("stream", [False, True])
async def test_the_light_is_the_one_in_the_room_that_is_sent_along(stream: bool) -> None:
    async with open_rig(fast_path=True) as rig:
        for room, name in (("Kitchen", "Kitchen Light"), ("bedroom", "Bedroom Light")):
            asked = {"text": "turn on the light", "room": room, "stream": stream}
            assert (await rig.http.post("/api/chat", json=asked)).status_code == 200
            assert rig.home.registry[rig.device(name)].state.on is True


async def test_what_cannot_be_taken_is_refused_in_words() -> None:
    bodies: list[tuple[Any, int]] = [
        ({"text": ""}, 422),
        ({"text": "   "}, 400),
        ({"text": "x" * 4001}, 422),
        ({"text": 7}, 422),
        ({}, 422),
        ({"text": "hi", "conversation": "a/b"}, 422),
        ({"text": "hi", "unknown": 1}, 422),
        ({"text": "hi", "room": "x" * 101}, 422),
        ([], 422),
    ]
    async with open_rig() as rig:
        for body, status in bodies:
            response = await rig.http.post("/api/chat", json=body)
            assert response.status_code == status, body
            assert response.json()["error"]


async def test_what_is_no_json_is_refused() -> None:
    async with open_rig() as rig:
        kind = {"Content-Type": "application/json"}
        for content in (b"", b"{", b"\xff", b'{"text": "\\ud800"}', b"[" * 100_000):
            assert (await rig.http.post("/api/ask", content=content, headers=kind)).status_code == 400
        form = await rig.http.post("/api/ask", content=b'{"text": "hi"}')
        assert form.status_code == 415


async def test_a_model_that_is_gone_is_a_503_in_words() -> None:
    async with open_rig(ollama__base_url="http://127.0.0.1:9") as rig:
        response = await rig.http.post("/api/ask", json={"text": "what is love?"})
        assert response.status_code == 503
        assert "127.0.0.1:9" in response.json()["error"]
        # The turn is kept all the same.
        [kept] = (await rig.http.get("/api/traces")).json()["traces"]
        assert (kept["success"], kept["outcome"]) == (False, "failed")


async def test_a_client_that_hangs_up_ends_its_turn() -> None:
    async with open_rig([hang()]) as rig:
        body = {"text": "tell me a story", "stream": True}
        async with rig.http.stream("POST", "/api/ask", json=body) as response:
            async for line in response.aiter_lines():
                if "bound" in line:
                    break
        await eventually(lambda: rig.console.traces.latest(1))
        kept = rig.console.traces.latest(1)[0].summary()
        assert (kept.answer, kept.outcome) == ("[interrupted]", "cut off")
        counted = (await rig.http.get("/api/stats")).json()["whole"]
        assert (counted["turns"], counted["answered"]) == (1, 0)
        assert {outcome: count for outcome, count in counted["outcomes"].items() if count} == {"cut off": 1}
        assert counted["success_rate"] is None


async def test_a_client_that_does_not_wait_for_the_whole_answer_ends_its_turn_too() -> None:
    async with open_rig([hang()]) as rig:
        asking = asyncio.create_task(rig.http.post("/api/ask", json={"text": "tell me a story"}))
        await eventually(lambda: rig.ollama.chats)
        asking.cancel()
        await eventually(lambda: rig.console.traces.latest(1))
        assert rig.console.traces.latest(1)[0].summary().answer == "[interrupted]"


async def test_devices_are_shown_in_their_rooms_and_switched_by_hand() -> None:
    async with open_rig() as rig:
        home = (await rig.http.get("/api/home")).json()
        assert [room["name"] for room in home["rooms"]][:2] == ["Kitchen", "Living Room"]
        light = home["rooms"][0]["devices"][0]
        assert (light["name"], light["condition"], light["guarded"]) == ("Kitchen Light", "off", False)
        path = f"/api/home/devices/{light['id']}/command"
        done = (await rig.http.post(path, json={"action": "set_level", "value": 40})).json()
        assert done["sentence"] == "Kitchen light is now on at 40 percent."
        assert done["device"]["state"] == {"on": True, "level": 40}


async def test_a_guarded_device_waits_for_a_yes() -> None:
    async with open_rig() as rig:
        device = rig.device("Garage Door")
        path = f"/api/home/devices/{device}/command"
        refused = await rig.http.post(path, json={"action": "open"})
        assert refused.status_code == 428
        assert refused.json()["question"] == "Open the garage door?"
        assert rig.home.registry[device].state.position == 0
        assert (await rig.http.post(path, json={"action": "open", "confirmed": True})).status_code == 200
        assert rig.home.registry[device].state.position == 100


async def test_what_a_device_does_not_do_is_said() -> None:
    attempts: list[tuple[str, Any, int, str]] = [
        ("Freezer Plug", {"action": "on"}, 409, "The freezer plug does not answer."),
        ("Coffee Machine", {"action": "set_level", "value": 5}, 409, "The coffee machine can't be dimmed."),
        ("Coffee Machine", {"action": "explode"}, 409, "“explode” is not something a device can do"),
        ("Coffee Machine", {"action": ""}, 422, "action"),
    ]
    async with open_rig() as rig:
        for device, body, status, said in attempts:
            response = await rig.http.post(f"/api/home/devices/{rig.device(device)}/command", json=body)
            assert response.status_code == status
            assert said in response.json()["error"]


async def test_an_unknown_device_is_a_404() -> None:
    async with open_rig() as rig:
        response = await rig.http.post("/api/home/devices/nobody/command", json={"action": "on"})
        assert response.status_code == 404


async def test_tools_and_servers_are_listed() -> None:
    async with open_rig() as rig:
        told = (await rig.http.get("/api/tools")).json()
        tools = {tool["name"]: tool for tool in told["tools"]}
        assert tools[CONTROL]["acts"] is True
        assert tools["get_current_datetime"]["tier"] == "datetime"
        [server] = [server for server in told["servers"] if server["name"] == "home"]
        assert (server["name"], server["state"], len(server["tools"])) == ("home", "ready", 6)


async def test_metrics_and_health_are_there() -> None:
    async with open_rig([say("Hello.")]) as rig:
        await rig.http.post("/api/ask", json={"text": "tell me about otters"})
        exposed = (await rig.http.get("/metrics")).text
        assert (
            'voice_gateway_turns_total{intent="general",model="qwen3:0.6b",outcome="answered"} 1.0' in exposed
        )
        assert (await rig.http.get("/healthz")).json() == {"status": "ok"}


async def test_a_taken_port_gives_the_next_free_one() -> None:
    async with open_rig() as rig:
        port = int(rig.url.rsplit(":", 1)[1])
        with listen("127.0.0.1", port) as listener:
            assert port < listener.getsockname()[1] <= port + 20


async def test_a_home_behind_another_server_has_no_tiles() -> None:
    async with open_rig() as rig:
        rig.console.hands.home = None
        assert (await rig.http.get("/api/home")).json()["present"] is False


async def test_extra_routes_come_behind_the_same_door() -> None:
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    from voice_gateway.console import Access

    async def hear(_request: Request) -> Response:
        return JSONResponse({"text": "turn on the light"})

    async with open_rig() as rig:
        extra = [Route("/api/listen", hear, methods=["POST"])]
        app = create_app(rig.console, Access(token="a-long-secret-token"), extra=extra)
        async with (
            serving(app, listen("127.0.0.1", 0)) as served,
            httpx.AsyncClient(trust_env=False) as client,
        ):
            path = f"{served.url}/api/listen"
            assert (await client.post(path)).status_code == 401
            token = {"Authorization": "Bearer a-long-secret-token"}
            assert (await client.post(path, headers=token)).json() == {"text": "turn on the light"}
