"""Scenarios 18–23 and 25–28: empty replies are noticed, cured and counted; few tools are bound."""

import logging
import re

import pytest

from tests.assembled import Assemble
from tests.home import SmallHome, SmallWeb, settings_for
from tests.scene import Play
from tests.servers.ollama import call, nothing, say, scripted_ollama
from voice_gateway.assembly import make_manager
from voice_gateway.metrics import figures
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.routing import Intent

GUIDANCE = "Answer the question directly without calling any tools"


async def test_s18_detects_empty_reply_logs_and_counts_it(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async with play(Intent.SEARCH, SmallWeb().tools(), [nothing(), say("Ann, I believe.")]) as scene:
        await scene.ask("who is the mayor")
        figures_now = scene.house.gateway.metrics.figures()
        bound = [[tool["function"]["name"] for tool in chat["tools"] or ()] for chat in scene.chats]
    assert bound == [["search_web"], []], "the pattern is: tools were bound and nothing came back"
    [line] = [one for one in caplog.messages if one.startswith("Empty tool call pattern detected")]
    assert "silent" in line
    assert figures_now.causes == {"silent": 1}


async def test_s18_an_answer_in_words_is_no_empty_pattern(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async with play(Intent.SEARCH, SmallWeb().tools(), [say("Van Gogh.")]) as scene:
        await scene.ask("who painted the sunflowers")
        assert scene.house.gateway.metrics.figures().causes == {}
    assert "Empty tool call pattern detected" not in caplog.text


async def test_s19_retries_without_tools_and_with_guidance(play: Play) -> None:
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [nothing(eval_count=12), say("I believe it is Ann.")]
    ) as scene:
        assert await scene.ask("who is the mayor") == "I believe it is Ann."
        first, retry = scene.chats
    assert first["tools"]
    assert not retry["tools"]
    assert retry["messages"][-1] == {"role": "system", "content": GUIDANCE}


async def test_s19_the_retry_can_be_switched_off(play: Play) -> None:
    script = [nothing(eval_count=12), say("never asked for")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script, turn__retry_without_tools=False) as scene:
        answer = await scene.house.gateway.turn("who is the mayor", scene.house.conversation)
        assert len(scene.chats) == 1
    assert not answer.success
    assert "didn't get an answer" in answer.text


@pytest.mark.parametrize(
    ("second", "outcome", "answered"), [(say("Ann."), "success", "yes"), (nothing(), "failure", "no")]
)
async def test_s20_logs_attempt_both_timings_and_whether_there_is_an_answer(
    play: Play, caplog: pytest.LogCaptureFixture, second: object, outcome: str, answered: str
) -> None:
    caplog.set_level(logging.INFO, "voice_gateway")
    async with play(Intent.SEARCH, SmallWeb().tools(), [nothing(), second]) as scene:
        await scene.ask("who is the mayor")
    [line] = [text for text in caplog.messages if text.startswith("Retry 1")]
    assert re.search(
        rf"Retry 1: {outcome} .*first attempt [\d.]+ s, retry [\d.]+ s, answer: {answered}", line
    )


async def test_s21_device_questions_get_the_device_tier_only(play: Play) -> None:
    home, web = SmallHome(), SmallWeb()
    async with play(Intent.DEVICE, [*home.tools(), *web.tools()], [say("The light is off.")]) as scene:
        await scene.ask("is the kitchen light on?")
        names = [tool["function"]["name"] for tool in scene.chats[0]["tools"]]
    assert names == ["control_zwave_device", "get_device_sensor_data"]


async def test_s21_the_product_offers_the_six_zwave_tools_and_no_others(assemble: Assemble) -> None:
    """With the real router, over every kind of tool that there is."""
    async with assemble(*[say("I wonder.")] * 3) as house:
        await house.ask("what is the hallway lamp up to")
        names = [tool["function"]["name"] for tool in house.ollama.chats[0]["tools"]]
    assert sorted(names) == [
        "check_zwave_health",
        "control_zwave_device",
        "get_device_sensor_data",
        "list_devices",
        "list_zwave_devices",
        "verify_device",
    ]


async def test_s22_the_product_offers_the_clock_alone(assemble: Assemble) -> None:
    script = [call(("get_current_datetime", {"timezone": "Tokyo"})), say("It is morning in Tokyo.")]
    async with assemble(*script, fast_path=False) as house:
        await house.ask("what time is it in tokyo")
        first = house.ollama.chats[0]
    assert [tool["function"]["name"] for tool in first["tools"]] == ["get_current_datetime"]


async def test_s22_time_questions_get_the_datetime_tool_only(play: Play) -> None:
    tools = [*make_manager(settings_for()).all(), *SmallHome().tools()]
    script = [call(("get_current_datetime", {"timezone": "Tokyo"})), say("It is morning in Tokyo.")]
    async with play(Intent.DATETIME, tools, script, fast_path=False) as scene:
        assert await scene.ask("what time is it in tokyo") == "It is morning in Tokyo."
        first, second = scene.chats
    assert [tool["function"]["name"] for tool in first["tools"]] == ["get_current_datetime"]
    assert "in Tokyo on" in next(
        message["content"] for message in second["messages"] if message["role"] == "tool"
    )


async def test_s23_general_questions_bind_nothing(play: Play) -> None:
    async with play(Intent.GENERAL, [*SmallHome().tools(), *SmallWeb().tools()], [say("All good.")]) as scene:
        assert await scene.ask("tell me a proverb") == "All good."
        [chat] = scene.chats
        assert not chat["tools"]


async def test_s23_an_empty_general_reply_falls_back_to_the_web(play: Play) -> None:
    web = SmallWeb()
    script = [nothing(), nothing(), say("Jim Tressel.")]
    async with play(Intent.GENERAL, web.tools(), script) as scene:
        assert await scene.ask("who is the lieutenant governor of ohio") == "Jim Tressel."
        assert web.queries == ["who is the lieutenant governor of ohio"]
        assert "Jim Tressel is lieutenant governor" in scene.chats[2]["messages"][-1]["content"]
        assert not any(chat["tools"] for chat in scene.chats)


async def test_s25_first_queries_are_logged_and_have_a_running_rate(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "voice_gateway")
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [say("Hello."), nothing(), nothing(), say("Hi.")]
    ) as scene:
        for text in ("one", "reset", "two", "three"):
            if text == "reset":
                scene.house.conversation.reset()
            else:
                await scene.ask(text)
        rate = scene.house.gateway.metrics.figures().first_query_rate
    lines = [text for text in caplog.messages if text.startswith("First query")]
    assert lines == ["First query: success (1 of 1, 100 %)", "First query: failure (1 of 2, 50 %)"]
    assert rate == 0.5


