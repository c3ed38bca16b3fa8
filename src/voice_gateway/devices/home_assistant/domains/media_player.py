"""Players: what plays, how loud, and from where."""

from __future__ import annotations

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Deed,
    Domain,
    Portrait,
    Units,
    abilities,
    offered,
    percent,
    value,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

_FEATURES = {
    1: Ability.PAUSE, 4: Ability.VOLUME, 8: Ability.MUTE, 16: Ability.PREVIOUS, 32: Ability.NEXT,
    128: Ability.ON, 256: Ability.ON, 2048: Ability.SOURCE, 4096: Ability.STOP, 16384: Ability.PLAY,
}  # fmt: skip
_ASLEEP = frozenset({"off", "standby"})
_ACTS = {Act.NEXT: "media_next_track", Act.PREVIOUS: "media_previous_track"}
_ACTIVITIES = {"playing": "media_play", "paused": "media_pause"}


def _read(entity: Entity, units: Units) -> Portrait:
    now = value(entity)
    on = None if now is None else now not in _ASLEEP
    muted = entity.attribute("is_volume_muted")
    return Portrait(
        Kind.MEDIA_PLAYER,
        abilities(entity, _FEATURES),
        State(
            on=on,
            activity=now if on else None,
            volume=percent(entity.attribute("volume_level"), 1.0),
            muted=muted if isinstance(muted, bool) else None,
            source=word(entity, "source"),
            playing=word(entity, "media_title") if now == "playing" else None,
        ),
        choices=Choices(sources=offered(entity, "source_list")),
    )


def _write(entity: Entity, change: Change, units: Units) -> Deed:
    if change.act is Act.STOP:
        stopped = Call("media_player", "media_stop")
        return Deed((stopped,), shows=lambda now: now.state.value not in ("playing", "buffering"))
    if change.act is not None:
        return Deed((Call("media_player", _ACTS[change.act]),))
    to, calls = change.to, []
    if to.on is not None:
        calls.append(Call("media_player", "turn_on" if to.on else "turn_off"))
    if to.source is not None:
        calls.append(Call("media_player", "select_source", {"source": to.source}))
    if to.volume is not None:
        calls.append(Call("media_player", "volume_set", {"volume_level": to.volume / 100}))
    if to.muted is not None:
        calls.append(Call("media_player", "volume_mute", {"is_volume_muted": to.muted}))
    if to.activity is not None:
        calls.append(Call("media_player", _ACTIVITIES[to.activity]))
    return Deed(tuple(calls), change)


MEDIA_PLAYER = Domain(_read, _write)
