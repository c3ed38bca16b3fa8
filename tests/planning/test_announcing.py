"""What nobody has just asked for reaches whoever listens where it belongs."""

import asyncio

import pytest

from voice_gateway.planning import Announcer, NobodyListens


class Ear:
    def __init__(self) -> None:
        self.heard: list[str] = []
        self.fails = False

    async def hear(self, text: str) -> None:
        if self.fails:
            raise OSError("it is gone")
        self.heard.append(text)


async def test_who_listens_in_the_room_hears_it_and_who_listens_everywhere() -> None:
    announcer, kitchen, hall, page = Announcer(), Ear(), Ear(), Ear()
    with (
        announcer.listening(kitchen.hear, "Kitchen"),
        announcer.listening(hall.hear, "hall"),
        announcer.listening(page.hear),
    ):
        await announcer.tell("It is done.", "kitchen")
    assert (kitchen.heard, hall.heard, page.heard) == (["It is done."], [], ["It is done."])


async def test_where_nobody_is_in_the_room_everybody_is_told() -> None:
    announcer, hall = Announcer(), Ear()
    with announcer.listening(hall.hear, "hall"):
        await announcer.tell("It is done.", "kitchen")
    assert hall.heard == ["It is done."]


async def test_who_overhears_it_knows_the_room() -> None:
    announcer, heard = Announcer(), list[tuple[str, str]]()

    async def hear(text: str, room: str) -> None:
        heard.append((text, room))

    with announcer.overhearing(hear):
        await announcer.tell("It is done.", "kitchen")
    assert heard == [("It is done.", "kitchen")]


async def test_what_reached_nobody_is_an_error_so_that_it_is_told_later() -> None:
    announcer, gone, there = Announcer(), Ear(), Ear()
    gone.fails = True
    with announcer.listening(gone.hear):
        with pytest.raises(NobodyListens):
            await announcer.tell("It is done.")
        with announcer.listening(there.hear):
            await announcer.tell("It is done.")
    assert there.heard == ["It is done."]
    with pytest.raises(NobodyListens):
        await announcer.tell("It is done.")


async def test_one_who_is_slow_to_hear_keeps_nobody_waiting() -> None:
    announcer, heard, end = Announcer(), asyncio.Event(), asyncio.Event()

    async def slow(_text: str) -> None:
        await end.wait()

    async def quick(_text: str) -> None:
        heard.set()

    with announcer.listening(slow), announcer.listening(quick):
        telling = asyncio.create_task(announcer.tell("It is done."))
        await heard.wait()
        assert not telling.done()
        end.set()
        await telling


async def test_it_is_told_that_somebody_began_to_listen() -> None:
    announcer, seen, ear = Announcer(), list[str](), Ear()
    announcer.joined.append(lambda: seen.append("came"))
    with announcer.listening(ear.hear):
        assert seen == ["came"]
        announcer.somebody_came()
    assert seen == ["came", "came"]


async def test_who_is_slow_to_hear_keeps_nobody_waiting_who_only_begins() -> None:
    announcer, ear, over = Announcer(), Ear(), asyncio.Event()

    async def answering(text: str) -> None:
        await over.wait()
        await ear.hear(text)

    with announcer.listening(answering):
        assert await announcer.begin("Dinner is ready.") is False
        over.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert ear.heard == ["Dinner is ready."]


async def test_who_begins_knows_whether_it_was_heard() -> None:
    announcer, ear = Announcer(), Ear()
    with announcer.listening(ear.hear):
        assert await announcer.begin("Dinner is ready.") is True
        ear.fails = True
        with pytest.raises(NobodyListens):
            await announcer.begin("Dinner is ready.")
    with pytest.raises(NobodyListens):
        await announcer.begin("Dinner is ready.")
