"""A Home Assistant that is followed: connected, read, and read again when it says that something changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant.connection import Connection, RequestFailed, connect
from voice_gateway.devices.home_assistant.registries import UPDATES, read_exposed, read_registries
from voice_gateway.devices.home_assistant.states import take_event
from voice_gateway.devices.home_assistant.view import View
from voice_gateway.devices.lasting import Lasting
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.registries import Registries
    from voice_gateway.devices.home_assistant.states import States

_GATHERING = 0.1
"""Seconds in which changes are gathered before the registries are read again: they come in bunches."""
_LOOKING_AGAIN, _WHILE_STARTING = 30.0, 1.0
"""Seconds after which is asked what no event tells: what is exposed without being registered, and whether
Home Assistant has finished starting."""
_BEGINNING = 30.0

log = logging.getLogger(__name__)


class House:
    """Follows one Home Assistant. After `start` it heals by itself until `close`; while the connection is
    down, `view` stays as it was."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.view = View()
        self.line = Lasting(lambda: self._open(token))
        self._stale = asyncio.Event()

    async def start(self) -> None:
        """Connect. Returns when the entities are known, or soon after when they cannot be reached yet."""
        await self.line.start()

    async def close(self) -> None:
        await self.line.close()

    @contextlib.asynccontextmanager
    async def _open(self, token: str) -> AsyncIterator[Connection]:
        async with connect(self.url, token) as connection:
            registries = await self._begin(connection)
            following = asyncio.create_task(self._follow(connection, registries))
            try:
                yield connection
            finally:
                await end(following)

    async def _begin(self, connection: Connection) -> Registries:
        """Listen and read at once, so that what changes meanwhile is not missed."""
        states: States = {}
        told, complete = asyncio.Event(), False

        def hear_states(event: dict[str, Any]) -> None:
            if not complete:
                take_event(states, event)
                told.set()
            elif self.view.take_event(event):
                self._stale.set()

        def hear_update(_: dict[str, Any]) -> None:
            self._stale.set()

        self._stale.clear()
        updates = (connection.subscribe("subscribe_events", hear_update, event_type=name) for name in UPDATES)
        try:
            async with asyncio.timeout(_BEGINNING):
                _, _, registries = await asyncio.gather(
                    connection.subscribe("subscribe_entities", hear_states),
                    asyncio.gather(*updates),
                    read_registries(connection),
                )
                await told.wait()
        except RequestFailed as error:
            raise ConnectionLost(f"it does not tell what is in it ({error.code})") from error
        except TimeoutError as error:
            raise ConnectionLost("it does not tell its states") from error
        complete = True
        self.view.replace(states, registries)
        return registries

    async def _follow(self, connection: Connection, registries: Registries) -> None:
        """Read again whatever has changed, for as long as the connection lasts."""
        while True:
            running = registries.config.running
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOKING_AGAIN if running else _WHILE_STARTING):
                    await self._stale.wait()
            try:
                if self._stale.is_set():
                    await asyncio.sleep(_GATHERING)
                elif running and await read_exposed(connection) in (None, registries.exposed):
                    continue
                self._stale.clear()
                registries = await read_registries(connection)
                self.view.take_registries(registries)
            except ConnectionLost as error:
                log.info("Home Assistant could not be read again: %s", error.message)
            except Exception:  # what was not understood now may be later, and states still come
                log.exception("Home Assistant's registries were not understood")
