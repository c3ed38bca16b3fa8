"""A real Home Assistant is connected with a gateway, loses it, and is let in again."""

import asyncio
import json

import pytest

from tests.console.rig import Rig, eventually, open_rig
from tests.home_assistant_rig.rig import COMPONENTS, HomeAssistant, Json, Visitor, spoken
from tests.integrations.assist import TOKEN, Assist, choose, open_gateway_for
from tests.servers.ollama import hang
from voice_gateway.console import Access

WORDS = json.loads((COMPONENTS / "voice_gateway/translations/en.json").read_text())["config"]


async def entry_state(owner: Visitor, assist: Assist) -> str:
    listed = await owner.command("config_entries/get", domain="voice_gateway")
    return str(next(one["state"] for one in listed if one["entry_id"] == assist.entry["entry_id"]))


async def refusal(owner: Visitor, form: Json, **answer: str) -> str:
    """What the form says to an answer that will not do; there are words for it."""
    [reason] = (await owner.go_on(form, answer))["errors"].values()
    assert WORDS["error"][reason]
    return str(reason)


async def asked_again(owner: Visitor) -> list[Json]:
    """The forms that wait for a new token."""
    flows = await owner.command("config_entries/flow/progress")
    return [flow for flow in flows if flow["handler"] == "voice_gateway"]


async def test_a_wrong_token_is_told_in_the_form_and_can_be_mended(owner: Visitor, gateway: Rig) -> None:
    form = await owner.begin("voice_gateway")
    assert form["step_id"] == "user"
    for token in ("", "wrong"):
        assert await refusal(owner, form, url=gateway.url, token=token) == "invalid_auth"
    entry = await owner.go_on(form, {"url": f"{gateway.url}/", "token": TOKEN})
    assert entry["type"] == "create_entry"
    assert entry["result"]["state"] == "loaded"
    await owner.ask("DELETE", f"/api/config/config_entries/entry/{entry['result']['entry_id']}")


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("http://127.0.0.1:9", "cannot_connect"),
        ("ftp://127.0.0.1", "invalid_address"),
        ("http://[", "invalid_address"),
        ("", "invalid_address"),
    ],
)
async def test_an_address_where_nothing_answers_is_told_in_the_form(
    owner: Visitor, address: str, error: str
) -> None:
    form = await owner.begin("voice_gateway")
    assert await refusal(owner, form, url=address, token=TOKEN) == error


async def test_another_program_is_not_taken_for_a_gateway(owner: Visitor, furnished: HomeAssistant) -> None:
    form = await owner.begin("voice_gateway")
    assert await refusal(owner, form, url=furnished.url) == "not_a_gateway"


async def test_a_name_that_the_gateway_does_not_have_is_told_in_the_form(owner: Visitor) -> None:
    async with open_rig(access=Access(TOKEN, names=frozenset())) as gateway:
        by_name = gateway.url.replace("127.0.0.1", "localhost")
        assert await refusal(owner, await owner.begin("voice_gateway"), url=by_name) == "unknown_name"


async def test_who_has_guessed_too_often_is_told_to_wait(owner: Visitor, gateway: Rig) -> None:
    form = await owner.begin("voice_gateway")
    told = [await refusal(owner, form, url=gateway.url, token="wrong") for _ in range(20)]
    assert {*told} == {"invalid_auth", "too_many"}


async def test_the_link_that_the_gateway_prints_is_enough(owner: Visitor, gateway: Rig) -> None:
    link = f"{gateway.url}/?token=a%20token%20of%20the%20gateway"
    entry = await owner.add("voice_gateway", {"url": link})
    assert entry["state"] == "loaded"


async def test_the_same_gateway_is_connected_once(owner: Visitor, assist: Assist, gateway: Rig) -> None:
    again = {"url": f"{gateway.url}/", "token": TOKEN}
    step = await owner.go_on(await owner.begin("voice_gateway"), again)
    assert (step["type"], step["reason"]) == ("abort", "already_configured")
    assert WORDS["abort"]["already_configured"]
    assert await entry_state(owner, assist) == "loaded"


async def test_a_gateway_that_is_down_is_told_and_one_that_is_back_answers(
    owner: Visitor, furnished: HomeAssistant
) -> None:
    async with open_gateway_for(furnished) as gateway:
        assist = await choose(owner, gateway)
    failed = await assist.say("turn on the bed light")
    assert failed["response"]["data"]["code"] == "unknown"
    assert spoken(failed) == "I can't reach the Voice Gateway."
    assert failed["continue_conversation"] is False
    async with open_gateway_for(furnished, like=gateway.url):
        assert (await assist.words("turn on the bed light")).startswith("Bed light is")


async def test_a_gateway_that_goes_away_in_mid_answer_is_told(
    owner: Visitor, furnished: HomeAssistant
) -> None:
    async with open_gateway_for(furnished) as gateway:
        assist = await choose(owner, gateway)
        gateway.ollama.steps[:] = [hang()]
        answering = asyncio.create_task(assist.say("tell me a short story about a lamp"))
        await eventually(lambda: gateway.ollama.chats)
    failed = await answering
    assert failed["response"]["data"]["code"] == "unknown"
    assert "Voice Gateway" in spoken(failed)


async def test_a_token_that_is_refused_is_asked_for_again(owner: Visitor, furnished: HomeAssistant) -> None:
    async with open_gateway_for(furnished) as gateway:
        assist = await choose(owner, gateway)
    async with open_gateway_for(furnished, token="another token", like=gateway.url):
        for _ in range(12):
            refused = await assist.say("turn on the bed light")
            assert refused["response"]["data"]["code"] == "unknown"
            assert "does not accept my token" in spoken(refused)
        [form] = await asked_again(owner)
        assert form["context"]["source"] == "reauth"
        assert await refusal(owner, form, token="wrong") == "invalid_auth"
        step = await owner.go_on(form, {"token": "another token"})
        assert (step["type"], step["reason"]) == ("abort", "reauth_successful")
        assert WORDS["abort"]["reauth_successful"]
        assert (await assist.words("turn on the bed light")).startswith("Bed light is")
        assert await asked_again(owner) == []


async def test_a_gateway_that_has_moved_is_found_at_its_new_address(
    owner: Visitor, furnished: HomeAssistant
) -> None:
    async with open_gateway_for(furnished) as gateway:
        assist = await choose(owner, gateway)
    async with open_gateway_for(furnished) as moved:
        form = await owner.begin("voice_gateway", entry_id=assist.entry["entry_id"])
        assert form["step_id"] == "reconfigure"
        assert TOKEN not in str(form)
        assert await refusal(owner, form, url="http://127.0.0.1:9") == "cannot_connect"
        step = await owner.go_on(form, {"url": moved.url})
        assert (step["type"], step["reason"]) == ("abort", "reconfigure_successful")
        assert WORDS["abort"]["reconfigure_successful"]
        assert (await assist.words("turn on the bed light")).startswith("Bed light is")


async def test_a_gateway_that_is_not_there_yet_is_tried_again(
    owner: Visitor, furnished: HomeAssistant
) -> None:
    async with open_gateway_for(furnished) as gateway:
        assist = await choose(owner, gateway)
    reload = f"/api/config/config_entries/entry/{assist.entry['entry_id']}/reload"
    await owner.ask("POST", reload)
    assert await entry_state(owner, assist) == "setup_retry"
    async with open_gateway_for(furnished, like=gateway.url):
        await owner.ask("POST", reload)
        assert await entry_state(owner, assist) == "loaded"
