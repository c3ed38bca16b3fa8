"""Where the page is served."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from voice_gateway.console.access import is_loopback


@dataclass(frozen=True)
class Link:
    url: str
    for_others: str
    token: str | None

    @property
    def reachable(self) -> bool:
        return not is_loopback(urlsplit(self.for_others).hostname or "")

    @property
    def whole(self) -> str:
        return f"{self.for_others}/?token={self.token}" if self.token else self.for_others
