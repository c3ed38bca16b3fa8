"""A forked program is like one that was started: its streams, its folder, its signals and its end."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import program

TELLING = """
import os, sys
print(sys.argv[1:], os.getcwd(), os.environ["MOOD"], sys.stdin.read())
print(__name__, file=sys.stderr)
sys.exit(3)
"""
WAITING = """
import signal, sys, time
def leave(*_):
    print("told to end", flush=True)
    sys.exit(4)
signal.signal(signal.SIGTERM, leave)
print("up", flush=True)
time.sleep(60)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script.py"


def test_it_has_what_it_was_given_and_ends_as_it_does_when_started(script: Path) -> None:
    script.write_text(TELLING)
    both = [
        subprocess.run(
            [*start, "a", "b c"], cwd="/", env={"MOOD": "fine"}, input="hello", text=True,
            capture_output=True, check=False,
        )
        for start in ((sys.executable, str(script)), program(script))
    ]  # fmt: skip
    started, forked = ((ended.returncode, ended.stdout, ended.stderr) for ended in both)
    assert forked == started == (3, "['a', 'b c'] / fine hello\n", "__main__\n")


@pytest.mark.parametrize(
    ("sent", "said", "code"),
    [(signal.SIGTERM, "told to end\n", 4), (signal.SIGINT, "", -signal.SIGINT), (signal.SIGKILL, "", -9)],
)
def test_a_signal_reaches_it_and_nothing_of_it_is_left(
    script: Path, sent: signal.Signals, said: str, code: int
) -> None:
    script.write_text(WAITING)
    with subprocess.Popen(
        program(script), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "up\n"
        process.send_signal(sent)
        # The end of what it says comes with the end of whoever could still say something.
        assert process.stdout.read() == said
    assert process.returncode == code