async def test_s25_every_conversation_has_its_own_first_query(
    assemble: Assemble, caplog: pytest.LogCaptureFixture
) -> None:
    """Later sentences do not count, and what was not done is no success."""
    caplog.set_level(logging.INFO, "voice_gateway")
    async with assemble() as house:
        await house.say("turn on the kitchen light", "turn off the freezer")
        await house.another().say("turn off the freezer", "turn on the kitchen light")
        await house.another().say("is the front door locked")
        figures_now = house.gateway.metrics.figures()
    lines = [text for text in caplog.messages if text.startswith("First query")]
    assert lines == [
        "First query: success (1 of 1, 100 %)",
        "First query: failure (1 of 2, 50 %)",
        "First query: success (2 of 3, 67 %)",
    ]
    assert figures_now.first_query_rate == pytest.approx(2 / 3)
    assert figures_now.success_rate == pytest.approx(3 / 5)


async def test_s26_a_retry_in_the_product_is_counted_apart_from_the_first_query(assemble: Assemble) -> None:
    script = [nothing(), say("Once upon a time."), nothing(), nothing(), nothing()]
    async with assemble(*script, search__backends=["searxng"]) as house:
        await house.ask("tell me a story about the sea")
        figures_now = house.gateway.metrics.figures()
        assert (figures_now.retry_rate, figures_now.first_query_rate) == (1.0, 1.0)
        await house.another().ask("tell me a story about a hill")
        figures_now = house.gateway.metrics.figures()
    assert figures_now.retry_rate is not None
    assert 0 < figures_now.retry_rate < 1
    assert figures_now.first_query_rate == 0.5


async def test_s26_retries_are_logged_and_have_a_rate_of_their_own(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "voice_gateway")
    script = [nothing(), say("Better."), nothing(), nothing()]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        await scene.ask("one")
        await scene.ask("two")
        metrics = scene.house.gateway.metrics
        assert metrics.figures().retry_rate == 0.5
        assert figures(list(metrics._rows)).first_query_rate == 1.0
    assert [text.split(" (")[0] for text in caplog.messages if text.startswith("Retry 1")] == [
        "Retry 1: success",
        "Retry 1: failure",
    ]


async def test_s27_one_chat_model_is_built_from_the_settings_and_kept() -> None:
    async with scripted_ollama() as ollama:
        settings = settings_for(ollama__base_url=ollama.url, ollama__temperature=0.3).ollama
        client = OllamaClient(settings)
        kept = client.model
        tools = tuple(SmallHome().tools())
        assert client.with_tools(tools) is client.with_tools(tools)
        await client.close()
    assert (kept.base_url, kept.model, kept.temperature) == (ollama.url, "qwen3:0.6b", 0.3)  # type: ignore[attr-defined]


async def test_s27_every_request_of_the_product_goes_through_that_one_model(assemble: Assemble) -> None:
    async with assemble(say("One."), say("Two."), ollama__temperature=0.3) as house:
        client = house.gateway.client
        assert isinstance(client, OllamaClient)
        kept = client.model
        await house.say("tell me a story about the sea", "tell me a story about a hill")
        assert client.model is kept
        sent = [(chat["model"], chat["options"]["temperature"]) for chat in house.ollama.chats]
    assert sent == [("qwen3:0.6b", 0.3)] * 2


async def test_s28_recovery_runs_before_an_empty_reply_reaches_the_user(play: Play) -> None:
    heard: list[str] = []
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [nothing(eval_count=4), say("Ann is mayor.")]
    ) as scene:
        await scene.ask("who is the mayor", on_token=heard.append)
    assert "".join(heard) == "Ann is mayor."
