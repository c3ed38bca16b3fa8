"""The file survives what happens to files, and says what to do where it cannot."""

import asyncio
import contextlib
import errno
import sqlite3
import threading
from pathlib import Path

import pytest

from voice_gateway.errors import GatewayError
from voice_gateway.keeping import Household, Lists, NotKept, Plan, Plans, schema

MANY = [f"a thing that takes some room, number {number}" for number in range(500)]
SOME = Plan("on lamp", made=1.0, due=2.0)


async def test_what_is_promised_is_on_the_disk_before_it_is_promised(household: Household) -> None:
    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "user_version")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await household.read(pragmas) == ["wal", 2, len(schema.STEPS)]


def test_nobody_else_can_read_what_people_ask(path: Path) -> None:
    household = Household(path)
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.glob(f"{path.name}*")}
    household.close()
    assert modes == dict.fromkeys((path.name, f"{path.name}-shm", f"{path.name}-wal"), 0o600)


def test_a_disk_that_refuses_a_new_file_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(NotKept, match="may not be written"):
        Household(path)


async def test_all_work_is_done_on_one_thread_that_is_not_the_loop(household: Household) -> None:
    threads = {await household.read(lambda _: threading.get_ident()) for _ in range(5)}
    threads.add(await household.write(lambda _: threading.get_ident()))
    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_what_is_written_together_is_written_or_not_at_all(household: Household) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO lists VALUES ('a', 'a')")
        raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        await household.write(half)
    assert await Lists(household).names() == ()
    await Lists(household).add("b", ["one"])
    assert await Lists(household).names() == ("b",)


async def test_older_tables_are_brought_up_to_date_step_by_step(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Household(path)) as old:
        await Lists(old).add("shopping", ["milk"])
    further = ("ALTER TABLE lists ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",)
    again = ("UPDATE lists SET colour = 'blue'",)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, further, again))
    with contextlib.closing(Household(path)) as new:
        query = "SELECT name, colour FROM lists"
        [row] = await new.read(lambda connection: connection.execute(query).fetchall())
        assert tuple(row) == ("shopping", "blue")


async def test_a_step_that_breaks_leaves_the_tables_as_they_were(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Household(path)) as old:
        await Lists(old).add("shopping", ["milk"])
    with monkeypatch.context() as patched:
        patched.setattr(schema, "STEPS", (*schema.STEPS, ("DROP TABLE items", "no SQL at all")))
        with pytest.raises(NotKept):
            Household(path)
    with contextlib.closing(Household(path)) as again:
        assert await Lists(again).read("shopping") == ("milk",)


def test_tables_of_a_newer_version_are_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Household(path).close()
    monkeypatch.setattr(schema, "STEPS", ())
    with pytest.raises(NotKept, match="newer version") as caught:
        Household(path)
    assert caught.value.fix
    assert path.exists()


async def test_a_file_that_is_no_database_is_set_aside_and_begun_anew(no_database: Path) -> None:
    with contextlib.closing(Household(no_database)) as household:
        assert "household.sqlite3.corrupt" in household.begun_anew
        assert (await Plans(household).add(SOME)).id == 1
    with contextlib.closing(Household(no_database)) as household:
        assert not household.begun_anew


def _spoil(path: Path) -> None:
    pages = path.read_bytes()
    path.write_bytes(pages[:4096] + b"\xff" * (len(pages) - 4096))


async def test_a_file_that_becomes_corrupt_is_set_aside_and_what_is_said_next_is_kept(path: Path) -> None:
    with contextlib.closing(Household(path)) as household:
        await Lists(household).add("long", MANY)
    _spoil(path)
    with contextlib.closing(Household(path)) as household:
        await Lists(household).add("shopping", ["milk"])
        assert await Lists(household).read("shopping") == ("milk",)
        assert "household.sqlite3.corrupt" in household.begun_anew


async def test_a_full_disk_is_said_and_what_was_there_is_still_there(household: Household) -> None:
    lists = Lists(household)
    await lists.add("shopping", ["milk"])
    await household.read(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
    with pytest.raises(GatewayError, match="disk is full") as caught:
        await lists.add("shopping", MANY)
    assert "Free some space" in str(caught.value.fix)
    assert await lists.read("shopping") == ("milk",)


async def test_a_file_that_may_not_be_written_is_said(household: Household) -> None:
    await household.read(lambda connection: connection.execute("PRAGMA query_only = 1"))
    with pytest.raises(NotKept, match="may not be written") as caught:
        await Plans(household).add(SOME)
    assert "writable" in str(caught.value.fix)


async def test_a_file_that_another_program_holds_is_said(path: Path, household: Household) -> None:
    await household.read(lambda connection: connection.execute("PRAGMA busy_timeout = 1"))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotKept, match="another program"):
            await Plans(household).add(SOME)


@pytest.mark.parametrize("kind", ["a folder", "under a file"])
def test_a_place_that_cannot_hold_it_is_said(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place"
    if kind == "a folder":
        place.mkdir()
    else:
        place.write_text("a file")
        place /= "household.sqlite3"
    with pytest.raises(NotKept, match="I could not keep that") as caught:
        Household(place)
    assert caught.value.fix


async def test_a_household_that_is_closed_says_so(path: Path) -> None:
    household = Household(path)
    household.close()
    household.close()
    with pytest.raises(NotKept, match="being stopped"):
        await Plans(household).add(SOME)


async def test_a_household_without_a_file_lies_in_memory() -> None:
    with contextlib.closing(Household(None)) as household:
        await asyncio.gather(*(Lists(household).add("shopping", [word]) for word in ("milk", "eggs")))
        assert await Lists(household).read("shopping") == ("milk", "eggs")
