"""Many gateways as one: a home is served by several of them, over NATS with JetStream.

Nothing here is imported unless `fleet.nats_url` is set. `Member` is one gateway's part in one home.
"""

from voice_gateway.fleet.member import Member, open_member

__all__ = ["Member", "open_member"]
