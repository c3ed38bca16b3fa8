"""The head of an HTTP message, as far as a proxy must understand it."""

import asyncio
from dataclasses import dataclass
from urllib.parse import urlsplit

_HOP = ("connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate")
"""Fields that are meant for the next hop and not for the far end."""

_LARGEST_BODY = 1024 * 1024


@dataclass(frozen=True)
class Head:
    """A start line and its fields."""

    start: str
    fields: tuple[tuple[str, str], ...]

    @property
    def method(self) -> str:
        return self.start.split(" ", 1)[0]

    @property
    def target(self) -> str:
        return self.start.split(" ")[1]

    @property
    def interim(self) -> bool:
        """An answer that only says that the answer is to come."""
        status = self.start.split(" ")[1]
        return status.startswith("1") and status != "101"

    @property
    def length(self) -> int:
        """Bytes of the body that follows a request; `ValueError` when that cannot be told, or is too much."""
        lengths = {value for name, value in self.fields if name.lower() == "content-length"}
        chunked = any(name.lower() == "transfer-encoding" for name, _ in self.fields)
        if chunked or len(lengths) > 1:
            raise ValueError("a body of unknown length")
        length = int(lengths.pop()) if lengths else 0
        if not 0 <= length <= _LARGEST_BODY:
            raise ValueError("too large a body")
        return length

    def for_origin(self) -> bytes:
        """A request to a proxy, as the far end wants it."""
        method, target, version = self.start.split(" ")
        parts = urlsplit(target)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        fields = [(name, value) for name, value in self.fields if name.lower() != "host"]
        return _written(f"{method} {path} {version}", (("Host", parts.netloc), *fields))

    def closing(self) -> bytes:
        """An answer, after which the connection ends."""
        return _written(self.start, self.fields)


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """The next head; None when the other side has nothing more to say."""
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise
        return None
    except asyncio.LimitOverrunError:
        raise ValueError("too long a head") from None
    start, *lines = raw.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    if start.count(" ") < 2 and not start.startswith("HTTP/"):
        raise ValueError("not a request")
    if start.count(" ") < 1 or any(":" not in line or line[0] in " \t" for line in lines):
        raise ValueError("not a head")
    return Head(
        start, tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in lines))
    )


def _written(start: str, fields: tuple[tuple[str, str], ...]) -> bytes:
    kept = [f"{name}: {value}" for name, value in fields if name.lower() not in _HOP]
    return "\r\n".join([start, *kept, "Connection: close", "", ""]).encode("latin-1")
