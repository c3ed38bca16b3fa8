"""A question of the assistant over HTTP: it has an id, says how it can be answered, and only its own answer
counts."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.console.rig import Rig, open_rig
from voice_gateway.devices import Action

UNLOCK = "unlock the front door"
OPEN = "open the garage door"
HOME = """
[[device]]
name = "Kitchen Light"
room = "Kitchen"
kind = "light"

[[device]]
name = "Kitchen Counter Light"
room = "Kitchen"
kind = "light"

[[device]]
name = "Oven"
room = "Kitchen"
kind = "switch"

[[device]]
name = "Water Valve"
room = "Cellar"
kind = "valve"
state = { position = 0 }

[[device]]
name = "Siren"
room = "Hallway"
kind = "siren"
"""


async def chat(
    rig: Rig, text: str, answers: str | None = None, *, conversation: str = "one"
) -> dict[str, Any]:
    body = {"text": text, "conversation": conversation, "answers": answers}
    response = await rig.http.post("/api/chat", json=body)
    assert response.status_code == 200
    said: dict[str, Any] = response.json()
    return said


def front_door_is_locked(rig: Rig) -> bool:
    return rig.home.registry[rig.device("Front Door")].state.locked is True


def garage_is_shut(rig: Rig) -> bool:
    return rig.home.registry[rig.device("Garage Door")].state.position == 0


async def test_a_question_says_its_id_its_kind_and_how_it_can_be_answered() -> None:
    async with open_rig(fast_path=True) as rig:
        said = await chat(rig, UNLOCK)
        question = said["question"]
        assert (said["outcome"], said["success"], question["kind"]) == ("asked back", False, "yes")
        assert question["text"] in said["text"]
        assert [reply["label"] for reply in question["replies"]] == ["Unlock", "Leave it"]
        assert 50 < question["seconds"] <= 60
        done = await chat(rig, question["replies"][0]["text"], question["id"])
        assert (done["text"], done["outcome"]) == ("Front door is now unlocked.", "done")
        assert done["question"] is None


async def test_leaving_it_is_declined_and_nothing_is_done() -> None:
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, UNLOCK))["question"]
        said = await chat(rig, question["replies"][-1]["text"], question["id"])
        assert (said["outcome"], said["question"]) == ("declined", None)
        assert front_door_is_locked(rig)


async def test_a_stale_yes_confirms_nothing_and_the_open_question_goes_on_waiting() -> None:
    async with open_rig(fast_path=True) as rig:
        old = (await chat(rig, UNLOCK))["question"]
        new = (await chat(rig, OPEN))["question"]
        assert old["id"] != new["id"]
        stale = await chat(rig, "Yes", old["id"])
        assert stale["outcome"] == "declined"
        assert "no longer open" in stale["text"]
        assert stale["question"]["id"] == new["id"]
        assert front_door_is_locked(rig)
        assert garage_is_shut(rig)
        assert (await chat(rig, "Yes", new["id"]))["text"] == "Garage door is now open."
        assert front_door_is_locked(rig)


async def test_an_answer_counts_once() -> None:
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, UNLOCK))["question"]
        await chat(rig, "Yes", question["id"])
        await chat(rig, "lock the front door")
        assert (await chat(rig, "Yes", question["id"]))["outcome"] == "declined"
        assert front_door_is_locked(rig)


async def test_an_answer_to_a_question_that_was_never_asked_does_nothing() -> None:
    async with open_rig(fast_path=True) as rig:
        said = await chat(rig, "turn on the kitchen light", "nobody-asked")
        assert said["outcome"] == "declined"
        assert not rig.home.registry[rig.device("Kitchen Light")].state.on


async def test_an_expired_question_is_no_longer_open() -> None:
    async with open_rig(fast_path=True) as rig:
        for asked in (UNLOCK, "turn on the lamp"):
            question = (await chat(rig, asked))["question"]
            conversation = rig.console.conversations.open("one")
            assert conversation.pending
            conversation.pending = replace(conversation.pending, expires=time.monotonic() - 1)
            for reply in question["replies"]:
                said = await chat(rig, reply["text"], question["id"])
                assert (said["outcome"], "no longer open" in said["text"]) == ("declined", True)
        assert front_door_is_locked(rig)


async def test_both_kinds_of_questions_wait_as_long_as_the_settings_say() -> None:
    async with open_rig(fast_path=True, turn__question_timeout=7) as rig:
        for asked in (UNLOCK, "turn on the lamp"):
            assert 6 < (await chat(rig, asked))["question"]["seconds"] <= 7


async def test_what_is_no_answer_to_the_question_it_names_has_it_asked_again() -> None:
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, UNLOCK))["question"]
        said = await chat(rig, "turn on the kitchen light", question["id"])
        assert (said["outcome"], said["question"]["id"]) == ("asked back", question["id"])
        assert not rig.home.registry[rig.device("Kitchen Light")].state.on


async def test_a_choice_offers_each_device_by_name() -> None:
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, "turn on the lamp"))["question"]
        assert question["kind"] == "choice"
        labels = [reply["label"] for reply in question["replies"]]
        assert labels == ["Reading lamp", "Hallway lamp", "Leave it"]
        done = await chat(rig, question["replies"][1]["text"], question["id"])
        assert done["text"] == "Hallway lamp is now on."


async def test_each_reply_to_a_choice_means_its_own_device_even_where_names_overlap(tmp_path: Path) -> None:
    async with open_rig(fast_path=True, home__file=_home(tmp_path)) as rig:
        for place, name in enumerate(("Kitchen Light", "Kitchen Counter Light")):
            # Each in a conversation of its own: what was spoken of is what is meant next.
            question = (await chat(rig, "turn on the light", conversation=f"no-{place}"))["question"]
            reply = question["replies"][place]
            assert reply["label"].lower() == name.lower()
            done = await chat(rig, reply["text"], question["id"], conversation=f"no-{place}")
            assert (done["outcome"], done["text"]) == ("done", f"{name.capitalize()} is now on.")


async def test_a_question_is_answered_by_whom_it_was_put_to() -> None:
    """Somebody else who knows the conversation's id settles nothing, and the question goes on waiting."""
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, UNLOCK))["question"]
        async with httpx.AsyncClient(base_url=rig.url, trust_env=False) as stranger:
            for words in ("yes", "Yes, unlock the front door"):
                body = {"text": words, "conversation": "one"}
                said = (await stranger.post("/api/chat", json=body)).json()
                assert said["outcome"] != "done"
                assert front_door_is_locked(rig)
            assert (
                "someone else"
                in (await stranger.post("/api/chat", json=body | {"text": "yes"})).json()["text"]
            )
        assert (await chat(rig, "yes"))["text"] == "Front door is now unlocked."
        assert question["id"]


