"""A prompt that does not fit the window is noticed on every reply, and room is made for it."""

import json

import pytest

from tests.home import SmallHome, SmallWeb, tool_of
from tests.scene import Play
from tests.servers.ollama import DIGEST, call, replay, say
from voice_gateway.models import window
from voice_gateway.models.ability import Widened, remembered
from voice_gateway.models.description import Description
from voice_gateway.models.window import LARGEST, MOST_TOOLS, best_tools, fewer_tools, wider
from voice_gateway.routing import Intent
from voice_gateway.tools import RegisteredTool, Tier
from voice_gateway.trace import Bound, Notice, Recovered

LONG = "Gives the pressure, the humidity and the temperature of a greenhouse. " * 11
SENTENCE = "check whether the pump in the greenhouse works"
SMALL = {"model_info": {"general.architecture": "tiny", "tiny.context_length": 512}}


async def _work(name: str) -> str:
    return f"{name} works."


def greenhouse() -> list[RegisteredTool]:
    """Six tools of 200 tokens, and a short one that the sentence is about."""
    tools = [tool_of(f"tool_{number}", _work, Tier.SEARCH) for number in range(6)]
    for tool in tools:
        tool.tool.description = LONG
    pump = tool_of("pump_state", _work, Tier.SEARCH)
    pump.tool.description = "Whether the pump works."
    return [*tools, pump]


async def test_a_window_that_is_too_small_for_the_tools_is_made_larger_before_anyone_is_asked(
    play: Play,
) -> None:
    async with play(Intent.SEARCH, greenhouse(), [say("It works.")] * 2, ollama__num_ctx=512) as scene:
        answer = await scene.house.gateway.turn(SENTENCE, scene.house.conversation)
        again = await scene.house.gateway.turn(SENTENCE, scene.house.conversation)
        assert [chat["options"]["num_ctx"] for chat in scene.chats] == [4096, 4096]
        assert len(scene.chats[0]["tools"]) == 7
    [told] = answer.trace.all(Notice)
    assert "ollama.num_ctx to 4096" in told.text
    assert not again.trace.all(Notice), "it is told once"
    assert remembered(DIGEST).widened == Widened(512, 4096)


async def test_the_larger_window_is_remembered_until_another_is_set(play: Play) -> None:
    async with play(Intent.SEARCH, greenhouse(), [say("It works.")], ollama__num_ctx=512) as scene:
        await scene.ask(SENTENCE)
    for num_ctx, used in ((512, 4096), (8192, 8192)):
        async with play(Intent.SEARCH, SmallWeb().tools(), [say("Ann.")], ollama__num_ctx=num_ctx) as scene:
            await scene.ask("who is the mayor of bonn")
            assert scene.chats[0]["options"]["num_ctx"] == used


async def test_where_it_cannot_be_larger_only_tools_that_fit_are_offered(play: Play) -> None:
    async with play(Intent.SEARCH, greenhouse(), [say("It works.")] * 2, ollama__num_ctx=512) as scene:
        scene.ollama.described = SMALL
        answer = await scene.house.gateway.turn(SENTENCE, scene.house.conversation)
        again = await scene.house.gateway.turn(SENTENCE, scene.house.conversation)
        assert [tool["function"]["name"] for tool in scene.chats[0]["tools"]] == ["pump_state"]
        assert scene.chats[0]["options"]["num_ctx"] == 512
    assert answer.trace.all(Bound)[0].tools == ("pump_state",)
    [told] = answer.trace.all(Notice)
    assert "ollama.num_ctx" in told.text
    assert not again.trace.all(Notice)


