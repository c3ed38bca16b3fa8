"""The comparison of readers of times."""

from datetime import timedelta

from bench.times.readers import OWN, Reader, Reading, installed
from bench.times.scoring import phrases, score


def test_our_reader_is_compared_whatever_else_is_installed() -> None:
    readers, missing = installed()
    assert OWN in readers
    assert not set(missing) & set(readers)


def test_a_reader_that_understands_nothing_is_right_only_where_there_is_nothing() -> None:
    known = phrases("unseen")
    silent = score(Reader(lambda _sentence, _now: None), known)
    assert silent.right == sum(phrase.meant is None for phrase in known)
    assert silent.wrong == 0


def test_a_reader_that_breaks_has_not_understood() -> None:
    def breaks(_sentence: str, _now: object) -> Reading | None:
        raise RecursionError

    assert score(Reader(breaks), phrases("unseen")).wrong == 0


def test_half_a_day_off_is_wrong_and_counted() -> None:
    known = [phrase for phrase in phrases("unseen") if phrase.kind == "at an hour"]
    meant = {phrase.sentence: phrase.meant for phrase in known}

    def half_a_day_later(sentence: str, _now: object) -> Reading | None:
        reading = meant.get(sentence)
        return reading and Reading(reading.moment + timedelta(hours=12))

    found = score(Reader(half_a_day_later), known)
    assert (found.right, found.wrong, found.other_half) == (0, len(known), len(known))
