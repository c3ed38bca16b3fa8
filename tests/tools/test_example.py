"""The package in examples/dice offers a tool as CONTRIBUTING.md says."""

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from voice_gateway.tools import Tier, ToolExecutor, ToolManager, TurnState, make_call

PACKAGE = Path(__file__).parents[2] / "examples/dice"


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> ToolManager:
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    group = "voice_gateway.tools"
    points = [
        EntryPoint(name, value, group) for name, value in declared["project"]["entry-points"][group].items()
    ]
    monkeypatch.setattr("voice_gateway.tools.manager.installed", lambda: points)
    monkeypatch.syspath_prepend(PACKAGE)
    manager = ToolManager()
    manager.load_entry_points()
    return manager


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, r"It is a [1-6]\."),
        ({"count": 2}, r"They are [1-6], [1-6]: \d+ in all\."),
        ({"sides": 2}, r"It is (?:heads|tails)\."),
    ],
)
async def test_it_is_called_like_any_other(manager: ToolManager, asked: dict[str, int], told: str) -> None:
    [result] = await ToolExecutor().run_all([make_call("roll_dice", asked)], manager.all(), TurnState())
    assert result.ok
    assert re.fullmatch(told, result.text)


async def test_a_number_of_sides_that_no_die_has_is_left_out(manager: ToolManager) -> None:
    assert [tool.name for tool in manager.select(Tier.GENERAL)] == ["roll_dice"]
    call = make_call("roll_dice", {"sides": 1})
    [result] = await ToolExecutor().run_all([call], manager.all(), TurnState())
    assert re.fullmatch(r"It is a [1-6]\.", result.text)