async def test_who_keeps_no_cookies_answers_by_the_questions_id() -> None:
    """It was given to the one who was asked, and to nobody else."""
    async with open_rig(fast_path=True) as rig:
        question = (await chat(rig, UNLOCK))["question"]
        rig.http.cookies.clear()
        assert (await chat(rig, "yes"))["outcome"] == "declined"
        assert (await chat(rig, "Yes", question["id"]))["text"] == "Front door is now unlocked."


GUARDED = [
    ("Oven", Action.ON, None),
    ("Oven", Action.TOGGLE, None),
    ("Siren", Action.ON, None),
    ("Siren", Action.TOGGLE, None),
    ("Water Valve", Action.OPEN, None),
    ("Water Valve", Action.ON, None),
    ("Water Valve", Action.TOGGLE, None),
    ("Water Valve", Action.SET_LEVEL, 30),
]


@pytest.mark.parametrize(("name", "action", "value"), GUARDED)
async def test_no_device_that_floods_heats_or_screams_is_switched_by_hand_without_a_yes(
    tmp_path: Path, name: str, action: Action, value: float | None
) -> None:
    async with open_rig(home__file=_home(tmp_path)) as rig:
        device = rig.device(name)
        before = rig.home.registry[device].state
        path = f"/api/home/devices/{device}/command"
        refused = await rig.http.post(path, json={"action": action, "value": value})
        assert refused.status_code == 428
        assert refused.json()["question"].startswith(refused.json()["yes"])
        assert rig.home.registry[device].state == before
        confirmed = {"action": action, "value": value, "confirmed": True}
        assert (await rig.http.post(path, json=confirmed)).status_code == 200
        assert rig.home.registry[device].state != before


def _home(folder: Path) -> str:
    file = folder / "home.toml"
    file.write_text(HOME)
    return str(file)
