"""Where the home is."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from voice_gateway.times import Location


@pytest.mark.parametrize(
    ("zone", "point"),
    [
        ("Europe/Berlin", (52.5, 13.37)),
        ("America/New_York", (40.71, -74.01)),
        ("Australia/Sydney", (-33.87, 151.22)),
    ],
)
def test_a_zone_is_where_its_city_is(zone: str, point: tuple[float, float]) -> None:
    assert Location(ZoneInfo(zone)).point == pytest.approx(point, abs=0.01)


def test_what_is_configured_counts() -> None:
    assert Location(ZoneInfo("Europe/Berlin"), 48.1, 11.6).point == (48.1, 11.6)


def test_a_zone_that_is_no_city_is_nowhere() -> None:
    assert Location(ZoneInfo("Etc/UTC")).point is None
    assert Location(UTC).point is None
