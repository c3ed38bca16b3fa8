"""What a gateway of one home finds of another: nothing."""

from typing import TYPE_CHECKING, Any

import pytest

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.line import Line, NobodyThere

if TYPE_CHECKING:
    from nats.aio.client import Client


async def are_apart(ours: "Client", theirs: "Client", their_home: str) -> None:
    """What is kept in the other home is not read, and what is asked of it does not arrive."""
    bucket = Bucket(theirs, their_home)
    await bucket.open()
    await bucket.put("kept.lists.tbWlsaw", b"their list")
    asked: list[dict[str, Any]] = []

    async def take(told: dict[str, Any]) -> dict[str, Any]:
        asked.append(told)
        return {}

    await Line(theirs, their_home).answering("turn", take)
    await theirs.flush()
    assert await Bucket(ours, their_home).get("kept.>") is None
    with pytest.raises(NobodyThere):
        await Line(ours, their_home).ask("turn", {"text": "unlock the door"}, 1)
    assert not asked
    assert await bucket.get("kept.>")
