"""The layers that docs/architecture.md draws are those that `make lint` checks, and no file is long."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_layers_are_drawn_as_they_are_checked() -> None:
    drawn = re.search(
        r"```layers\n(.+?)\n```", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"), re.DOTALL
    )
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [layers] = [one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    assert drawn
    assert drawn[1].splitlines() == layers["layers"][:-1]
    assert layers["exhaustive"]
    assert "errors" in layers["layers"][-1]


def test_every_file_can_be_read_in_one_go() -> None:
    lines = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines())
        for file in (ROOT / "src").rglob("*.py")
    }
    assert {file: many for file, many in lines.items() if many > 300} == {}
    assert sorted(lines.values())[len(lines) // 2] <= 100
