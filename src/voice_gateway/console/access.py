"""Who may come in: by the name they use for this machine, by where they come from, and by a token."""

import hashlib
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from voice_gateway.errors import SettingsError
from voice_gateway.host_names import host_name, is_address
from voice_gateway.settings import Settings, data_dir

COOKIE = "voice_gateway"
_LOOPBACK_NAMES = frozenset({"localhost", "ip6-localhost"})


@dataclass(frozen=True)
class Access:
    """The rules in force. Without a token everyone who can reach the socket may come in."""

    token: str | None = None
    names: frozenset[str] = _LOOPBACK_NAMES
    """Names, other than plain addresses, by which this machine may be called."""

    seal: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    """What cookies are made with, beside the token: who guesses tokens cannot try them out as cookies."""

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this machine.

        A stranger's page can point a name of its own at this machine, but never a plain address: whoever
        uses an address, or a name from the list, has not been led here by a foreign name.
        """
        name = host_name(host)
        return name in self.names or is_address(name)

    def same_site(self, headers: Headers, *, navigating: bool) -> bool:
        """Whether a request comes from our own page, from a program, or from a typed address."""
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
            return False
        return navigating or headers.get("sec-fetch-site", "none") in ("none", "same-origin")

    def admits(self, headers: Headers) -> bool:
        """Whether no token is needed, or the request comes from a browser that has shown it before."""
        return self.token is None or any(_same(value, self.pass_) for value in _cookies(headers))

    def is_token(self, given: str) -> bool:
        return self.token is not None and _same(given, self.token)

    @cached_property
    def pass_(self) -> str:
        """What the cookie holds: made from the token, so that no browser stores the token itself."""
        return hmac.new(self.seal.encode(), (self.token or "").encode(), hashlib.sha256).hexdigest()


def bearer(headers: Headers) -> str | None:
    """The token that a program sends along; None when it sends none."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


def access_for(settings: Settings) -> Access:
    """The rules by the settings. On anything but loopback there is always a token."""
    chosen = settings.console
    token = chosen.token.get_secret_value() if chosen.token else None
    if token is None and not is_loopback(chosen.host):
        token = _kept(data_dir() / "console-token")
    own = socket.gethostname().lower()
    names = {*_LOOPBACK_NAMES, own, f"{own}.local", chosen.host.lower(), *map(str.lower, chosen.hosts)}
    if token is None:
        return Access(names=frozenset(names))
    try:
        return Access(token, frozenset(names), _kept(data_dir() / "console-seal"))
    except SettingsError:
        # Browsers must show the token again after every start.
        return Access(token, frozenset(names))


def is_loopback(host: str) -> bool:
    name = host_name(host)
    return name in _LOOPBACK_NAMES or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def _kept(path: Path) -> str:
    """A secret of our own making, the same at every start."""
    try:
        if path.exists() and len(known := path.read_text().strip()) >= 12:
            return known
        path.parent.mkdir(parents=True, exist_ok=True)
        token = secrets.token_urlsafe(24)
        path.touch(mode=0o600)
        path.chmod(0o600)
        path.write_text(token + "\n")
    except OSError as error:
        fix = "Set one with VOICE_GATEWAY_CONSOLE_TOKEN."
        raise SettingsError(f"A token is needed, but {path} cannot be used: {error}.", fix=fix) from None
    return token


def _cookies(headers: Headers) -> Iterable[str]:
    for header in headers.getlist("cookie"):
        try:
            if found := SimpleCookie(header).get(COOKIE):
                yield found.value
        except CookieError:
            continue


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())
