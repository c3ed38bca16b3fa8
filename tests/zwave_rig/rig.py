"""Starts the network, looks into its nodes, and breaks things on purpose."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.ports import free_port
from tests.zwave_rig.node_js import NodeJs

HERE = Path(__file__).parent
_SERVER = HERE / "node_modules/@zwave-js/server/dist-esm/bin/server.js"
_SLEEPING = (17,)
_NODES = range(2, 21)


def install(node_js: NodeJs, folder: Path = HERE) -> None:
    """Install the packages that the folder's lockfile names, once for each lockfile."""
    lockfile = folder / "package-lock.json"
    wanted = hashlib.sha256(lockfile.read_bytes()).hexdigest()
    stamp = folder / "node_modules/.installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    node_js.npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    stamp.write_text(wanted)


class ZwaveRig:
    """The radio with its nodes, and the server in front of it."""

    def __init__(self, node_js: NodeJs, folder: Path) -> None:
        self._node_js = node_js
        self._folder = folder
        self._server: subprocess.Popen[bytes] | None = None
        self._radio = subprocess.Popen(
            [node_js.node, str(HERE / "radio.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._radio.stdout is not None
        ports = json.loads(self._radio.stdout.readline() or b"{}")
        self._serial, self._control = ports["serial"], ports["control"]
        self.port = free_port()
        self._config = folder / "config.json"
        self._config.write_text(
            json.dumps(
                {
                    "logConfig": {"enabled": False},
                    "timeouts": {"ack": 10_000, "byte": 5_000},  # a busy machine is no broken stick
                    "storage": {"cacheDir": str(folder / "cache"), "throttle": "fast"},
                    "securityKeys": {"S0_Legacy": "0102030405060708090a0b0c0d0e0f10"},
                }
            )
        )

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start_server(self) -> None:
        """Start the server; returns at once."""
        address = f"tcp://127.0.0.1:{self._serial}"
        options = ("--config", str(self._config), "--host", "127.0.0.1", "--port", str(self.port))
        with (self._folder / "server.log").open("ab") as log:
            self._server = subprocess.Popen(
                [self._node_js.node, str(_SERVER), address, *options, "--disable-dns-sd"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def kill_server(self) -> None:
        """End the server as a crash would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def mend(self) -> None:
        """Bring back the server that a test has taken down, and to sleep the nodes that it woke."""
        if self._server is None or self._server.poll() is not None:
            self.start_server()
            self.wait_until_ready()
        elif any(not self.state(number).get("asleep") for number in _SLEEPING):
            self._send_to_sleep()

    def wait_until_ready(self, timeout: float = 240) -> None:
        """Wait until every node has been interviewed; those that sleep are woken for it."""
        began = time.monotonic()
        deadline, patience = began + timeout, began + timeout / 12
        ready: set[int] = set()
        woken = False
        while time.monotonic() < deadline:
            if time.monotonic() > patience:
                # A driver that lost an answer while the machine stood still gives the node up for long.
                self.kill_server()
                self.start_server()
                patience, woken = time.monotonic() + (time.monotonic() - began), False  # longer each time
            if self._radio.poll() is not None:
                raise RuntimeError("the radio of the Z-Wave rig has ended")
            ready = self._ready_nodes()
            if set(_NODES) <= ready:
                self._send_to_sleep()
                return
            if not woken and set(_NODES) - set(_SLEEPING) <= ready:
                for number in _SLEEPING:
                    self.tell(number, report={"what": "wake"})
                woken = True
            time.sleep(0.25)
        log = (self._folder / "server.log").read_text(errors="replace")[-2000:]
        late = sorted(set(_NODES) - ready)
        raise TimeoutError(f"nodes {late} were not ready within {timeout:g} s:\n{log}")

    def _ready_nodes(self) -> set[int]:
        try:
            state = self.ask_server({"command": "start_listening"})["state"]
        except (OSError, TimeoutError, WebSocketException):
            return set()
        return {node["nodeId"] for node in state["nodes"] if node["ready"]}

    def _send_to_sleep(self) -> None:
        """A node that does not hear a ping is taken for asleep, if it is of those that sleep."""
        for number in _SLEEPING:
            self.tell(number, asleep=True)
            self.ask_server({"command": "node.ping", "nodeId": number})

    def ask_server(self, *commands: dict[str, Any]) -> dict[str, Any]:
        """Send commands to the server as another client would; the answer to the last."""
        with connect(self.url, max_size=None, open_timeout=2, close_timeout=1, proxy=None) as socket:
            socket.recv(timeout=5)
            answer: dict[str, Any] = {}
            for number, command in enumerate(({"command": "initialize", "schemaVersion": 44}, *commands)):
                socket.send(json.dumps({"messageId": str(number), **command}))
                while (answer := json.loads(socket.recv(timeout=10))).get("messageId") != str(number):
                    pass
            return dict(answer.get("result") or {})

    def state(self, node: int) -> dict[str, Any]:
        """What the node itself holds: the truth."""
        return dict(self._ask(node)["state"])

    def tell(self, node: int, report: dict[str, Any] | None = None, **state: Any) -> None:
        """Change the node from outside (None forgets a key), or make it report something by itself."""
        self._ask(node, {"set": state, "report": report})

    def _ask(self, node: int, wish: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._control}/nodes/{node}",
            data=json.dumps(wish).encode() if wish else None,
            method="POST" if wish else "GET",
        )
        with _NO_PROXY.open(request, timeout=5) as answer:
            return dict(json.load(answer))

    def close(self) -> None:
        self.kill_server()
        assert self._radio.stdin is not None
        assert self._radio.stdout is not None
        self._radio.stdin.close()
        self._radio.wait(timeout=10)
        self._radio.stdout.close()
        shutil.rmtree(self._folder / "cache", ignore_errors=True)


_NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def main() -> None:
    """Run the network by hand: `python -m tests.zwave_rig.rig`, then connect to the address it prints."""
    import tempfile

    from tests.zwave_rig.node_js import find_node

    node_js = find_node()
    if node_js is None:
        sys.exit("Node 20 or newer is needed.")
    install(node_js)
    with tempfile.TemporaryDirectory() as folder:
        rig = ZwaveRig(node_js, Path(folder))
        try:
            rig.start_server()
            rig.wait_until_ready()
            print(rig.url, flush=True)
            sys.stdin.read()
        finally:
            rig.close()


if __name__ == "__main__":
    main()
