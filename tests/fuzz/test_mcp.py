"""Both of our MCP servers: the gateway at /mcp, and the home by itself over standard input and output."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import IO, Any

import httpx
from hypothesis import given
from hypothesis import strategies as st

from tests.assembled import Assemble
from tests.forked import program
from tests.fuzz.house import GUARDED, LAMP, House, fuzzing, open_house
from tests.fuzz.words import JSON, WORDS, asks_for, parts

CONTROL = "control_zwave_device"
PATIENCE = 120.0
HELLO = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "nobody", "version": "1"},
}  # fmt: skip
TOOLS = [
    "ask", CONTROL, "get_device_sensor_data", "list_devices", "verify_device", "list_zwave_devices",
    "check_zwave_health", "search_web", "no_such_tool",
]  # fmt: skip
DEVICE = st.sampled_from([LAMP, LAMP.lower(), *sorted(GUARDED), "nothing at all"]) | WORDS
ACTION = st.sampled_from(["on", "off", "unlock", "open", "set_level", "toggle", "stop", "explode"]) | WORDS
CALL = parts(
    {
        "name": st.sampled_from(TOOLS),
        "arguments": parts({"device": DEVICE, "action": ACTION}, value=JSON, room=WORDS)
        | parts({"text": WORDS}, conversation=WORDS),
    },
    _meta=JSON,
)
METHODS = [
    "initialize", "ping", "tools/list", "resources/list", "resources/read", "prompts/get", "logging/setLevel",
    "completion/complete", "notifications/initialized", "notifications/cancelled", "notifications/progress",
    "sampling/createMessage", "elicitation/create", "roots/list", "no/such/method",
]  # fmt: skip
ID = st.integers(-1, 9) | WORDS
YES = {"action": "accept", "content": {"confirm": True}}
MESSAGE = (
    st.fixed_dictionaries(
        {"jsonrpc": st.just("2.0"), "id": ID, "method": st.just("tools/call"), "params": CALL}
    )
    | parts({"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS)}, id=ID, params=JSON)
    | parts({"jsonrpc": st.just("2.0"), "id": ID, "result": st.just(YES)}, error=JSON)
)


def wanted_by(message: Any) -> set[str]:
    """The devices that this message is about, if it is one that asks for anything."""
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return set()
    params = message.get("params")
    arguments = params.get("arguments") if isinstance(params, dict) else None
    if not isinstance(arguments, dict):
        return set()
    device = arguments.get("device")
    by_name = isinstance(device, str) and LAMP.lower() in device.lower()
    return asks_for(arguments.get("text")) | ({LAMP} if by_name else set())


async def test_no_message_to_the_gateway_breaks_anything(assemble: Assemble) -> None:
    def attack(house: House) -> None:
        accepts = {"Accept": "application/json, text/event-stream"}
        with httpx.Client(base_url=house.url, trust_env=False, timeout=PATIENCE, headers=accepts) as client:

            @fuzzing(40)
            @given(st.lists(MESSAGE, min_size=1, max_size=3))
            def attempt(messages: list[Any]) -> None:
                hello = {"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": HELLO}
                session = {"Mcp-Session-Id": client.post("/mcp", json=hello).headers["mcp-session-id"]}
                ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
                client.post("/mcp", json=ready, headers=session)
                for message in messages:
                    with house.only(wanted_by(message)):
                        response = client.post("/mcp", json=message, headers=session)
                        assert response.status_code < 500, response.text
                assert client.delete("/mcp", headers=session).status_code == 200

            attempt()

    async with open_house(assemble) as house:
        await house.attacked(attack)


@dataclass
class Child:
    """Our server in a process of its own."""

    process: "subprocess.Popen[bytes]"
    errors: IO[bytes]
    _asked: int = 0

    def write(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.replace(b"\n", b" ") + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask, and skip what it has to say about all that was sent before."""
        self._asked += 1
        name = f"request {self._asked}"
        self.write(json.dumps({"jsonrpc": "2.0", "id": name, "method": method, "params": params}).encode())
        assert self.process.stdout
        for line in self.process.stdout:
            answer: dict[str, Any] = json.loads(line)
            if answer.get("id") == name:
                return answer
        raise AssertionError(f"it has ended:\n{self.complaints()}")

    def states(self) -> dict[str, Any]:
        told = self.request("tools/call", {"name": "list_zwave_devices", "arguments": {}})
        devices = told["result"]["structuredContent"]["devices"]
        return {device["name"]: device["state"] for device in devices}

    def complaints(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")


@contextmanager
def child() -> Iterator[Child]:
    with tempfile.TemporaryFile() as errors:
        command = (*program(), "zwave-mcp")
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        ) as process:
            impatience = Timer(600, process.kill)
            impatience.start()
            try:
                opened = Child(process, errors)
                opened.request("initialize", HELLO)
                opened.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
                yield opened
            finally:
                impatience.cancel()
                process.kill()


def test_no_line_to_the_home_breaks_anything() -> None:
    with child() as home:

        @fuzzing(80)
        @given(MESSAGE.map(lambda message: (message, json.dumps(message).encode())) |
               st.binary(max_size=60).map(lambda line: (None, line)))  # fmt: skip
        def attempt(sent: tuple[Any, bytes]) -> None:
            message, line = sent
            before = home.states()
            home.write(line)
            after = home.states()
            moved = {name for name in after if after[name] != before[name]}
            assert moved <= wanted_by(message) - GUARDED, f"{moved} moved"
            assert "Traceback" not in home.complaints()

        attempt()
