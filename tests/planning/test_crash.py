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

    def live(self, name: str, moment: int = 0, at: float = NOON, after: Path | None = None) -> int | None:
        """How many moments it had, or None when it was killed at one. It may go on after another run."""
        folder = self.folder / name
        if after:
            shutil.copytree(after, folder)
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


@pytest.fixture(scope="module")
def runs() -> Iterator[Runs]:
    """In memory where there is such a folder: a kill loses nothing there that a disk would keep."""
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    command = [sys.executable, "-m", "tests.planning.crashing"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as program:
        yield Runs(Path(folder), program)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def killed(runs: Runs) -> list[Path]:
    """What is left of a first run, killed at each of its moments."""
    moments = runs.live("unharmed")
    assert moments
    assert moments > 20
    for moment in range(1, moments + 1):
        assert runs.live(str(moment), moment) is None
    return [runs.folder / str(moment) for moment in range(1, moments + 1)]


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


@pytest.mark.usefixtures("killed")
def test_s71_unharmed_everything_is_done(runs: Runs) -> None:
    judge(runs.folder / "unharmed")
    assert sorted(seen(runs.folder / "unharmed", "commands")) == ["alpha", "beta", "daily", "gamma"]


@pytest.mark.parametrize("again", [LATER, MUCH_LATER])
def test_s71_killed_at_every_moment_nothing_is_doubled_or_lost_without_a_word(
    runs: Runs, killed: list[Path], again: float
) -> None:
    for left in killed:
        name = f"{left.name} and {again}"
        assert runs.live(name, at=again, after=left) is not None
        judge(runs.folder / name)


def test_s71_killed_again_at_every_moment_of_the_next_start_it_is_still_so(
    runs: Runs, killed: list[Path]
) -> None:
    """The first run dies right after a command: what it did is not known, and the rest was missed."""
    fatal = next(left for left in killed if seen(left, "commands"))
    moments = runs.live("first", at=MUCH_LATER, after=fatal)
    assert moments
    assert len(seen(runs.folder / "first", "told")) == 3
    for moment in range(1, moments + 1):
        name = f"again {moment}"
        assert runs.live(name, moment, MUCH_LATER, after=fatal) is None
        assert runs.live(name, at=MUCH_LATER + 10) is not None
        judge(runs.folder / name)
