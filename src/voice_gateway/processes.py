"""Other programs, started and awaited on threads.

Whoever starts a program stands still until the kernel has loaded it, and a busy disk or core may take a
second for that. asyncio starts them on the event loop, which then hears nobody.
"""

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE

Process = subprocess.Popen[bytes]


@dataclass(frozen=True)
class Finished:
    """How a program ended, and what it printed."""

    code: int
    output: str
    problem: str


async def start_program(
    command: Sequence[str],
    *,
    stdin: int = DEVNULL,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    exited: Callable[[int], None] = lambda code: None,
) -> Process:
    """A program in a group of its own, so that Ctrl-C in the terminal is for the gateway, which then ends it.

    `exited` is called on the event loop with the code it ends with. Raises `OSError` if it does not start.
    It is killed when nobody waits for its start any more.
    """
    loop = asyncio.get_running_loop()

    def wait_for(process: Process) -> None:
        code = process.wait()
        with suppress(RuntimeError):  # the event loop has ended before it
            loop.call_soon_threadsafe(exited, code)

    def start() -> Process:
        process = Process(
            command,
            bufsize=0,
            stdin=stdin,
            stdout=PIPE,
            stderr=PIPE,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        threading.Thread(target=wait_for, args=(process,), daemon=True, name="program").start()
        return process

    starting = loop.run_in_executor(None, start)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_discard)
        raise


async def run_program(
    *command: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Finished:
    """Run it to its end. It is killed when nobody waits for that any more. Raises `OSError` as above."""
    process = await start_program(command, cwd=cwd, env=env)
    try:
        output, problem = await asyncio.to_thread(process.communicate)
    except asyncio.CancelledError:
        send(process, signal.SIGKILL)
        raise
    return Finished(process.returncode, output.decode(errors="replace"), problem.decode(errors="replace"))


def send(process: Process, number: signal.Signals) -> None:
    """To the program and everything it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _discard(starting: asyncio.Future[Process]) -> None:
    if starting.cancelled() or starting.exception():
        return
    process = starting.result()
    send(process, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()
