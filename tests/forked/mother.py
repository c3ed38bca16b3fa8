"""The process that has read the program, and becomes what it is asked to be in its forks.

Between it and every fork stands another, which waits for its end and ends it when nobody waits any more.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
from importlib import import_module
from io import TextIOWrapper
from typing import Any

READ = (
    "voice_gateway.assembly",
    "voice_gateway.cli.app",
    "voice_gateway.cli.assistant",
    "voice_gateway.console",
    "voice_gateway.devices.mcp_server.server",
    "voice_gateway.mcp.http",
    "voice_gateway.mcp.stdio",
    "voice_gateway.models.ollama",
)
"""What takes long to read, and most commands need."""


def received(client: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """What to be, and the streams of whoever asked."""
    first, streams, _, _ = socket.recv_fds(client, 32, 3)
    size, _, message = first.partition(b"\n")
    while len(message) < int(size):
        message += client.recv(65_536)
    return json.loads(message.decode(errors="surrogateescape")), streams


def become(told: dict[str, Any], streams: list[int]) -> None:
    """Run a file as `python` does, or a module as `python -m` does, up to the end of the interpreter."""
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    # Whoever started the tests may have had Ctrl-C ignored, which children inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=os.isatty(1))
    sys.argv = told["command"]
    if sys.argv[0].endswith(".py"):
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def guard(client: socket.socket, program: int) -> None:
    """Tell who the program is and how it ended; end it when nobody waits for that."""
    client.sendall(f"{program}\n".encode())
    waiting = [os.pidfd_open(program), client.fileno()]
    ended, _, _ = select.select(waiting, [], [])
    if waiting[0] not in ended:
        os.kill(program, signal.SIGKILL)
    _, status = os.waitpid(program, 0)
    if waiting[0] in ended:
        client.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def asked(path: str) -> tuple[dict[str, Any], list[int]] | None:
    """Comes back in every fork with what it should be, and here when whoever started us is gone."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([server, sys.stdin], [], [])
            if server not in ready:
                return None
            client, _ = server.accept()
            with client:
                if os.fork():
                    continue
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                told, streams = received(client)
                program = os.fork()
                if not program:
                    return told, streams
                for stream in streams:
                    os.close(stream)
                guard(client, program)


def main() -> None:
    for module in READ:
        import_module(module)
    assert threading.active_count() == 1
    gc.freeze()  # what is not looked at is not copied
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if wish := asked(sys.argv[1]):
        become(*wish)


if __name__ == "__main__":
    main()
