"""Debian's mosquitto, run for a test."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.ports import free_port
from tests.programs import needs


class Mosquitto:
    """A broker that can be stopped and started again where it was."""

    def __init__(self, program: Path, folder: Path, *settings: str) -> None:
        self._program = program
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        # Started by root, it would become somebody who may read nothing here.
        lines = (
            "user root",
            f"listener {self.port} 127.0.0.1",
            "max_queued_messages 0",
            "set_tcp_nodelay true",
            *settings,
        )
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", self.folder / "mosquitto.conf"], stdout=log, stderr=log
            )
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "mosquitto.log").read_text(encoding="utf-8"))

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


@contextmanager
def mosquitto(folder: Path, *settings: str) -> Iterator[Mosquitto]:
    """A running broker; without settings, for anybody."""
    broker = Mosquitto(needs("mosquitto"), folder, *(settings or ("allow_anonymous true",)))
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()
