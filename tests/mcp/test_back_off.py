"""Pauses between starts."""

from voice_gateway.mcp.back_off import BackOff


def test_a_server_that_worked_comes_back_at_once() -> None:
    assert BackOff().after(3600, was_ready=True) == 0
    assert BackOff().after(1, was_ready=True) == 0


def test_pauses_grow_for_whoever_keeps_dying_and_never_beyond_a_minute() -> None:
    back_off = BackOff()
    pauses = [back_off.after(1, was_ready=False) for _ in range(40)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.4, 60)


def test_a_slow_start_that_fails_is_no_life() -> None:
    back_off = BackOff()
    assert [back_off.after(120, was_ready=False) for _ in range(3)] == [0.4, 0.8, 1.6]


def test_a_steady_life_makes_up_for_earlier_deaths() -> None:
    back_off = BackOff()
    for _ in range(5):
        back_off.after(1, was_ready=True)
    assert back_off.after(60, was_ready=True) == 0
