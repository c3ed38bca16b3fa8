"""Tools of other packages, and tiers."""

from importlib.metadata import EntryPoint

import pytest

from tests.home import SmallHome, SmallWeb, tool_of
from voice_gateway.tools import RegisteredTool, Tier, ToolManager


async def forecast() -> str:
    return "sunny"


def offered() -> list[RegisteredTool]:
    return [tool_of("forecast", forecast, Tier.SEARCH)]


def broken() -> list[RegisteredTool]:
    raise RuntimeError("not today")


def test_a_tier_holds_its_own_tools_and_stays_the_same_object() -> None:
    manager = ToolManager()
    for tool in [*SmallHome().tools(), *SmallWeb().tools()]:
        manager.register(tool)
    assert [tool.name for tool in manager.select(Tier.SEARCH)] == ["search_web"]
    assert manager.select(Tier.DEVICE) is manager.select(Tier.DEVICE)
    manager.unregister("search_web")
    assert manager.select(Tier.SEARCH) == ()


def test_tools_of_other_packages_are_loaded_and_a_broken_package_is_skipped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points = [EntryPoint(name, f"{__name__}:{name}", "voice_gateway.tools") for name in ("broken", "offered")]
    monkeypatch.setattr("voice_gateway.tools.manager.installed", lambda: points)
    manager = ToolManager()
    manager.load_entry_points()
    assert [tool.name for tool in manager.all()] == ["forecast"]
    assert "not today" in caplog.text
