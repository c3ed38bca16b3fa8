"""What a model can do is found out once, remembered by its digest, and decides how it is asked for calls."""

import pytest

from voice_gateway.models.ability import ENOUGH, Abilities, Tally, Widened, remember, remembered


@pytest.mark.parametrize(
    ("native", "written", "calls_tools"),
    [
        (Tally(), Tally(), None),
        (Tally(1, 1), Tally(), True),
        (Tally(0, 1), Tally(), False),
        (Tally(3, 4), Tally(), False),
        (Tally(8, 8), Tally(8, 8), True),
        (Tally(7, 8), Tally(7, 8), False),
        (Tally(7, 8), Tally(6, 8), False),
        (Tally(7, 8), Tally(5, 8), True),
        (Tally(4, 8), Tally(6, 8), False),
        (Tally(0, 8), Tally(0, 8), False),
    ],
)
def test_calls_are_left_to_a_model_that_makes_them_faultlessly_or_clearly_better(
    native: Tally, written: Tally, calls_tools: bool | None
) -> None:
    assert Abilities(native, written).calls_tools is calls_tools


def test_calls_of_real_turns_count_until_a_probe_has_compared_both_ways() -> None:
    assert Abilities().seen(right=True).seen(right=False).native == Tally(1, 2)
    probed = Abilities(Tally(8, 8), Tally(7, 8), talks=True)
    assert probed.seen(right=False) == probed


def test_it_is_remembered_for_each_model_and_what_is_no_memory_is_nothing() -> None:
    from voice_gateway.models.ability import _file

    one = Abilities(Tally(5, 8), Tally(8, 8), talks=False, widened=Widened(4096, 8192))
    remember("one", one)
    remember("two", Abilities(talks=True))
    assert remembered("one") == one
    assert remembered("two") == Abilities(talks=True)
    assert remembered("three") == Abilities()
    _file().write_text('{"old": false, "odd": {"native": 7}}', encoding="utf-8")
    assert remembered("old") == remembered("odd") == Abilities()


def test_what_more_right_calls_would_say_is_known_after_some() -> None:
    known = Abilities()
    for _ in range(ENOUGH + 4):
        known = known.seen(right=True)
    assert known.native == Tally(ENOUGH, ENOUGH)
    assert known.seen(right=False).native == Tally(ENOUGH, ENOUGH + 1)
