"""What is installed is told in one line, and in full when it fails."""

import asyncio
import os
import pty
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[2] / "deploy" / "one_line.py"
INSTALLING = """
print("Collecting a-part>=1.0 (from voice-gateway==0.1.0)")
print("  Downloading https://files.example/simple/a_part-1.0.whl (12 kB)")
print("a line that nobody needs")
"""


async def told(code: str, *, screen: bool = False) -> tuple[int, str]:
    """How it ends and what is seen of a program, through a pipe or at a terminal."""
    reading, writing = pty.openpty() if screen else os.pipe()
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(PROGRAM), "installing (a minute)", sys.executable, "-uc", code, stdout=writing
    )
    os.close(writing)
    seen = b""
    try:
        while piece := await asyncio.to_thread(os.read, reading, 65_536):
            seen += piece
    except OSError:  # a terminal ends so
        pass
    os.close(reading)
    return await process.wait(), seen.decode()


async def test_a_terminal_shows_one_line_that_is_written_over() -> None:
    code, seen = await told(INSTALLING, screen=True)
    assert code == 0
    assert seen.count("\n") == 1
    assert "collecting a-part\r" in seen
    assert "downloading a_part-1.0.whl" in seen
    assert "nobody needs" not in seen
    assert seen.rpartition("\r\x1b[K")[2].startswith("==> installing: done in")


async def test_elsewhere_it_says_that_it_begins_and_ends() -> None:
    code, seen = await told(INSTALLING)
    assert code == 0
    first, last = seen.splitlines()
    assert first == "==> installing (a minute) …"
    assert last.startswith("==> installing: done in")


async def test_a_failure_is_shown_with_all_that_was_said() -> None:
    code, seen = await told(f"{INSTALLING}\nraise SystemExit(3)")
    assert code == 3
    assert "failed:" in seen
    assert "a line that nobody needs" in seen
