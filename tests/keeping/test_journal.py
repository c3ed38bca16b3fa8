"""What was done is written down: for why."""

import pytest

from tests.keeping.watched import NOON
from voice_gateway.keeping import Entry, Journal, Storage, journal

OFF, ON = {"on": False}, {"on": True, "level": 40}


async def test_s72_why_a_light_went_on_is_the_last_entry_that_changed_it(storage: Storage) -> None:
    kept = Journal(storage)
    first = await kept.add(
        Entry(
            NOON, "on hall light", "hall light on please", who="Ann", before={"hall": OFF}, after={"hall": ON}
        )
    )
    await kept.add(Entry(NOON + 1, "on hall light", before={"hall": ON}, after={"hall": ON}))
    await kept.add(Entry(NOON + 2, "on fan", plan=7, before={"fan": OFF}, after={"fan": ON}))
    assert await kept.why("hall") == [first]
    assert [entry.plan for entry in await kept.why("fan")] == [7]
    assert await kept.why("stove") == []
    assert [entry.line for entry in await kept.latest(2)] == ["on fan", "on hall light"]


async def test_the_journal_is_cut_to_the_latest_entries_with_what_they_changed(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "MOST_ENTRIES", 5)
    kept = Journal(storage)
    for number in range(8):
        await kept.add(Entry(NOON + number, f"on {number}", before={"a": OFF}, after={"a": ON}))
    assert [entry.line for entry in await kept.latest()] == [f"on {number}" for number in (7, 6, 5, 4, 3)]
    [changes] = await storage.read(
        lambda connection: connection.execute("SELECT count(*) FROM changes").fetchone()
    )
    assert changes == 5


async def test_entries_older_than_a_season_are_forgotten(storage: Storage) -> None:
    kept = Journal(storage)
    await kept.add(Entry(NOON - 91 * 86_400, "old"))
    await kept.add(Entry(NOON - 89 * 86_400, "young"))
    await kept.add(Entry(NOON, "new"))
    assert [entry.line for entry in await kept.latest()] == ["new", "young"]
