"""What announces itself in the network is found; here the network is this machine."""

from collections.abc import AsyncIterator
from socket import inet_aton

import pytest
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from voice_gateway.devices.finding import Found, find_sources

HERE = ["127.0.0.1"]


def service(kind: str, name: str, port: int, **told: str) -> ServiceInfo:
    where = f"_{kind}._tcp.local."
    return ServiceInfo(
        where,
        f"{name}.{where}",
        port=port,
        addresses=[inet_aton(HERE[0])],
        properties=told,
        server="x.local.",
    )


@pytest.fixture
async def announced() -> AsyncIterator[None]:
    network = AsyncZeroconf(interfaces=HERE)
    for one in (
        service(
            "home-assistant", "Home", 8123, location_name="Our House", internal_url="http://10.0.0.9:8123"
        ),
        service("home-assistant", "Hut", 8124, base_url=""),
        service("mqtt", "Mosquitto", 1883),
        service("secure-mqtt", "Safe", 8883),
        service("http", "Printer", 80),
    ):
        await (await network.async_register_service(one))
    yield
    await network.async_unregister_all_services()
    await network.async_close()


@pytest.mark.usefixtures("announced")
async def test_home_assistants_and_brokers_are_found_where_they_say_they_are() -> None:
    assert await find_sources(2, interfaces=HERE) == (
        Found("Home Assistant", "Hut", "http://127.0.0.1:8124"),
        Found("Home Assistant", "Our House", "http://10.0.0.9:8123"),
        Found("MQTT broker", "Mosquitto", "mqtt://127.0.0.1:1883"),
        Found("MQTT broker", "Safe", "mqtts://127.0.0.1:8883"),
    )


async def test_where_nothing_announces_itself_nothing_is_found() -> None:
    assert await find_sources(0.3, interfaces=HERE) == ()
