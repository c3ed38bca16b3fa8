"""docs/scenarios.md leads from every scenario's number to its tests and its code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/scenarios.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]


def _numbers(cell: str) -> set[int]:
    found: set[int] = set()
    for part in cell.split(","):
        first, _, last = part.strip().partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_number_that_a_test_carries_is_in_the_table() -> None:
    carried = {number for file in (ROOT / "tests").rglob("test_*.py") for number in _carried(file)}
    listed = {number for row in ROWS for number in _numbers(row[0])}
    assert carried <= listed
    assert listed == set(range(1, max(listed) + 1))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_its_code_is_there_and_its_tests_carry_the_number(row: list[str]) -> None:
    assert all((ROOT / "src/voice_gateway" / path).exists() for path in _paths(row[3]))
    named = [ROOT / path for path in _paths(row[2])]
    files = [file for path in named for file in (path.rglob("test_*.py") if path.is_dir() else [path])]
    assert _numbers(row[0]) <= {number for file in files for number in _carried(file)}


def _carried(file: Path) -> set[int]:
    names = re.findall(r"def (test_s\d+\w*)", file.read_text(encoding="utf-8"))
    return {int(number) for name in names for number in re.findall(r"_s(\d+)(?=_|$)", name)}


def _paths(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)
