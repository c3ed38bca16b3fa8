"""Programs are started on threads, heard to their end, and killed when nobody waits for them."""

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from voice_gateway.processes import run_program, send, start_program

SLEEP = (sys.executable, "-c", "import time; time.sleep(60)")


async def test_a_program_is_heard_to_its_end() -> None:
    script = (
        "import os, sys; print(os.getcwd(), os.environ['MOOD']); print('oh', file=sys.stderr); sys.exit(3)"
    )
    done = await run_program(sys.executable, "-c", script, cwd=Path("/"), env={"MOOD": "fine"})
    assert (done.code, done.output, done.problem) == (3, "/ fine\n", "oh\n")


async def test_a_program_that_is_not_there_raises() -> None:
    with pytest.raises(FileNotFoundError):
        await run_program("/nowhere/at/all")


async def test_the_event_loop_does_not_start_programs_itself() -> None:
    threads: list[int] = []
    listening = True

    def hook(event: str, _arguments: object) -> None:
        if listening and event == "subprocess.Popen":
            threads.append(threading.get_ident())

    sys.addaudithook(hook)
    await run_program(sys.executable, "-c", "")
    listening = False
    assert threads
    assert threading.get_ident() not in threads


async def test_a_program_is_killed_with_what_it_started_when_nobody_waits_for_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Both hold the pipe open, whose end is seen when both are gone.
    both = "import subprocess, time; "
    both += f"held = open({str(pipe)!r}, 'w'); print('up', file=held, flush=True); "
    both += f"subprocess.Popen({list(SLEEP)!r}, pass_fds=[held.fileno()]); time.sleep(60)"
    running = asyncio.create_task(run_program(sys.executable, "-c", both))
    with await asyncio.to_thread(pipe.open) as held:
        assert await asyncio.to_thread(held.readline) == "up\n"
        running.cancel()
        assert await asyncio.to_thread(held.read) == ""
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_program_is_killed_when_nobody_waits_for_its_start() -> None:
    code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    starting = asyncio.create_task(start_program(SLEEP, exited=code.set_result))
    await asyncio.sleep(0)
    starting.cancel()
    assert await code == -signal.SIGKILL
    with pytest.raises(asyncio.CancelledError):
        await starting


async def test_who_started_a_program_is_told_how_it_ended() -> None:
    code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    process = await start_program(SLEEP, exited=code.set_result)
    send(process, signal.SIGTERM)
    assert await code == -signal.SIGTERM
    for pipe in (process.stdout, process.stderr):
        assert pipe
        pipe.close()
