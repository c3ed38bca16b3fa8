"""Changes the settings file as a person would: in its place, with everything else left as it is."""

import os
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from voice_gateway.errors import SettingsError
from voice_gateway.settings.keys import Key, list_keys, types_of
from voice_gateway.settings.load import load_settings

Place = tuple[str, ...]
"""The tables that a value stands in, and its name: a part may have dots in it, as ids of devices do."""


def write_settings(path: Path, values: Mapping[Key, Any]) -> None:
    """Set these in the file, which need not exist yet; None takes one out. Raises SettingsError.

    What is written is read again before it is kept, so that no file is left that cannot be used.
    """
    _write(path, {tuple(key.split(".")): value for key, value in values.items()})


def write_device(path: Path, device_id: str, values: Mapping[str, Any]) -> None:
    """The same for what the household says of one device."""
    _write(path, {("home", "devices", device_id, name): value for name, value in values.items()})


def _write(path: Path, values: Mapping[Place, Any]) -> None:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise SettingsError(f"{path} cannot be changed: {error}.") from None
    for place, value in values.items():
        _set(document, place, value)
    changed = tomlkit.dumps(document)
    _check(path, changed)
    write_private(path, changed, mode=path.stat().st_mode & 0o777 if path.exists() else 0o600)


def value_from(key: Key, text: str) -> Any:
    """What a person has typed for this setting, as the file has it: numbers, truths and lists as such."""
    if key in list_keys():
        return [item for part in text.split(",") if (item := part.strip())]
    for kind, read in _TYPED.items():
        if kind in types_of(key):
            with suppress(KeyError, ValueError):
                return read(text)
    return text


_TYPED: dict[type, Callable[[str], Any]] = {
    bool: lambda text: {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[
        text.lower()
    ],
    int: int,
    float: float,
}


def _set(table: MutableMapping[str, Any], place: Place, value: Any) -> None:
    import tomlkit

    name, *further = place
    if not further:
        if value is None:
            table.pop(name, None)
        else:
            table[name] = value
        return
    if name not in table:
        if value is None:
            return
        # Tables that only hold tables need no line of their own.
        table[name] = tomlkit.table(is_super_table=len(further) > 1)
    _set(table[name], tuple(further), value)


def _check(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.try")
    write_private(beside, text)
    try:
        load_settings(file=beside, environment={})
    except SettingsError as error:
        raise SettingsError(error.message.replace(str(beside), str(path)), fix=error.fix) from None
    finally:
        beside.unlink()


def write_private(path: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a file whole or not at all, for its owner only unless another mode is given."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        with os.fdopen(
            os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(text)
        beside.chmod(mode)
        beside.replace(path.resolve())
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None
