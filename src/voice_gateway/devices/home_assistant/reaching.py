"""Where a Home Assistant is, and in plain words why it cannot be reached."""

from __future__ import annotations

import socket
import ssl
from urllib.parse import urlsplit, urlunsplit

from voice_gateway.devices.wire import is_refused

_SOCKET = "/api/websocket"
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


def socket_address(url: str) -> str:
    """The address of its WebSocket from the address of its page. Raises ValueError."""
    parts = urlsplit(url.strip())
    # Asking for the port is what finds out that it is no number.
    if parts.scheme not in _SCHEMES or not parts.hostname or parts.port == 0:
        raise ValueError(url)
    path = parts.path.rstrip("/").removesuffix(_SOCKET)
    return urlunsplit((_SCHEMES[parts.scheme], parts.netloc, path + _SOCKET, "", ""))


def reason(error: Exception, url: str) -> str:  # noqa: PLR0911 (one return for each case)
    """What a failed attempt to connect means to a person."""
    from websockets.exceptions import InvalidMessage, InvalidStatus

    match error:
        case ssl.SSLCertVerificationError():
            return "its certificate is not trusted by this machine"
        case ValueError():
            return f"{url} is not an address such as http://homeassistant.local:8123"
        case InvalidStatus():
            return _by_status(error.response.status_code)
        case InvalidMessage():
            return "what answers there is not Home Assistant"
        case TimeoutError():
            return "it does not answer"
        case socket.gaierror():
            return "no machine of that name is known here"
        case _:
            return "nothing answers there" if is_refused(error) else str(error) or type(error).__name__


def _by_status(status: int) -> str:
    if status == 403:
        return "it shuts this machine out, as it does after wrong tokens (see ip_bans.yaml there)"
    if status >= 500:
        return f"it is not ready (HTTP {status})"
    return f"what answers there is not Home Assistant (HTTP {status})"
