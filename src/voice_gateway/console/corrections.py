"""What a person says about an answer, as a test that `voice-gateway eval home` can run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from voice_gateway.console.history import KeptTurn
from voice_gateway.devices import Device
from voice_gateway.settings import data_dir
from voice_gateway.settings.write import write_private

NOTHING = "nothing"
"""What should have happened, where nothing should have."""


def corrections_file() -> Path:
    return data_dir() / "corrections.toml"


def write_down(turn: KeptTurn, devices: Sequence[Device], earlier: Sequence[str]) -> None:
    """Add a test to the file, which begins with the home as it is now.

    Words cannot be judged by a program: such a test is skipped until a person has written the states of
    `after`. That nothing should have happened is a test as it stands.
    """
    import tomlkit

    path = corrections_file()
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    if "device" not in document:
        document.add("device", _tables([_device(one) for one in devices]))
        document.add("test", tomlkit.aot())
    test: dict[str, Any] = {"say": [turn.sentence], "note": f"answered: {turn.answer}"}
    if earlier:
        test["earlier"] = list(earlier)
    if turn.wanted.strip().casefold() != NOTHING:
        test["skip"] = f"write what must be so after it: {turn.wanted}"
    document["test"].append(_table(test))
    write_private(path, tomlkit.dumps(document))


def _device(device: Device) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": device.id, "name": device.name, "room": device.room, "floor": device.floor,
        "kind": device.kind.value, "aliases": list(device.aliases), "modes": list(device.modes),
        "state": device.state.as_table(),
    }  # fmt: skip
    return {key: value for key, value in told.items() if value not in ("", [], {})}


def _tables(values: Sequence[Mapping[str, Any]]) -> Any:
    import tomlkit

    made = tomlkit.aot()
    for value in values:
        made.append(_table(value))
    return made


def _table(value: Mapping[str, Any]) -> Any:
    import tomlkit

    made = tomlkit.table()
    for key, one in value.items():
        if isinstance(one, dict):
            inline = tomlkit.inline_table()
            inline.update(one)
            made.add(key, inline)
        else:
            made.add(key, one)
    return made
