"""A real PulseAudio of our own, headless, for tests that need a sound server."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.programs import needs


@pytest.fixture(scope="session")
def pulse_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The socket of a PulseAudio daemon with one speaker and one microphone, both virtual."""
    with pulse_daemon(tmp_path_factory.mktemp("pulse")) as socket:
        yield socket


@contextmanager
def pulse_daemon(folder: Path) -> Iterator[Path]:
    """A daemon that lives as long as the block; gives its socket."""
    for program in ("pulseaudio", "pactl", "paplay"):
        needs(program)
    socket = folder / "native"
    modules = (
        f"module-native-protocol-unix socket={socket} auth-anonymous=1",
        "module-null-sink sink_name=speaker rate=48000",
        "module-null-sink sink_name=micfeed rate=16000 channels=1",
        "module-remap-source source_name=mic master=micfeed.monitor",
    )
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
    command += ["--disable-shm=yes"]  # PulseAudio 16 may abort when clients that share memory come and go
    for module in modules:
        command += ["-L", module]
    environment = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": "/usr/bin:/bin"}
    with (folder / "log").open("wb") as log:
        daemon = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(100):
            if socket.exists():
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"PulseAudio did not start: {(folder / 'log').read_text()}")
        yield socket
    finally:
        daemon.terminate()
        daemon.wait(10)


@pytest.fixture
def sound_server(pulse_socket: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's own programs play through that daemon."""
    monkeypatch.setenv("PULSE_SERVER", f"unix:{pulse_socket}")
    return pulse_socket
