"""Finds Home Assistants and MQTT brokers in the local network by what they announce there (mDNS)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

_HOME_ASSISTANT = "_home-assistant._tcp.local."
_BROKERS = {"_mqtt._tcp.local.": "mqtt", "_secure-mqtt._tcp.local.": "mqtts", "_mqtts._tcp.local.": "mqtts"}
_ASKING = 1500
"""Milliseconds in which one of them says where it is."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that a home can be connected to."""

    what: str
    """ "Home Assistant" or "MQTT broker"."""
    name: str
    url: str


async def find_sources(seconds: float = 3.0, *, interfaces: list[str] | None = None) -> tuple[Found, ...]:
    """All that announce themselves within this time. Raises OSError where nothing can be heard."""
    from zeroconf import InterfaceChoice, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

    heard: dict[tuple[str, str], None] = {}

    def hear(service_type: str, name: str, state_change: ServiceStateChange, **_: object) -> None:
        if state_change is not ServiceStateChange.Removed:
            heard[service_type, name] = None

    network = AsyncZeroconf(interfaces=interfaces or InterfaceChoice.All)
    try:
        browser = AsyncServiceBrowser(network.zeroconf, [_HOME_ASSISTANT, *_BROKERS], handlers=[hear])
        await asyncio.sleep(seconds)
        await browser.async_cancel()
        found = await asyncio.gather(*(_asked(network, *one) for one in heard))
    finally:
        await network.async_close()
    return tuple(sorted({one for one in found if one}, key=lambda one: (one.what, one.name)))


async def _asked(network: AsyncZeroconf, service_type: str, name: str) -> Found | None:
    from zeroconf.asyncio import AsyncServiceInfo

    info = AsyncServiceInfo(service_type, name)
    if not await info.async_request(network.zeroconf, _ASKING):
        return None
    called = name.removesuffix(f".{service_type}")
    if service_type == _HOME_ASSISTANT:
        told = info.decoded_properties
        url = told.get("internal_url") or told.get("base_url") or _address(info, "http")
        return Found("Home Assistant", told.get("location_name") or called, url) if url else None
    broker = _address(info, _BROKERS[service_type])
    return Found("MQTT broker", called, broker) if broker else None


def _address(info: AsyncServiceInfo, scheme: str) -> str | None:
    """An address rather than a name: not every machine can look up names that end in .local."""
    hosts = info.parsed_scoped_addresses()
    plain = next((host for host in hosts if ":" not in host), None)
    host = plain or next((f"[{host}]" for host in hosts), None)
    return f"{scheme}://{host}:{info.port}" if host and info.port else None
