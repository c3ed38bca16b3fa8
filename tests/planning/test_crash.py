"""Kill -9 at every commit and at every command: nothing is done twice, and nothing is lost without a word."""

import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.keeping.watched import NOON

ROOT = Path(__file__).parents[2]
LATER = NOON + 90
"""When the program is started again: in the minute of grace for what was due at first."""

MUCH_LATER = NOON + 1000


class Runs:
    """Runs of the program, one after the other."""

    def __init__(self, folder: Path, program: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._program = program

    def live(self, name: str, moment: int = 0, at: float = NOON) -> int | None:
        """How many moments it had, or None when it was killed at one."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(f"{folder}\t{moment}\t{at}\n")
        self._program.stdin.flush()
        ended = int(self._program.stdout.readline())
        if ended == signal.SIGKILL and moment:
            return None
        assert ended == 0
        return int((folder / "moments").read_text())


@pytest.fixture
def runs() -> Iterator[Runs]:
    """In memory where there is such a folder: a kill loses nothing there that a disk would keep."""
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    command = [sys.executable, "-m", "tests.planning.crashing"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as program:
        yield Runs(Path(folder), program)
    shutil.rmtree(folder)


def seen(folder: Path, what: str) -> list[str]:
    file = folder / what
    return file.read_text().splitlines() if file.exists() else []


def judge(folder: Path) -> None:
    """What the home, and the person, have seen of it all."""
    commands, told = Counter(seen(folder, "commands")), seen(folder, "told")
    assert max(commands.values(), default=0) <= 1, commands
    for line in seen(folder, "promised"):
        assert commands[line] == 1 or any(f"“{line}”" in text for text in told), line
    for text in told:
        assert "I missed" in text or "I don't know whether it was done" in text
        # What is said to have been missed has not been done.
        assert not any("I missed" in text and f"“{line}”" in text for line in commands)
    assert set(seen(folder, "listed")) <= set(seen(folder, "list"))


@pytest.mark.parametrize("again", [LATER, MUCH_LATER])
def test_s71_killed_at_every_moment_nothing_is_doubled_or_lost_without_a_word(
    runs: Runs, again: float
) -> None:
    moments = runs.live("unharmed")
    judge(runs.folder / "unharmed")
    assert sorted(seen(runs.folder / "unharmed", "commands")) == ["alpha", "beta", "daily", "gamma"]
    assert moments
    assert moments > 20
    for moment in range(1, moments + 1):
        assert runs.live(str(moment), moment) is None
        assert runs.live(str(moment), at=again) is not None
        judge(runs.folder / str(moment))


def test_s71_killed_again_at_every_moment_of_the_next_start_it_is_still_so(runs: Runs) -> None:
    """The first run dies right after a command: what it did is not known, and the rest was missed."""
    fatal = 0
    while not seen(runs.folder / f"first {fatal}", "commands"):
        fatal += 1
        assert runs.live(f"first {fatal}", fatal) is None
    moments = runs.live(f"first {fatal}", at=MUCH_LATER)
    assert moments
    assert len(seen(runs.folder / f"first {fatal}", "told")) == 3
    for moment in range(1, moments + 1):
        name = f"again {moment}"
        assert runs.live(name, fatal) is None
        assert runs.live(name, moment, MUCH_LATER) is None
        assert runs.live(name, at=MUCH_LATER + 10) is not None
        judge(runs.folder / name)
