"""`python -m voice_gateway` as a process of its own that has read the program before it was started.

Reading the program takes longer than most of what it is started for. So one process reads it, and every
program is a fork of that one: `[*program(), "ask", "hello"]` is a command line like any other, for whoever
starts programs. Its process has its own streams, environment and folder, hears signals, and ends with the
program's own code. What depends on the interpreter's own start is tested with `sys.executable`.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def program(what: str | Path = "voice_gateway") -> tuple[str, ...]:
    """How a command line begins that runs this module or file."""
    # Isolated, and without packages: whoever only passes on should not take long either.
    return (sys.executable, "-IS", str(HERE / "launch.py"), _mother(), str(what))


@cache
def _mother() -> str:
    """The socket of the process that forks; it ends with this one."""
    folder = tempfile.mkdtemp(prefix="forked-")
    path = os.path.join(folder, "socket")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VOICE_GATEWAY_")}
    mother = subprocess.Popen(
        [sys.executable, "-m", "tests.forked.mother", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    )

    def end() -> None:
        mother.communicate()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    assert mother.stdout
    assert mother.stdout.readline() == b"ready\n"
    return path
