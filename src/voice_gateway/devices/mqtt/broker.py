"""The line to an MQTT broker: who to call, what goes out, what comes in, and why it cannot be reached."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import uuid
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.lasting import NeverSent, Refused
from voice_gateway.tasks import end

if TYPE_CHECKING:
    import aiomqtt

    from voice_gateway.devices.mqtt.announced import Message

_PORTS = {"mqtt": 1883, "mqtts": 8883}
_OPENING = 4.0
_ANSWERING = 3.0
_KEEPALIVE = 10
_MARKED = 1.0
"""Seconds to wait for a message to ourselves; a broker may keep it, and then the wait is over."""
_TOGETHER = 100
"""Topics that are subscribed to with one message."""
_PROMPTLY = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""Commands are small, and waiting for more to send with them would be heard."""
_LARGEST, _LARGEST_LIST = 256_000, 16_000_000
"""Bytes of a message that is still read; a list of all devices may be long."""
_NOT_LET_IN = frozenset({4, 5, 134, 135})
Hear = Callable[[str, str], None]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is, and as whom to come. The password is never shown."""

    url: str
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    authority: Path | None = None
    """A file with the certificate that the broker's is signed by, where this machine does not know it."""


class Broker:
    """An open connection to a broker."""

    def __init__(self, client: aiomqtt.Client, hear: Hear) -> None:
        self._client = client
        self._hear = hear
        self._marker = f"voice_gateway/{uuid.uuid4().hex}"
        self._marked = asyncio.Event()
        self._reader = asyncio.create_task(self._read())
        self.versions = "MQTT broker"

    async def publish(self, message: Message) -> None:
        """Hand it to the broker. Raises NeverSent when nothing has left, else ConnectionLost."""
        from aiomqtt import MqttCodeError, MqttError

        try:
            await self._client.publish(
                message.topic, message.payload, qos=1, retain=message.retain, timeout=_ANSWERING
            )
        except MqttCodeError as error:
            raise NeverSent("the connection was closed") from error
        except (MqttError, ValueError) as error:
            raise ConnectionLost("the broker did not take it") from error

    async def listen(self, topics: Iterable[str]) -> None:
        """From now on, hear these; returns when what was retained there has come."""
        wanted = sorted(topics)
        with _in_words():
            for start in range(0, len(wanted), _TOGETHER):
                await self._client.subscribe([(topic, 0) for topic in wanted[start : start + _TOGETHER]])
            self._marked.clear()
            await self._client.subscribe(self._marker)
            # It comes after all that was retained.
            await self._client.publish(self._marker, "", qos=0)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_MARKED):
                await self._marked.wait()

    async def ignore(self, topics: Iterable[str]) -> None:
        """Hear these no more."""
        with _in_words():
            if wanted := sorted(topics):
                await self._client.unsubscribe(wanted)

    async def ended(self) -> None:
        await asyncio.wait([self._reader])

    async def close(self) -> None:
        await end(self._reader)

    async def _read(self) -> None:
        from aiomqtt import MqttError

        with contextlib.suppress(MqttError):
            async for message in self._client.messages:
                topic, payload = message.topic.value, message.payload
                if topic == self._marker:
                    self._marked.set()
                elif isinstance(payload, bytes | bytearray):
                    self._take(topic, bytes(payload))

    def _take(self, topic: str, payload: bytes) -> None:
        limit = _LARGEST_LIST if topic.endswith(("/bridge/devices", "/bridge/groups")) else _LARGEST
        if len(payload) > limit:
            log.warning("A message of %d bytes on %s was not read", len(payload), topic)
            return
        try:
            self._hear(topic, payload.decode(errors="replace"))
        except Exception:  # one message that nobody foresaw must not end the connection
            log.exception("A message on %s was not understood", topic)


@contextlib.contextmanager
def _in_words() -> Any:
    from aiomqtt import MqttError

    try:
        yield
    except MqttError as error:
        raise ConnectionLost("the connection was closed") from error


@contextlib.asynccontextmanager
async def connect(address: Address, hear: Hear) -> AsyncIterator[Broker]:
    """Open a connection. Raises ConnectionLost with the reason."""
    from aiomqtt import Client, MqttError

    host, port, tls = _parts(address.url)
    try:
        context = await asyncio.to_thread(_trust, address.authority) if tls else None
        await _knock(host, port, context)
        client = Client(
            host,
            port,
            username=address.username,
            password=address.password,
            identifier=f"voice-gateway-{uuid.uuid4().hex[:12]}",
            tls_context=context,
            timeout=_OPENING,
            keepalive=_KEEPALIVE,
            socket_options=_PROMPTLY,
        )
        await _enter(client)
    except (MqttError, OSError, TimeoutError) as error:
        raise _reason(error) from error
    broker = Broker(client, hear)
    try:
        yield broker
    finally:
        await broker.close()
        with contextlib.suppress(Exception):  # what is already over cannot be ended well
            await client.__aexit__(None, None, None)


async def _enter(client: aiomqtt.Client) -> None:
    client.pending_calls_threshold = 1000
    try:
        await client.__aenter__()
    except BaseException:
        # The library leaves the line open where it was not let in.
        client._client.disconnect()
        raise


def _parts(url: str) -> tuple[str, int, bool]:
    wrong = ConnectionLost(f"{url} is not an address such as mqtt://homeassistant.local:1883")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise wrong from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise wrong
    return parts.hostname, port or _PORTS[parts.scheme], parts.scheme == "mqtts"


def _trust(authority: Path | None) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authority) if authority else None)


async def _knock(host: str, port: int, context: ssl.SSLContext | None) -> None:
    """Look whether anybody is there: the library passes on a text of what went wrong, not what it was."""
    async with asyncio.timeout(_OPENING):
        _, writer = await asyncio.open_connection(host, port, ssl=context)
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def _reason(error: Exception) -> ConnectionLost:  # noqa: PLR0911 (one return for each case)
    code = getattr(error, "rc", None)
    if getattr(code, "value", code) in _NOT_LET_IN:
        return Refused(
            "it does not accept the user name and password (home.mqtt_username, home.mqtt_password)"
        )
    match error:
        case ssl.SSLCertVerificationError():
            return ConnectionLost("its certificate is not trusted by this machine (home.mqtt_authority)")
        case ssl.SSLError():
            return ConnectionLost("it does not speak TLS there")
        case FileNotFoundError():
            return ConnectionLost("the file of home.mqtt_authority is not there")
        case TimeoutError():
            return ConnectionLost("it does not answer")
        case socket.gaierror():
            return ConnectionLost("no machine of that name is known here")
        case OSError():
            return ConnectionLost("nothing answers there")
    return ConnectionLost("what answers there is not an MQTT broker")
