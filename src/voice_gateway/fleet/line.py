"""What gateways of a home ask each other, by subject: JSON there and JSON back."""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from voice_gateway.fleet.errors import Unanswered

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

Table = Mapping[str, Any]
Answer = Callable[[dict[str, Any]], Awaitable[Table | None]]
"""Answers a request; None where another may answer."""

log = logging.getLogger(__name__)


class NobodyThere(Unanswered):
    """Nobody takes such requests now, so that nothing has left."""


class Line:
    """The subjects of one home."""

    def __init__(self, client: "Client", home: str) -> None:
        self._client = client
        self._home = home

    async def ask(self, what: str, told: Table, seconds: float) -> dict[str, Any]:
        """The first answer. Raises `NobodyThere`, or `Unanswered` when none came in time."""
        from nats.errors import Error, NoRespondersError

        try:
            reply = await self._client.request(self._subject(what), json.dumps(told).encode(), seconds)
        except NoRespondersError:
            raise NobodyThere(f"No gateway takes “{what}” for {self._home} now.") from None
        except (Error, TimeoutError, OSError) as error:
            raise Unanswered(f"No answer came to “{what}”: {error or type(error).__name__}.") from error
        read: dict[str, Any] = json.loads(reply.data)
        return read

    async def tell(self, what: str, told: Table | None = None) -> None:
        """Everybody who listens now; who does not is not waited for."""
        from nats.errors import Error

        try:
            await self._client.publish(self._subject(what), json.dumps(told or {}).encode())
        except (Error, OSError) as error:
            log.debug("“%s” was not told: %s", what, error)

    async def answering(self, what: str, answer: Answer, *, shared: bool = False) -> "Subscription":
        """Answer such requests until it is unsubscribed; each at one gateway only when they are shared."""

        async def take(message: "Msg") -> None:
            try:
                told = await answer(json.loads(message.data or b"{}"))
            except Exception:
                log.exception("“%s” could not be answered.", what)
                return
            if told is not None and message.reply:
                await message.respond(json.dumps(told, default=str).encode())

        return await self._client.subscribe(
            self._subject(what), queue="gateways" if shared else "", cb=self._apart(take)
        )

    def _apart(self, take: Callable[["Msg"], Awaitable[None]]) -> Callable[["Msg"], Awaitable[None]]:
        """Each request in a task of its own: one that takes its time keeps no other waiting."""
        import asyncio

        running: set[asyncio.Task[None]] = set()

        async def begin(message: "Msg") -> None:
            task = asyncio.ensure_future(take(message))
            running.add(task)
            task.add_done_callback(running.discard)

        return begin

    async def stop(self, subscriptions: "list[Subscription]") -> None:
        """Take no more of these; a line that is broken takes none anyway."""
        from nats.errors import Error

        while subscriptions:
            with suppress(Error):
                await subscriptions.pop().unsubscribe()

    def _subject(self, what: str) -> str:
        return f"vg.{self._home}.{what}"
