"""Routines that were taught are known until they are forgotten."""

from voice_gateway.keeping import Routine, Routines, Storage

MOVIE = Routine("Movie time", ("level lounge 20", "close curtains"), "movie time", "when I say …", "Ann", 5.0)


async def test_s68_a_routine_comes_back_as_it_was_taught_by_any_case_of_its_name(
    storage: Storage,
) -> None:
    routines = Routines(storage)
    await routines.teach(MOVIE)
    assert await routines.all() == [MOVIE]
    assert await routines.get("movie  TIME") == MOVIE
    assert await routines.get("bed time") is None


async def test_a_routine_that_is_taught_again_takes_the_place_of_the_first(storage: Storage) -> None:
    routines = Routines(storage)
    await routines.teach(MOVIE)
    await routines.teach(Routine("movie time", ("off lights",)))
    [only] = await routines.all()
    assert only.lines == ("off lights",)


async def test_a_routine_that_is_forgotten_is_gone(storage: Storage) -> None:
    routines = Routines(storage)
    await routines.teach(MOVIE)
    assert await routines.forget("MOVIE TIME")
    assert not await routines.forget("movie time")
    assert await routines.all() == []