async def test_a_reply_to_a_prompt_that_was_cut_is_no_answer_however_good_it_sounds(play: Play) -> None:
    past = say(" ".join(f"word {number}" for number in range(200)))
    script = [past, say("Bob, I would guess.", prompt_eval_count=60), say("Ann is mayor.")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        await scene.ask("tell me a lot")
        answer = await scene.house.gateway.turn("tell me the mayor's name", scene.house.conversation)
    assert answer.text == "Ann is mayor."
    cures = [(event.cause, event.cure, event.success) for event in answer.trace.all(Recovered)]
    assert cures == [("truncated", "widen", False), ("truncated", "shorten", True)]


async def test_a_call_that_was_made_of_half_a_prompt_is_not_run(play: Play) -> None:
    on = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
    home = SmallHome()
    script = [
        say(" ".join(f"word {number}" for number in range(200))),
        call(on, prompt_eval_count=60),
        say("Which light do you mean?"),
        say(json.dumps({"tool": "none"})),
        say("Which light do you mean?"),
    ]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        scene.house.conversation.remember("tell me a lot", (), "word " * 700)
        scene.ollama.steps.pop(0)
        await scene.ask("turn on the kitchen light")
    assert not home.calls


async def test_a_recorded_truncation_is_noticed_and_the_window_made_larger(play: Play) -> None:
    web = SmallWeb({"mayor of bonn": "- Bonn: Ann is mayor of Bonn, and was so before. " * 40})
    script = [call(("search_web", {"query": "mayor of bonn"})), replay("truncated_prompt"), say("It is Ann.")]
    async with play(Intent.SEARCH, web.tools(), script, ollama__num_ctx=512) as scene:
        answer = await scene.house.gateway.turn("find the mayor of bonn", scene.house.conversation)
        assert [chat["options"]["num_ctx"] for chat in scene.chats] == [512, 512, 2048]
    assert answer.text == "It is Ann."
    assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [("truncated", "widen")]


async def test_a_prompt_that_was_read_whole_is_not_suspected(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("The sea was calm.", prompt_eval_count=80)]) as scene:
        answer = await scene.house.gateway.turn("tell me a story", scene.house.conversation)
    assert answer.text == "The sea was calm."
    assert not answer.trace.all(Recovered)


def test_no_window_is_larger_than_the_model_or_the_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    here = "http://127.0.0.1:11434"
    monkeypatch.setattr(window, "_free_memory", lambda: 4 * 2**30)
    assert wider(1500, Description(context_length=32768), here) == 2048
    assert wider(1500, Description(context_length=1024), here) is None
    assert wider(LARGEST, Description(), here) is None
    costly = Description(bytes_per_token=2**20)
    assert wider(1500, costly, here) == 2048
    assert wider(3000, costly, here) is None
    assert wider(3000, costly, "http://server.lan:11434") == 4096, "nobody knows how much memory is there"


def test_the_tools_that_the_sentence_is_about_are_kept() -> None:
    tools = tuple(greenhouse())
    names = [tool.name for tool in fewer_tools(tools, 250, SENTENCE)]
    assert names[-1] == "pump_state"
    assert fewer_tools(tools, 0, SENTENCE) == ()
    assert fewer_tools(tools, 10_000, SENTENCE) == tools


def test_what_a_token_costs_is_reckoned_from_the_shape_of_the_model() -> None:
    from voice_gateway.models.description import _bytes_per_token

    qwen = {
        "block_count": 24,
        "attention.head_count": 14,
        "attention.head_count_kv": 2,
        "embedding_length": 896,
    }
    assert _bytes_per_token(qwen) == 24 * 2 * 128 * 2
    assert _bytes_per_token({}) is None


def numbered(count: int) -> tuple[RegisteredTool, ...]:
    return tuple(tool_of(f"garden_tool_{number}", _work, Tier.GENERAL) for number in range(count))


def test_of_thousands_of_tools_the_best_for_the_sentence_are_bound() -> None:
    many = numbered(300)
    wanted = tool_of("water_tomato_plants", _work, Tier.GENERAL)
    tools = (*many[:200], wanted, *many[200:])
    bound = best_tools(tools, "please use the garden tool to water the tomato plants")
    assert len(bound) == MOST_TOOLS
    assert wanted in bound


def test_few_tools_stay_the_same_tuple_so_that_they_are_bound_once() -> None:
    few = numbered(MOST_TOOLS)
    assert best_tools(few, "anything") is few


async def test_a_turn_offers_no_more_tools_than_a_small_model_can_tell_apart(play: Play) -> None:
    tools = [*numbered(60), tool_of("water_tomato_plants", _work, Tier.GENERAL)]
    async with play(Intent.GENERAL, tools, [say("They have enough.")]) as scene:
        answer = await scene.house.gateway.turn("do the tomato plants need water", scene.house.conversation)
    (bound,) = answer.trace.all(Bound)
    assert len(bound.tools) == MOST_TOOLS
    assert "water_tomato_plants" in bound.tools
