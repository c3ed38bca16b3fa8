"""Starts Home Assistant with its demo devices, introduces a user, and talks to it as its own page would."""

import asyncio
import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_here

from tests.ports import free_port

COMPONENTS = Path(__file__).parents[2] / "integrations/home_assistant/custom_components"
"""Our own, as its owner would copy them."""

_CONFIGURATION = """
http:
  server_host: 127.0.0.1
  server_port: {port}
api:
auth:
websocket_api:
config:
conversation:
intent:
onboarding:
assist_pipeline:
demo:
"""
FLOWS = "/api/config/config_entries/flow"
_PERSON = {"name": "Anna", "username": "anna", "password": "a long password", "language": "en"}

Json = dict[str, Any]


class HomeAssistant:
    """A Home Assistant on this machine, which can be taken down and started again."""

    def __init__(self, program: Path, folder: Path, *, more: str = "") -> None:
        self._program = program
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._told = 0.0
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.token = ""
        (folder / "configuration.yaml").write_text(_CONFIGURATION.format(port=self.port) + more)
        shutil.copytree(
            COMPONENTS, folder / "custom_components", ignore=shutil.ignore_patterns("__pycache__")
        )

    def start(self) -> None:
        with (self._folder / "output.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "--config", self._folder, "--skip-pip"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def introduce(self) -> None:
        """Wait until it answers, then introduce a user, as its first page would."""
        with httpx.Client(base_url=self.url, trust_env=False, timeout=30) as http:
            self._wait(lambda: _answers(http, "/api/onboarding"))
            client = f"{self.url}/"
            code = _post(http, "/api/onboarding/users", json=_PERSON | {"client_id": client})["auth_code"]
            self.token = _token(http, client, code)
            http.headers["Authorization"] = f"Bearer {self.token}"
            _post(http, "/api/onboarding/core_config", json={})
            _post(http, "/api/onboarding/analytics", json={})
            where = {"client_id": client, "redirect_uri": client}
            _post(http, "/api/onboarding/integration", json=where)
        self.wait_until_running()
        lasting = {"client_name": "Voice Gateway", "lifespan": 365}
        self.token = str(self.command("auth/long_lived_access_token", **lasting))

    def wait_until_running(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        with httpx.Client(base_url=self.url, headers=headers, trust_env=False, timeout=30) as http:
            self._wait(lambda: _answers(http, "/api/config").get("state") == "RUNNING")

    def _wait(self, true: Callable[[], object], timeout: float = 180) -> None:
        deadline = time.monotonic() + timeout
        while not true():
            if self._process is None or self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"Home Assistant did not start:\n{self.log()[-2000:]}")
            time.sleep(0.1)

    def command(self, kind: str, **data: Any) -> Any:
        """One command over its WebSocket."""
        self._told = time.monotonic()
        with self._commanded(kind, data) as (_, result):
            return result

    def run_pipeline(self, **data: Any) -> list[Json]:
        """Let Assist run, and everything that happens until it has ended."""
        events: list[Json] = []
        with self._commanded("assist_pipeline/run", data) as (socket, _):
            while not events or events[-1]["type"] != "run-end":
                events.append(json.loads(socket.recv(timeout=60))["event"])
        return events

    @contextmanager
    def _commanded(self, kind: str, data: Json) -> Iterator[tuple[ClientConnection, Any]]:
        """A WebSocket on which a command was given, and what came of it."""
        address = f"ws://127.0.0.1:{self.port}/api/websocket"
        with connect_here(address, max_size=None, proxy=None) as socket:
            socket.recv()
            socket.send(json.dumps({"type": "auth", "access_token": self.token}))
            socket.recv()
            socket.send(json.dumps({"id": 1, "type": kind, **data}))
            answer = json.loads(socket.recv())
            assert answer["success"], answer
            yield socket, answer["result"]

    def log(self) -> str:
        return (self._folder / "output.log").read_text(errors="replace")

    def invite(self) -> str:
        """The token of a guest: a user who is no administrator."""
        guest = self.command("config/auth/create", name="Guest", group_ids=["system-users"])["user"]["id"]
        words = {"username": "guest", "password": "another long password"}
        self.command("config/auth_provider/homeassistant/create", user_id=guest, **words)
        client = {"client_id": f"{self.url}/"}
        asked = {"handler": ["homeassistant", None], "redirect_uri": f"{self.url}/"}
        with httpx.Client(base_url=self.url, trust_env=False, timeout=30) as http:
            flow = _post(http, "/auth/login_flow", json=client | asked)["flow_id"]
            code = _post(http, f"/auth/login_flow/{flow}", json=client | words)["result"]
            return _token(http, client["client_id"], code)

    def wait_until_kept(self) -> None:
        """Wait until what it was told is on its disk, which it does ten seconds later."""
        time.sleep(max(0.0, self._told + 12 - time.monotonic()))

    def mend(self) -> None:
        """Start it again if a test has taken it down."""
        if self._process is None:
            self.start()
            self.wait_until_running()

    def kill(self) -> None:
        """Take it down as a power cut would."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


class Visitor:
    """Someone who is signed in to it, for the time of a test."""

    def __init__(self, house: HomeAssistant, http: httpx.AsyncClient) -> None:
        self._house = house
        self._http = http
        self._entries: list[str] = []

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        response = await self._http.request(method, path, json=body)
        assert response.is_success, f"{path}: {response.status_code} {response.text}"
        return response.json()

    async def begin(self, integration: str, **entry: str) -> Json:
        """The first form of an integration, or with `entry_id` the one that changes what was set up."""
        asked = {"handler": integration, "show_advanced_options": False, **entry}
        return dict(await self.ask("POST", FLOWS, asked))

    async def go_on(self, step: Json, answer: Json) -> Json:
        """What comes of answering a form."""
        return dict(await self.ask("POST", f"{FLOWS}/{step['flow_id']}", answer))

    async def add(self, integration: str, *answers: Json) -> Json:
        """Set up an integration, one answer for each form; the entry that came of it."""
        step = await self.begin(integration)
        for answer in answers:
            step = await self.go_on(step, answer)
        assert step["type"] == "create_entry", f"{step}\n{self._house.log()[-2000:]}"
        entry: Json = step["result"]
        self._entries.append(entry["entry_id"])
        return entry

    async def set_options(self, entry: Json, options: Json) -> None:
        flows = "/api/config/config_entries/options/flow"
        step = await self.ask("POST", flows, {"handler": entry["entry_id"]})
        step = await self.ask("POST", f"{flows}/{step['flow_id']}", options)
        assert step["type"] == "create_entry", step

    async def entity_of(self, entry: Json, domain: str) -> str:
        """The entity of this domain that the entry brought."""
        listed = await self.command("config/entity_registry/list")
        found = [one["entity_id"] for one in listed if one["config_entry_id"] == entry["entry_id"]]
        return str(next(one for one in found if one.startswith(f"{domain}.")))

    async def state(self, entity: str) -> Json:
        return dict(await self.ask("GET", f"/api/states/{entity}"))

    async def do(self, service: str, entity: str, **data: Any) -> None:
        await self.ask("POST", f"/api/services/{service}", {"entity_id": entity, **data})

    async def say(self, text: str, agent: str, **more: str) -> Json:
        """What an assistant of this Home Assistant answers."""
        body = {"text": text, "agent_id": agent, "language": "en", **more}
        return dict(await self.ask("POST", "/api/conversation/process", body))

    async def command(self, kind: str, **data: Any) -> Any:
        """One command over its WebSocket."""
        return await asyncio.to_thread(self._house.command, kind, **data)

    async def run_pipeline(self, **data: Any) -> list[Json]:
        return await asyncio.to_thread(self._house.run_pipeline, **data)

    async def leave(self) -> None:
        """Take away what was set up."""
        while self._entries:
            await self.ask("DELETE", f"/api/config/config_entries/entry/{self._entries.pop()}")


@contextmanager
def running(program: Path, folder: Path, *, more: str = "") -> Iterator[HomeAssistant]:
    """A Home Assistant that knows its user, until it is not needed any more."""
    house = HomeAssistant(program, folder, more=more)
    try:
        house.start()
        house.introduce()
        yield house
    finally:
        house.close()


def spoken(answer: Json) -> str:
    return str(answer["response"]["speech"]["plain"]["speech"])


def _token(http: httpx.Client, client: str, code: str) -> str:
    form = {"grant_type": "authorization_code", "code": code, "client_id": client}
    return str(_post(http, "/auth/token", data=form)["access_token"])


def _answers(http: httpx.Client, path: str) -> Any:
    """What it says there, or nothing while it is not up."""
    try:
        response = http.get(path)
    except httpx.HTTPError:
        return {}
    return response.json() if response.is_success else {}


def _post(http: httpx.Client, path: str, **body: Any) -> Any:
    response = http.post(path, **body)
    assert response.is_success, f"{path}: {response.status_code} {response.text}"
    return response.json() if response.text else {}
