"""A home belongs to one gateway at a time, and to another when that one is gone."""

import asyncio

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.lease import Lease
from voice_gateway.tasks import end


class Owner:
    """Writes down when the home became its own, and when it was no longer."""

    def __init__(self, bucket: Bucket, name: str, story: list[str]) -> None:
        self.lease = Lease(bucket, name, self._gained, self._lost)
        self._name = name
        self._story = story
        self.has_it = asyncio.Event()

    async def _gained(self) -> None:
        self._story.append(f"{self._name} has it")
        self.has_it.set()

    async def _lost(self) -> None:
        self._story.append(f"{self._name} has lost it")


async def test_s91_of_two_gateways_one_owns_the_home_and_the_other_when_it_is_given_back(
    bucket: Bucket,
) -> None:
    story: list[str] = []
    one, two = Owner(bucket, "one", story), Owner(bucket, "two", story)
    await one.lease.start()
    await two.lease.start()
    assert story == ["one has it"]
    assert two.lease.owner == "one"
    await one.lease.close()
    await two.has_it.wait()
    assert story == ["one has it", "one has lost it", "two has it"]
    await two.lease.close()


async def test_s91_a_lease_that_is_not_renewed_goes_to_another_and_is_found_to_be_lost(
    bucket: Bucket,
) -> None:
    story: list[str] = []
    one, two = Owner(bucket, "one", story), Owner(bucket, "two", story)
    await one.lease.start()
    await end(*one.lease._tasks)  # it is dead: nothing is renewed, nothing is given back
    await two.lease.start()
    await two.has_it.wait()
    assert not one.lease.held
    await one.lease._round()
    await one.lease._settle()
    assert story == ["one has it", "two has it", "one has lost it"]
    await two.lease.close()
