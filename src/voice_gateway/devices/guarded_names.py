"""The entries of the guard that name devices, held against the devices that there are.

A name can be mistyped, and a device can go or be called something else. Neither may quietly end the guarding.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

from voice_gateway.devices.caution import HEAT
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.words import roots
from voice_gateway.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

_NEAR = 50
_MOST = 3

log = logging.getLogger(__name__)


class GuardedNames:
    """Knows which kinds stay guarded for a device that was guarded by name and is not there now.

    What each name stood for is kept in `memory`, so that it is known at the next start, too.
    """

    def __init__(self, names: Iterable[str], registry: Registry, memory: Path | None = None) -> None:
        self._names = tuple(names)
        self._registry = registry
        self._memory = memory
        self._stood_for = _read(memory)
        self._told: set[str] = set()
        self._revision = -1
        self._kinds: frozenset[Kind] = frozenset()
        self._unknown: tuple[str, ...] = ()

    def check(self) -> None:
        """Raises `SettingsError` for a name that stands for nothing here, and never did."""
        self._look()
        if self._unknown and len(self._registry):
            name = self._unknown[0]
            near = _nearest(name, self._registry.all())
            raise SettingsError(
                f"“{name}” is to be guarded, but it is no kind of device and no device of this home.",
                fix=f"Did you mean {' or '.join(f'“{one}”' for one in near)}?" if near else _KINDS,
            )

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of the devices that are gone; all that are guarded by default for a name nobody knows."""
        self._look()
        return self._kinds

    @property
    def puzzled(self) -> bool:
        """Whether there is a name that nobody can explain."""
        self._look()
        return bool(self._unknown)

    def _look(self) -> None:
        if self._revision == self._registry.revision:
            return
        self._revision = self._registry.revision
        gone: set[Kind] = set()
        unknown: list[str] = []
        before = dict(self._stood_for)
        for name in self._names:
            found = {device.kind for device in self._registry.all() if _is_called(device, name)}
            if found:
                self._stood_for[name] = sorted(found)
                self._told.discard(name)
            elif name in self._stood_for:
                gone |= {Kind(kind) for kind in self._stood_for[name]}
                self._tell(name, f"every {' and '.join(self._stood_for[name])} is guarded until it is back")
            else:
                unknown.append(name)
                self._tell(name, "it was never seen; whatever is guarded by default is guarded")
        self._kinds, self._unknown = frozenset(gone), tuple(unknown)
        if self._stood_for != before:
            self._keep()

    def _tell(self, name: str, meaning: str) -> None:
        if name not in self._told and len(self._registry):
            self._told.add(name)
            log.warning("“%s” is to be guarded and is not there: %s.", name, meaning)

    def _keep(self) -> None:
        if self._memory is None:
            return
        try:
            self._memory.parent.mkdir(parents=True, exist_ok=True)
            self._memory.write_text(json.dumps(self._stood_for), encoding="utf-8")
        except OSError as error:
            log.warning("What is guarded by name cannot be kept: %s", error)


_KINDS = f"Kinds are {', '.join([*Kind, HEAT])}."


def _is_called(device: Device, name: str) -> bool:
    return any(roots(called) == roots(name) for called in (device.name, *device.aliases))


def _read(memory: Path | None) -> dict[str, list[Kind]]:
    """What the names stood for when they were last seen; what cannot be read is as good as nothing."""
    try:
        kept = json.loads(memory.read_text(encoding="utf-8")) if memory else {}
        return {str(name): [Kind(kind) for kind in kinds] for name, kinds in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _nearest(name: str, devices: Iterable[Device]) -> list[str]:
    from rapidfuzz import fuzz, process, utils

    known = [*Kind, HEAT, *(device.name for device in devices)]
    found = process.extract(
        name, known, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=_NEAR, limit=_MOST
    )
    return [str(choice) for choice, _, _ in found]
