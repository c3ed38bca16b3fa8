"""What one gateway keeps, all of them know; and two that write at once write one after the other."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.keeping.watched import NOON
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.keeping import Entry, Journal, Lists, Plan, Plans


@pytest.fixture
async def two(bucket: Bucket) -> AsyncIterator[tuple[SharedHousehold, SharedHousehold]]:
    one, other = SharedHousehold(bucket), SharedHousehold(bucket)
    yield one, other
    one.close()
    other.close()


async def test_s89_what_one_keeps_the_other_knows(two: tuple[SharedHousehold, SharedHousehold]) -> None:
    one, other = two
    await Lists(one).add("shopping", ["milk", "eggs"])
    await other.catch_up()
    assert await Lists(other).read("shopping") == ("milk", "eggs")
    await Lists(other).remove("shopping", ["milk"])
    await one.catch_up()
    assert await Lists(one).read("shopping") == ("eggs",)


async def test_plans_made_at_once_at_two_gateways_are_all_kept_under_numbers_of_their_own(
    two: tuple[SharedHousehold, SharedHousehold],
) -> None:
    plans = [Plans(one) for one in two]
    made = await asyncio.gather(
        *(plans[number % 2].add(Plan(f"on lamp {number}", made=NOON)) for number in range(10))
    )
    assert sorted(plan.id for plan in made) == list(range(1, 11))
    for one in two:
        await one.catch_up()
        assert len(await Plans(one).waiting()) == 10


async def test_who_comes_later_reads_everything_even_what_was_written_in_another_order(
    bucket: Bucket, two: tuple[SharedHousehold, SharedHousehold]
) -> None:
    journal = Journal(two[0])
    for number in range(20):
        entry = await journal.add(Entry(NOON, f"on {number}", before={"a": {}}, after={"a": {"on": True}}))
    await two[0].write(lambda connection: connection.execute("UPDATE journal SET room = 'hall' WHERE id = 1"))
    late = SharedHousehold(bucket)
    await late.open()
    found = await Journal(late).latest(30)
    assert [one.id for one in found] == list(range(entry.id, 0, -1))
    assert found[-1].room == "hall"
    assert found[-1].after == {"a": {"on": True}}
    late.close()


async def test_who_waits_for_plans_is_told_of_those_that_were_made_elsewhere(
    two: tuple[SharedHousehold, SharedHousehold],
) -> None:
    one, other = two
    told: list[bool] = []
    Plans(other).listeners.append(lambda: told.append(True))
    await Lists(one).add("shopping", ["milk"])
    await other.catch_up()
    assert not told
    await Plans(one).add(Plan("on lamp", made=NOON))
    await other.catch_up()
    assert told


async def test_a_write_whose_answer_was_lost_is_kept_once(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    household = SharedHousehold(bucket)
    request = bucket.client.request
    lost: list[str] = []

    async def losing(subject: str, *more: object, **further: object) -> object:
        reply = await request(subject, *more, **further)  # type: ignore[arg-type]
        if subject.startswith("$KV") and not lost:
            lost.append(subject)
            raise TimeoutError
        return reply

    monkeypatch.setattr(bucket.client, "request", losing)
    await Plans(household).add(Plan("on lamp", made=NOON))
    assert lost
    assert len(await Plans(household).waiting()) == 1
    household.close()
