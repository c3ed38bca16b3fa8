"""What rings is silenced by whoever hears it, and cancelled only by who says so."""

import pytest

from voice_gateway.planning import Announcer


@pytest.mark.parametrize("said", ["stop", "Okay, stop it please", "turn off the alarm", "be quiet"])
async def test_words_that_only_silence_are_done_with_that(said: str) -> None:
    announcer = Announcer()
    announcer.ring("The pasta timer is up.", "Kitchen")
    assert announcer.is_silenced_by(said, "Kitchen")
    assert not announcer.silence(), "it rings no more"


async def test_who_cancels_an_alarm_silences_it_and_is_read_further() -> None:
    announcer = Announcer()
    announcer.ring("This is your alarm.")
    assert not announcer.is_silenced_by("cancel the alarm")
    assert not announcer.silence(), "it rings no more"


async def test_where_nothing_rings_nothing_is_silenced() -> None:
    announcer = Announcer()
    assert not announcer.is_silenced_by("stop")
    announcer.ring("The pasta timer is up.", "Kitchen")
    assert not announcer.is_silenced_by("stop", "Bedroom")
    assert announcer.silence()
