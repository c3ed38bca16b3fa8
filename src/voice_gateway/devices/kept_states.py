"""The states of a simulated home in a file: they outlive the program, and all programs share them."""

from __future__ import annotations

import json
import logging
import zlib
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.data import Item
from voice_gateway.devices.errors import HomeFileError
from voice_gateway.devices.state import State, state_from_table
from voice_gateway.errors import SettingsError
from voice_gateway.settings import data_dir
from voice_gateway.settings.write import write_private

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)


class KeptStates:
    """What devices were changed to since their home file was written."""

    def __init__(self, path: Path, written_by_hand: Path | None = None) -> None:
        self._path = path
        self._by_hand = written_by_hand
        self._seen: int | None = None

    @property
    def is_news(self) -> bool:
        """Whether somebody else has written since the last look, which costs next to nothing to see."""
        return _changed(self._path) != self._seen

    def news(self) -> tuple[dict[str, State], dict[str, list[Item]]]:
        """Every state and list that was kept, when the file has changed since the last look; else nothing."""
        if (changed := _changed(self._path)) == self._seen:
            return {}, {}
        self._seen = changed
        # Whoever has edited the home file since wants to have what it says.
        if changed is None or (self._by_hand and (_changed(self._by_hand) or 0) > changed):
            return {}, {}
        known = self._read()
        try:
            states = {name: state_from_table(table) for name, table in known["states"].items()}
            items = {name: [Item(**one) for one in told] for name, told in known["items"].items()}
        except (HomeFileError, TypeError, AttributeError) as error:
            log.warning("%s cannot be read and is not used: %s", self._path, error)
            return {}, {}
        return states, items

    def keep(self, device_id: str, state: State, items: list[Item] | None) -> None:
        """Beside what others have kept meanwhile."""
        known = self._read()
        known["states"][device_id] = state.as_table()
        if items is not None:
            known["items"][device_id] = [{"text": one.text, "done": one.done} for one in items]
        try:
            write_private(self._path, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
        except SettingsError as error:
            log.warning("The simulated home is not kept: %s", error.message)
        self._seen = _changed(self._path)

    def _read(self) -> dict[str, Any]:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            return {"states": dict(known["states"]), "items": dict(known["items"])}
        except (OSError, ValueError, KeyError, TypeError):
            return {"states": {}, "items": {}}


def kept_states(home_file: Path | None) -> KeptStates:
    """Those of this home file, or of the home that is shipped."""
    if home_file is None:
        return KeptStates(data_dir() / "simulated-homes" / "shipped.json")
    name = f"{home_file.stem}-{zlib.crc32(str(home_file.resolve()).encode()):08x}.json"
    return KeptStates(data_dir() / "simulated-homes" / name, home_file)


def _changed(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None
