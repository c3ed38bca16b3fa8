"""Which addresses the browser may open: http and https, on the public internet or on the owner's own list."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, unquote, urlsplit

from voice_gateway.browser.ip_ranges import Address, is_public, parsed, unwrapped
from voice_gateway.browser.refusal import AddressRefused
from voice_gateway.errors import SettingsError

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a name."""

_PORTS = {"http": 80, "https": 443}
_DOTS = str.maketrans({"。": ".", "．": ".", "｡": "."})


@dataclass(frozen=True)
class Destination:
    """Where a URL leads: a name and its port."""

    host: str
    port: int


@dataclass(frozen=True)
class Allowed:
    """One entry of the list: a name, an address or a network, perhaps on one port only."""

    name: str | None
    network: IPv4Network | IPv6Network | None
    port: int | None

    @classmethod
    def read(cls, entry: str) -> "Allowed":
        """`wiki.lan`, `192.168.1.20:8080`, `10.0.0.0/24`, `[fd00::5]:80` or `fd00::/8`."""
        text, port = entry.strip().lower(), None
        head, colon, tail = text.rpartition(":")
        if colon and tail.isdecimal() and (head.count(":") == 0 or head.endswith("]")):
            text, port = head, int(tail)
        text = text.removeprefix("[").removesuffix("]").rstrip(".")
        try:
            return cls(None, ip_network(text, strict=False), port)
        except ValueError:
            if not text or any(sign in text for sign in "/:@ "):
                raise SettingsError(
                    f"“{entry}” in search.allowed_hosts is not a host.",
                    fix="Write a name, an address or a network, such as wiki.lan or 192.168.1.0/24.",
                ) from None
            return cls(text, None, port)

    def covers(self, destination: Destination, address: Address) -> bool:
        if self.port is not None and self.port != destination.port:
            return False
        if self.network is not None:
            plain = unwrapped(address)
            return plain.version == self.network.version and plain in self.network
        return destination.host == self.name


async def ask_system(host: str, port: int) -> Sequence[str]:
    """What this machine's resolver says."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class AddressPolicy:
    """Decides about every address before a connection is made to it."""

    def __init__(self, allowed: Sequence[str] = (), resolve: Resolve = ask_system) -> None:
        self._allowed = [Allowed.read(entry) for entry in allowed]
        self._resolve = resolve

    def destination(self, url: str) -> Destination:
        """Where a URL leads; `AddressRefused` when it is no plain address of the web."""
        if any(sign.isspace() or not sign.isprintable() or sign == "\\" for sign in url):
            raise AddressRefused("an address may not contain spaces, control characters or backslashes")
        try:
            parts: SplitResult = urlsplit(url)
            port = parts.port
        except ValueError:
            raise AddressRefused("that is not an address") from None
        if parts.scheme not in _PORTS:
            raise AddressRefused(f"only http and https are opened, not {parts.scheme or 'this'}")
        if "@" in parts.netloc:
            raise AddressRefused("an address may not contain a user name")
        host = canonical(parts.hostname or "")
        return Destination(host, _PORTS[parts.scheme] if port is None else port)

    async def addresses(self, destination: Destination) -> list[str]:
        """The IP addresses that may be connected to; `AddressRefused` unless every one of them is fine.

        A name with one public and one private address is refused: which one is dialled is its owner's choice.
        """
        host, port = destination.host, destination.port
        try:
            literal = parsed(host)
            found = [str(literal)] if literal else list(dict.fromkeys(await self._resolve(host, port)))
            checked = [ip_address(text.partition("%")[0]) for text in found]
        except (OSError, UnicodeError, ValueError):
            raise AddressRefused(f"{host} is not known") from None
        if not checked:
            raise AddressRefused(f"{host} is not known")
        for address in checked:
            if not (is_public(address) or any(entry.covers(destination, address) for entry in self._allowed)):
                raise AddressRefused(f"{host} is not on the public internet")
        return [str(address) for address in checked]

    async def check(self, url: str) -> None:
        """Raise `AddressRefused` unless the URL may be opened."""
        await self.addresses(self.destination(url))


def canonical(host: str) -> str:
    """A host as it is looked up: lower case, ASCII, without a last dot; `AddressRefused` when it is none."""
    text = unquote(host).translate(_DOTS).rstrip(".")
    try:
        if ":" not in text and not text.isascii():
            text = text.encode("idna").decode("ascii")
    except UnicodeError:
        raise AddressRefused(f"{host} is not a host") from None
    if not text or not all(sign.isalnum() or sign in ".-_:" for sign in text) or not text.isascii():
        raise AddressRefused("that is not a host")
    return text.lower()
