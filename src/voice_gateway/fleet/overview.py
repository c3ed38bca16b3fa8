"""The fleet as one sees it from outside: homes, who owns each, which gateways serve it, and their lag."""

import asyncio
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.household import KEPT
from voice_gateway.fleet.lease import KEY

if TYPE_CHECKING:
    from nats.aio.client import Client

_PREFIX = "KV_vg_"


@dataclass(frozen=True)
class GatewaySeen:
    name: str
    version: str
    up: float
    """Seconds since it began."""

    turns: int
    owns: bool
    behind: int
    """Writes of what is kept that it has not seen yet."""


@dataclass(frozen=True)
class HomeSeen:
    name: str
    owner: str
    """Empty while nobody has it."""

    gateways: tuple[GatewaySeen, ...]
    messages: int
    bytes: int
    leader: str
    lag: int
    """By how many messages the slowest of its servers is behind."""


async def look_at(client: "Client") -> list[HomeSeen]:
    """All homes that these credentials may see. Raises `Unanswered`."""
    from nats.errors import Error

    homes: list[HomeSeen] = []
    while True:
        wanted = json.dumps({"offset": len(homes), "subject": "$KV.>"}).encode()
        try:
            reply = json.loads((await client.request("$JS.API.STREAM.LIST", wanted, timeout=5)).data)
        except (Error, TimeoutError, OSError) as error:
            raise Unanswered(f"NATS does not list its homes: {error or type(error).__name__}.") from error
        streams = reply.get("streams") or []
        homes += await asyncio.gather(*(_home(client, told) for told in streams))
        if not streams or len(homes) >= reply["total"]:
            return sorted((home for home in homes if home.name), key=lambda home: home.name)


async def _home(client: "Client", told: dict[str, Any]) -> HomeSeen:
    stream = str(told["config"]["name"])
    name = stream.removeprefix(_PREFIX) if stream.startswith(_PREFIX) else ""
    cluster = told.get("cluster") or {}
    lag = max((int(one.get("lag", 0)) for one in cluster.get("replicas") or ()), default=0)
    state = told["state"]
    owner, gateways = ("", ()) if not name else await _people(Bucket(client, name))
    return HomeSeen(name, owner, gateways, state["messages"], state["bytes"], cluster.get("leader", ""), lag)


async def _people(bucket: Bucket) -> tuple[str, tuple[GatewaySeen, ...]]:
    lease = await bucket.get(KEY)
    last = await bucket.get(f"{KEPT}.>")
    owner = str(json.loads(lease.value)["gateway"]) if lease and lease.value else ""
    seen = []
    for key in await bucket.keys("gateway.*"):
        held = await bucket.get(key)
        if held and held.value:
            told = json.loads(held.value)
            name = key.removeprefix("gateway.")
            behind = max(0, (last.sequence if last else 0) - int(told.get("seen", 0)))
            up = time.time() + bucket.ahead - told["since"]
            seen.append(GatewaySeen(name, told["version"], up, told["turns"], name == owner, behind))
    return owner, tuple(seen)
