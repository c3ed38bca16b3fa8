"""The layers that docs/architecture.md draws are those that `make lint` checks."""

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
