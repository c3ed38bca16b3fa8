"""Gateways whose machines disagree about the time of day agree all the same."""

import time

import pytest

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.clock import SharedClock


@pytest.mark.parametrize("skew", [30.0, -30.0])
async def test_s91_a_machine_whose_clock_is_half_a_minute_off_goes_by_the_fleets(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch, skew: float
) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + skew)
    await bucket.compare_clocks()
    clock = SharedClock(lambda: bucket.ahead)
    assert abs(clock.now() - right()) < abs(skew) / 2
    assert abs(time.time() - right()) > abs(skew) / 2


async def test_a_machine_that_is_hardly_off_goes_by_its_own_clock() -> None:
    clock = SharedClock(lambda: 0.4)
    before = time.time()
    assert before <= clock.now() <= time.time()
