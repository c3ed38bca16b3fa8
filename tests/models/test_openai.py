"""Any server with OpenAI's API answers as Ollama does: with tools, as it comes, and with reasons."""

import pytest

from tests.home import SmallHome, household, settings_for
from tests.servers.openai import call, fail, say, scripted_openai
from voice_gateway.errors import ModelError
from voice_gateway.models.openai import OpenAIClient
from voice_gateway.models.provider import choose_client
from voice_gateway.routing import Intent


async def test_s92_a_server_with_openais_api_calls_a_tool_and_its_result_is_said() -> None:
    turn_on = call("control_zwave_device", {"device": "kitchen light", "action": "on"})
    async with scripted_openai(turn_on, say("Kitchen light is now on.")) as server:
        settings = settings_for(openai__base_url=server.url, openai__model="qwen")
        home = SmallHome()
        async with household(OpenAIClient(settings.openai), home.tools(), Intent.DEVICE, settings) as house:
            answer = await house.ask("turn on the kitchen light")
        assert answer == "Kitchen light is now on."
        assert home.lights == {"kitchen light": True}
        assert server.chats[0]["model"] == "qwen"
        assert [tool["function"]["name"] for tool in server.chats[0]["tools"]]


@pytest.mark.parametrize(
    ("status", "message"), [(401, "refused the key"), (404, "no model called"), (429, "asked too often")]
)
async def test_what_keeps_a_server_from_answering_is_explained(status: int, message: str) -> None:
    async with scripted_openai(otherwise=fail(status, "as scripted")) as server:
        settings = settings_for(openai__base_url=server.url)
        async with household(OpenAIClient(settings.openai), [], Intent.GENERAL, settings) as house:
            with pytest.raises(ModelError, match=message):
                await house.ask("tell me a story about the sea")


async def test_who_answers_is_told_with_how_many_others() -> None:
    settings = settings_for(
        provider="openai",
        openai__base_url="http://127.0.0.1:9/v1",
        openai__servers=("http://127.0.0.1:8/v1",),
    )
    choice = await choose_client(settings)
    await choice.client.close()
    assert choice.client.provider == "openai"
    assert "http://127.0.0.1:9/v1 and 1 more" in choice.notice
